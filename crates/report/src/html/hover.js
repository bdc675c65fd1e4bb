// Values below the pointer: those of all lines at a place, or the words of a mark.
const tip = document.createElement("div");
tip.className = "tip";
tip.setAttribute("role", "status");
const cursor = document.createElementNS("http://www.w3.org/2000/svg", "path");
cursor.setAttribute("class", "cursor");
const MAX_ROWS = 10;
function shortNumber(value) {
  const size = Math.abs(value);
  if (size >= 1e7) return value.toExponential(2).replace("e+", "·10^");
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4;
  const [whole, part] = value.toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const shown = part && +part ? grouped + "." + part.replace(/0+$/, "") : grouped;
  return shown === "-0" ? "0" : shown;
}
// The value at a place of an axis that runs between two places and values.
function valueAt(place, [from, to], [first, last], logarithmic) {
  const share = (place - from) / (to - from);
  if (!logarithmic) return first + share * (last - first);
  const [low, high] = [Math.log10(first), Math.log10(last)];
  return 10 ** (low + share * (high - low));
}
// The height of a line at a place; undefined beside it. At a step, the height after it.
function heightAt(places, x) {
  for (let at = places.length - 2; at >= 0; at -= 2) {
    if (places[at] > x + 0.05) continue;
    if (at === places.length - 2) return x - places[at] < 2 ? places[at + 1] : undefined;
    const [x0, y0, x1, y1] = places.slice(at, at + 4);
    return x1 > x0 ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : y0;
  }
  return undefined;
}
function rowsAt(figure, plane, x, y) {
  const { planes, lines } = series(figure);
  const [corners, values, logarithmic] = planes[plane];
  const found = [];
  for (const line of lines) {
    if (line.plane !== plane || line.group.classList.contains("gone")) continue;
    const height = heightAt(line.places, x);
    if (height === undefined || line.places.at(-2) - line.places[0] < 2) continue;
    const value = valueAt(height, corners.map(corner => corner[1]), values.map(corner => corner[1]), logarithmic[1]);
    found.push({ ...line, height, value, away: Math.abs(height - y) });
  }
  found.sort((a, b) => a.away - b.away);
  if (found.length) found[0].nearest = true;
  return found.slice(0, MAX_ROWS).sort((a, b) => a.height - b.height);
}
function hide() {
  tip.remove();
  cursor.remove();
}
function place(event, host) {
  host.append(tip);
  const { width, height } = tip.getBoundingClientRect();
  const left = event.clientX + 16 + width > innerWidth ? event.clientX - 16 - width : event.clientX + 16;
  const top = event.clientY + 16 + height > innerHeight ? event.clientY - 8 - height : event.clientY + 16;
  tip.style.left = Math.max(4, left) + "px";
  tip.style.top = Math.max(4, top) + "px";
}
function hover(event) {
  const svg = event.target.closest?.("figure svg");
  if (!svg) return hide();
  const figure = svg.closest("figure");
  const host = figure.closest("dialog") ?? document.body;
  const group = event.target.closest("g[data-tip]");
  const { planes, lines } = series(figure);
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const plane = planes.findIndex(([[from, to]]) => x >= from[0] - 2 && x <= to[0] + 2 && y <= Math.max(from[1], to[1]) + 2 && y >= Math.min(from[1], to[1]) - 2);
  const isMark = group && !lines.some(line => line.group === group);
  const rows = plane >= 0 && !isMark ? rowsAt(figure, plane, x, y) : [];
  if (rows.length) {
    const [corners, values, logarithmic] = planes[plane];
    const read = valueAt(x, corners.map(corner => corner[0]), values.map(corner => corner[0]), logarithmic[0]);
    // Generations and evaluations are whole.
    const at = /^(generation|evaluations)/.test(figure.dataset.x) ? Math.round(read) : read;
    const head = document.createElement("strong");
    head.textContent = `${figure.dataset.x?.replace(/ \(log\)$/, "")} ${shortNumber(at)}`;
    const list = document.createElement("table");
    for (const { group: line, label, value, nearest } of rows) {
      const row = list.insertRow();
      const swatch = document.createElement("i");
      swatch.style.background = getComputedStyle(line.querySelector("path")).stroke;
      row.insertCell().append(swatch, label);
      row.insertCell().textContent = shortNumber(value);
      if (nearest) row.className = "nearest";
    }
    tip.replaceChildren(...(figure.dataset.x ? [head, list] : [list]));
    cursor.setAttribute("d", `M${x} ${corners[0][1]}V${corners[1][1]}` + rows.map(row => `M${x - 3} ${row.height}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`).join(""));
    svg.append(cursor);
    place(event, host);
  } else if (group && (isMark || plane >= 0)) {
    cursor.remove();
    tip.replaceChildren(group.dataset.tip);
    place(event, host);
  } else {
    hide();
  }
}
addEventListener("pointermove", hover);
addEventListener("pointerdown", hover);
addEventListener("scroll", hide, { passive: true, capture: true });
document.documentElement.addEventListener("pointerleave", hide);
