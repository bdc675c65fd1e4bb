"use strict";
// Runs the trial of a sweep file on a thread of its own, and sends what the library sends: its generations and rows, or the matings of
// the generations `recorded`.
const KINDS = ["start", "generation", "best", "trial", "convergence", "solution", "error", "symbols", "matings"];
// Milliseconds between two batches of messages.
const PAUSE = 40;
onmessage = async ({ data: { library, sweep, recorded } }) => {
  const decoder = new TextDecoder();
  let [batch, sent, failed] = [[], 0, false];
  const send = () => { postMessage(batch); batch = []; sent = performance.now(); };
  const receive = (kind, start, length) => {
    const bytes = instance.exports.memory.buffer.slice(start, start + length);
    const name = KINDS[kind];
    failed ||= name === "error";
    batch.push([name, name === "generation" ? new Uint32Array(bytes) : decoder.decode(bytes)]);
    if (performance.now() - sent > PAUSE) send();
  };
  const instance = await WebAssembly.instantiate(library, { page: { receive } });
  const text = new TextEncoder().encode(sweep);
  const start = instance.exports.input(text.length);
  new Uint8Array(instance.exports.memory.buffer, start, text.length).set(text);
  const begin = performance.now();
  try {
    if (recorded) instance.exports.record(...recorded); else instance.exports.run();
    batch.push(["seconds", (performance.now() - begin) / 1000]);
  } catch (trap) {
    if (!failed) batch.push(["error", String(trap)]);
  }
  send();
};
