// Tables: a click on the head of a column sorts by it, the first number of a cell counting.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      table.querySelectorAll("thead th").forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const numeric = head.classList.contains("number");
      const value = row => {
        // The number is before its interval.
        const cell = row.cells[column];
        const text = ((numeric && cell.firstChild) || cell).textContent.replace(/[, ]/g, "");
        if (!numeric) return text;
        const powers = { "⁰": 0, "¹": 1, "²": 2, "³": 3, "⁴": 4, "⁵": 5, "⁶": 6, "⁷": 7, "⁸": 8, "⁹": 9, "⁻": "-" };
        const plain = text.replace("<", "").replace(/·?10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)/, (_, power) => "e" + [...power].map(c => powers[c]).join(""));
        if (/^(∞|none)/.test(text)) return Infinity;
        const number = parseFloat(plain.startsWith("e") ? "1" + plain : plain);
        const unit = { k: 1e3, M: 1e6, G: 1e9 }[text.replace(/^[\d.]+/, "")[0]] ?? 1;
        return Number.isNaN(number) ? null : number * unit;
      };
      const rows = [...body.rows].map(row => [value(row), row]);
      const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a < b ? -1 : a > b ? 1 : 0);
      rows.sort(([a], [b]) => {
        // Empty cells stay at the end either way.
        if (a === null || b === null) return (a === null) - (b === null);
        return descending ? compare(b, a) : compare(a, b);
      });
      body.append(...rows.map(([, row]) => row));
      fitTables();
    });
  });
}
// A table that is wider than the page is set tight; if it still is, it scrolls. On a telephone it shows each row as a card instead, with the
// heads beside the values, and of many rows the first eight.
const MAX_TELEPHONE_ROWS = 8;
const tables = [...document.querySelectorAll(".scroll > table")];
for (const table of tables) {
  const heads = [...table.querySelectorAll("thead th")].map(head => head.textContent);
  const rows = table.tBodies[0].rows;
  for (const row of rows) [...row.cells].forEach((cell, at) => { cell.dataset.head = heads[at]; });
  if (rows.length > MAX_TELEPHONE_ROWS) {
    const button = document.createElement("button");
    [button.type, button.className, button.textContent] = ["button", "rows", `All ${rows.length} rows`];
    button.addEventListener("click", () => { table.dataset.whole = ""; fitTables(); });
    table.parentElement.after(button);
  }
}
function fitTables() {
  const tooWide = of => of.filter(table => table.scrollWidth > table.parentElement.clientWidth + 1);
  const isPhone = matchMedia("(max-width: 40rem)").matches;
  for (const table of tables) {
    table.classList.remove("tight", "cards");
    table.classList.toggle("brief", isPhone && !("whole" in table.dataset));
  }
  const wide = tooWide(tables);
  for (const table of wide) table.classList.add("tight");
  if (isPhone) for (const table of tooWide(wide)) table.classList.replace("tight", "cards");
}
fitTables();
let fittedWidth = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== fittedWidth) fitTables();
  fittedWidth = innerWidth;
});
for (const fold of document.querySelectorAll("details")) fold.addEventListener("toggle", fitTables);
