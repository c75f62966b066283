/**
 * Asking the server: every request for games goes through here, with the token.
 *
 * The token comes behind the "#" of the address that spiderpos prints.  A tab keeps it for itself,
 * and takes it out of the address.  One without a token asks the other tabs of this browser; they
 * all take a new one when its address is opened, after a restart.
 */

const KEY = "spiderpos token";
/** How long other tabs have to answer, in milliseconds. */
const OTHERS = 1000;
const tabs = new BroadcastChannel(KEY);
/** @type {Promise<string> | null} */
let fromOthers = null;
/** @type {(token: string) => void} */
let found = () => {};

/** Takes the token out of the address, if there is one. */
function takeToken() {
  const { hash, pathname, search } = window.location;
  const opened = new URLSearchParams(hash.slice(1)).get("token");
  if (opened === null) return;
  sessionStorage.setItem(KEY, opened);
  window.history.replaceState(null, "", pathname + search);
  tabs.postMessage({ opened });
}

/** The token; empty if neither this tab nor another has it. */
async function token() {
  const own = sessionStorage.getItem(KEY);
  if (own !== null) return own;
  fromOthers ??= new Promise((resolve) => {
    found = resolve;
    tabs.postMessage({ wanted: true });
    window.setTimeout(() => resolve(""), OTHERS);
  });
  return fromOthers;
}

tabs.addEventListener("message", ({ data: { opened, known, wanted } }) => {
  const own = sessionStorage.getItem(KEY);
  if (wanted && own !== null) tabs.postMessage({ known: own });
  const given = opened ?? (own === null ? known : undefined);
  if (given === undefined) return;
  sessionStorage.setItem(KEY, given);
  found(given);
});
window.addEventListener("hashchange", takeToken);
takeToken();

/**
 * How some games went.
 * @typedef {object} Facts
 * @property {string} games which they are
 * @property {number} begun
 * @property {number} won
 * @property {number} share in per cent
 * @property {number} streak
 * @property {number} longest
 * @property {number | null} fewest_moves
 * @property {number | null} fastest in seconds
 */

/**
 * What begins a game as most programs have it: complete suits go off by themselves.
 * @param {number} suits
 * @param {object} more
 */
export const usual = (suits, more) => ({ suits, rules: "modern", ...more });

/** A time as on a clock. @param {number} seconds */
export function clock(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [minutes, rest] = [Math.floor(seconds / 60), two(seconds % 60)];
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** An answer that isn't the one asked for: its status (0 if there was none), words and data. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Record<string, any>} [data]
   */
  constructor(status, message, data = {}) {
    super(message);
    this.status = status;
    this.data = data;
  }
}

/**
 * Asks, and gives the answer's data.  With a body it is a POST.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 * @throws {Refusal}
 */
export async function ask(path, body) {
  const { response, text } = await answered(path, body);
  const data = parsed(text);
  if (response.ok && data.error === undefined) return data;
  throw new Refusal(data.status ?? response.status, data.error ?? "that can't be done", data);
}

/** Asks for a text to keep, and the name of a file for it. @param {string} path */
export async function askText(path) {
  const { response, text } = await answered(path);
  if (!response.ok || response.headers.get("content-type")?.includes("json")) {
    const data = parsed(text);
    throw new Refusal(data.status ?? response.status, data.error, data);
  }
  const name = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return { text, name: name ?? "" };
}

/** @param {string} path @param {object} [body] */
async function answered(path, body) {
  const headers = { "x-spiderpos-page": "1", "x-spiderpos-token": await token() };
  /** @type {RequestInit} */
  const request = { headers };
  if (body) {
    request.method = "POST";
    request.headers = { ...headers, "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  try {
    const response = await fetch(`/api/${path}`, request);
    return { response, text: await response.text() };
  } catch {
    throw noAnswer();
  }
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw noAnswer();
  }
}

function noAnswer() {
  const words = "spiderpos doesn't answer. If you ended it, start it again: the game is safe on the disk.";
  return new Refusal(0, words);
}
