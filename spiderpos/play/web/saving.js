/** Takes a game elsewhere, in any notation. */

import { dialog } from "./dialog.js";
import { button, capital, copy, element } from "./dom.js";
import { askText, Refusal } from "./server.js";

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
    URL.revokeObjectURL(link.href);
    const { words, ...file } = await askText(`${path}/save/${encodeURIComponent(select.value)}`)
      .then((file) => ({ ...file, words: formats[select.value] }))
      .catch((error) => {
        if (!(error instanceof Refusal) || !error.status) throw error;
        return { text: "", name: "", words: error.message };
      });
    text.value = file.text;
    text.hidden = pressed.hidden = link.hidden = !file.name;
    summary.textContent = `${capital(words)}.`;
    link.href = URL.createObjectURL(new Blob([file.text], { type: "text/plain" }));
    link.download = file.name;
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
  URL.revokeObjectURL(link.href);
}
