/**
 * Asking the server: every request of the pages goes through here.
 */

/** The page's own part of the address, without the token that it was opened with. */
export function forgetToken() {
  const address = new URL(window.location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  window.history.replaceState(null, "", address);
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
  /** @type {RequestInit} */
  const request = { headers: { "x-spiderpos-page": "1" } };
  if (body) {
    request.method = "POST";
    request.headers = { ...request.headers, "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response;
  let data;
  try {
    response = await fetch(`/api/${path}`, request);
    data = await response.json();
  } catch {
    throw new Refusal(
      0,
      "spiderpos doesn't answer. If you ended it, start it again: the game is safe on the disk.",
    );
  }
  if (response.ok && data.error === undefined) return data;
  throw new Refusal(data.status ?? response.status, data.error ?? "that can't be done", data);
}
