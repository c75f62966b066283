/** The compiled core as the page holds it: packed, and as text. */

/** @returns {Promise<ArrayBuffer>} */
export async function unpacked() {
  const { spiderposCore } = /** @type {{spiderposCore?: string}} */ (/** @type {unknown} */ (window));
  const packed = Uint8Array.from(atob(spiderposCore ?? ""), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}
