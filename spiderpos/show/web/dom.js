/** Helpers for the elements of a page. */

/**
 * The element with this id.  Throws if the page has none.
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
 * An element with a class and children.
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
 * A button that calls `act`.
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

/** The text with its first letter in upper case. @param {string} text */
export const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/**
 * Copies a text and confirms it on the button.
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

/** Copies through a selection, for browsers without the clipboard API. @param {string} text */
function copiedByHand(text) {
  const box = document.createElement("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  return done;
}

/** Saves a text as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
}
