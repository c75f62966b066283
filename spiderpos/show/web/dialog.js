/** Questions and reports that stand over the page. */

import { element } from "./dom.js";

/**
 * Shows a dialog and gives the words of the button that ended it; "" for Escape.  Enter is the
 * first button.
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
  const made = buttons.map((words, at) => {
    const button = element("button", at ? "" : "first", words);
    button.type = "button";
    return button;
  });
  box.append(head, ...body, element("p", "row", ...made));
  document.body.append(box);
  return new Promise((resolve) => {
    let found = "";
    for (const button of made) {
      button.addEventListener("click", () => {
        found = button.textContent ?? "";
        box.close();
      });
    }
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      // Otherwise the button that has the focus after the dialog would be pressed by it too.
      event.preventDefault();
      made[0].click();
    });
    box.addEventListener("close", () => {
      box.remove();
      resolve(found);
    });
    box.showModal();
    /** @type {HTMLElement} */ (box.querySelector("input, select") ?? made[0]).focus();
  });
}

/** Shows a text as it is. @param {string} title @param {string} text */
export function report(title, text) {
  const pre = element("pre", "report", text);
  pre.tabIndex = 0;
  return dialog(title, [pre], ["Close"]);
}
