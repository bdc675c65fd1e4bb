// The contents mark the section that is read.
const links = new Map([...document.querySelectorAll("nav > ul > li")].map(item => [item.querySelector("a").hash.slice(1), item]));
const sections = [...document.querySelectorAll("h2[id]")];
function markSection() {
  const above = sections.filter(section => section.getBoundingClientRect().top < innerHeight / 3);
  const current = links.get((above.at(-1) ?? sections[0])?.id);
  if (!current || current.classList.contains("current")) return;
  for (const item of links.values()) {
    item.classList.toggle("current", item === current);
    if (item === current) item.querySelector("a").setAttribute("aria-current", "true");
    else item.querySelector("a").removeAttribute("aria-current");
  }
  const list = current.parentElement;
  list.scrollLeft = current.offsetLeft - list.offsetLeft - 16;
}
addEventListener("scroll", markSection, { passive: true });
markSection();
// A live page reloads itself; the scroll position and the choices of the reader stay.
const KEY = "evocube " + location.pathname;
const choices = () => [...document.querySelectorAll(".choice")].map(bar => [...bar.children]);
const folds = () => [...document.querySelectorAll("details")];
try {
  const kept = JSON.parse(sessionStorage.getItem(KEY));
  sessionStorage.removeItem(KEY);
  if (kept) {
    choices().forEach((buttons, at) => buttons[kept.views[at]]?.click());
    folds().forEach((fold, at) => { fold.open = kept.open[at] ?? false; });
    scrollTo(0, kept.scroll);
  }
  if (document.querySelector("meta[http-equiv=refresh]")) {
    addEventListener("pagehide", () => {
      const views = choices().map(buttons => buttons.findIndex(button => button.getAttribute("aria-pressed") === "true"));
      sessionStorage.setItem(KEY, JSON.stringify({ scroll: scrollY, views, open: folds().map(fold => fold.open) }));
    });
  }
} catch { /* A browser without storage for files shows the page from its top. */ }
