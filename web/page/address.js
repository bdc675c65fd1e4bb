// The address of the page behind its #: a demonstration that a link opens. Its keys:
// left, right: a configuration by the name of a preset and its changes, as "always-solve,population:50"
// seed, scramble (with _ for a blank), speed (generations per second, or "all"), generation, and offspring as "left:17:2": its
// population, its number and the steps that are shown; letters=large
const KEYS = ["left", "right", "seed", "scramble", "speed", "generation", "offspring", "letters"];

// Returns the values of an address, and the parts that are none.
function readAddress(text) {
  const [values, bad] = [{}, []];
  for (const part of text.replace(/^#/, "").split("&").filter(Boolean)) {
    const [key, value] = part.split("=");
    try {
      if (!KEYS.includes(key) || value === undefined) throw new Error(part);
      values[key] = decodeURIComponent(value);
    } catch {
      bad.push(part);
    }
  }
  return [values, bad];
}

// Returns an address without the values that are undefined.
function writeAddress(values) {
  const encoded = value => encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":");
  return "#" + KEYS.filter(key => values[key] !== undefined).map(key => `${key}=${encoded(values[key])}`).join("&");
}
