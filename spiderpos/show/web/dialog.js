/** Dialogs for questions and reports. */

import { element } from "./dom.js";

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
  const box = element("dialog");
  box.id = "dialog";
  box.setAttribute("aria-labelledby", head.id);
  const controls = buttons.map((words, index) => {
    const button = element("button", index ? "" : "first", words);
    button.type = "button";
    return button;
  });
  box.append(head, ...body, element("p", "row", ...controls));
  document.body.append(box);
  return new Promise((resolve) => {
    let pressed = "";
    for (const button of controls) {
      button.addEventListener("click", () => {
        pressed = button.textContent ?? "";
        box.close();
      });
    }
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      // Otherwise the key would also press the button that gets the focus after the dialog.
      event.preventDefault();
      controls[0].click();
    });
    box.addEventListener("close", () => {
      box.remove();
      resolve(pressed);
    });
    box.showModal();
    /** @type {HTMLElement} */ (box.querySelector("input, select") ?? controls[0]).focus();
  });
}

/** Shows preformatted text. @param {string} title @param {string} text */
export function report(title, text) {
  const pre = element("pre", "report", text);
  pre.tabIndex = 0;
  return dialog(title, [pre], ["Close"]);
}
