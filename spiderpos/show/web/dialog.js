/** Dialogs for questions and reports. */

import { byId, element } from "./dom.js";

/**
 * Shows a dialog and returns the label of the button that closed it; "" for Escape.  Enter presses
 * the first button.
 * @param {string} title
 * @param {HTMLElement[]} body
 * @param {string[]} buttons
 * @returns {Promise<string>}
 */
export function dialog(title, body, buttons) {
  document.querySelector("dialog")?.remove();
  const head = element("h2", "", title);
  head.id = "dialog-head";
  const controls = buttons.map((words, index) => {
    const button = element("button", index ? "" : "first", words);
    button.value = words;
    return button;
  });
  const form = element("form", "", head, ...body, element("p", "row", ...controls));
  form.method = "dialog";
  const box = element("dialog", "", form);
  box.id = "dialog";
  box.setAttribute("aria-labelledby", head.id);
  document.body.append(box);
  return new Promise((resolve) => {
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue);
    });
    box.showModal();
    /** @type {HTMLElement} */ (box.querySelector("input, select") ?? controls[0]).focus();
  });
}

/** Asks a question; returns true if the reader agrees. @param {string} title @param {string} text @param {string} yes the label of the button to agree */
export const confirmed = async (title, text, yes) => (await dialog(title, [element("p", "", text)], [yes, "Cancel"])) === yes;

/** A copy of the contents of a template of the page. @param {string} id @returns {HTMLElement} */
export function formOf(id) {
  const { content } = /** @type {HTMLTemplateElement} */ (byId(id));
  return /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true));
}

/** Shows preformatted text. @param {string} title @param {string} text */
export function report(title, text) {
  const pre = element("pre", "report", text);
  pre.tabIndex = 0;
  return dialog(title, [pre], ["Close"]);
}
