"use strict";
const bands = document.querySelector(".bands");
const columns = document.querySelector(".columns");
const blocks = { old: new Map(), new: new Map() };
for (const side of ["old", "new"]) {
  for (const block of document.querySelectorAll(`.column.${side} [data-changes]`)) {
    for (const number of block.dataset.changes.split(" ")) {
      if (!blocks[side].has(number)) blocks[side].set(number, []);
      blocks[side].get(number).push(block);
    }
  }
}
const list = document.querySelector("nav");
const links = [...document.querySelectorAll("[data-go]")];
let current = -1;
let side = "new";

// The kinds of changes that always have a band between their old and new places. Others have one while selected.
const between = new Set(["moved", "split", "merged"]);
function draw() {
  if (!bands) return;
  bands.replaceChildren();
  const frame = bands.getBoundingClientRect();
  for (const link of links) {
    const number = link.dataset.go;
    const was = blocks.old.get(number), is = blocks.new.get(number);
    const kind = link.parentElement.className.split(" ")[0];
    if (!was || !is || !between.has(kind) && links[current] !== link) continue;
    const edges = (list) => [list[0].getBoundingClientRect().top - frame.top, list[list.length - 1].getBoundingClientRect().bottom - frame.top];
    const [a, b] = edges(was), [c, d] = edges(is);
    const w = frame.width, m = w / 2;
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", `M0 ${a} C${m} ${a} ${m} ${c} ${w} ${c} L${w} ${d} C${m} ${d} ${m} ${b} 0 ${b} Z`);
    path.setAttribute("class", kind + (links[current] === link ? " current" : ""));
    bands.append(path);
  }
}

function show(index, onSide) {
  if (links.length === 0) return;
  current = (index + links.length) % links.length;
  const number = links[current].dataset.go;
  side = blocks[onSide].has(number) ? onSide : onSide === "new" ? "old" : "new";
  for (const block of document.querySelectorAll(".block.current")) block.classList.remove("current");
  for (const each of ["old", "new"]) for (const block of blocks[each].get(number) ?? []) block.classList.add("current");
  const first = blocks[side].get(number)?.[0];
  if (first) {
    for (let fold = first.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    first.scrollIntoView({ block: "center" });
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  }
  for (const link of links) link.removeAttribute("aria-current");
  const link = links[current];
  link.setAttribute("aria-current", "true");
  // Only the list scrolls: the page is already at the change.
  const middle = link.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  list.scrollTop += middle;
  draw();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  switch (event.key) {
    case "j": show(current + 1, "new"); break;
    case "k": show(current < 0 ? -1 : current - 1, "new"); break;
    case "o": show(Math.max(0, current), side === "new" ? "old" : "new"); break;
    case "u": {
      const folds = [...document.querySelectorAll("details")];
      const open = folds.some((fold) => !fold.open);
      for (const fold of folds) fold.open = open;
      break;
    }
    default: return;
  }
  event.preventDefault();
});
links.forEach((link, index) => link.addEventListener("click", (event) => { event.preventDefault(); show(index, "new"); }));
document.addEventListener("click", (event) => {
  const block = event.target.closest?.(".block[data-changes]");
  if (!block) return;
  const number = block.dataset.changes.split(" ").pop();
  show(links.findIndex((link) => link.dataset.go === number), block.closest(".column.old") ? "old" : "new");
});
document.addEventListener("toggle", draw, true);
if (columns) new ResizeObserver(draw).observe(columns);
