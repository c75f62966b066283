/** Functions to find, create and change DOM elements of a page. */

/**
 * Returns the element with this id.  Throws an Error if the page has none.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no '${id}'`);
  return /** @type {T} */ (node);
}

/**
 * Returns the elements inside `within` that match a selector.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const all = (selector, within = document) => /** @type {T[]} */ ([...within.querySelectorAll(selector)]);

/**
 * Creates an HTML element with a class (may be empty) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} className
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, className = "", ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/**
 * Creates a button with the label `words`; a click calls `act`.
 * @param {string} words
 * @param {() => void} act
 * @param {string} className
 */
export function button(words, act, className = "") {
  const node = element("button", className, words);
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}

/** Returns the text with its first letter in upper case. @param {string} text */
export const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Returns the message of anything that was thrown. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Returns "1 card" or "3 cards". @param {number} count @param {string} noun in the singular */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/**
 * Copies a text to the clipboard; for 1.5 seconds the button's label is the result.  The element
 * `copied` of the page announces it to screen readers.
 * @param {HTMLElement} pressed
 * @param {string} text
 */
export async function copy(pressed, text) {
  const name = pressed.dataset.name ?? pressed.textContent ?? "";
  pressed.dataset.name = name;
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = copiedByHand(text);
  }
  pressed.textContent = done ? "Copied" : "Can't be copied here";
  byId("copied").textContent = pressed.textContent;
  window.setTimeout(() => (pressed.textContent = name), 1500);
}

/**
 * Copies a text by selecting it in a text box, for browsers without the clipboard API.  Returns
 * true on success.
 * @param {string} text
 */
function copiedByHand(text) {
  const box = document.createElement("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  return done;
}

/** Downloads a text as a file called `name`. @param {string} name @param {string} text */
export function download(name, text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
}
