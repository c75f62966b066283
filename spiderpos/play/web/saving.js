/** Takes a game elsewhere, in any notation. */

import { dialog } from "./dialog.js";
import { button, copy, element } from "./dom.js";

/**
 * @param {string} path of the game
 * @param {Record<string, string>} formats what each notation is
 * @param {(error: unknown) => void} complain
 */
export async function save(path, formats, complain) {
  const select = element("select");
  for (const name of Object.keys(formats)) select.append(new Option(name));
  const summary = element("p", "quiet");
  const text = element("textarea");
  text.readOnly = true;
  text.rows = 9;
  text.wrap = "off";
  text.setAttribute("aria-label", "The game in this notation");
  const link = element("a", "button", "Download");
  const fill = async () => {
    const address = `/api/${path}/save/${encodeURIComponent(select.value)}`;
    const response = await fetch(address);
    const found = await response.text();
    text.value = response.ok ? found : "";
    text.hidden = pressed.hidden = !response.ok;
    const said = response.ok ? formats[select.value] : JSON.parse(found).error;
    summary.textContent = `${said[0].toUpperCase()}${said.slice(1)}.`;
    link.href = address;
    link.hidden = !response.ok;
    link.download = "";
  };
  select.addEventListener("change", () => fill().catch(complain));
  const pressed = button("Copy", () => copy(pressed, text.value));
  const body = [
    element("p", "quiet", "The game is on the disk anyway. This is for taking it elsewhere."),
    element("label", "choice", "As ", select),
    summary,
    text,
    element("p", "row", pressed, link),
  ];
  await fill().catch(complain);
  await dialog("Save", body, ["Close"]);
}
