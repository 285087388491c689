"use strict";
// Sorting, and the numbers behind cells and marks. Without it the page reads the same.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // -- Tables: a head sorts up, down, and back to the given order
  const ORDERS = ["ascending", "descending", null];
  const words = new Intl.Collator("en", { numeric: true });

  function key(cell) {
    if (cell.dataset.number !== undefined) return Number(cell.dataset.number);
    const text = cell.dataset.text ?? cell.textContent;
    return cell.classList.contains("none") || text === "" ? null : text;
  }

  function compare(one, other, sign) {
    if (one === null || other === null) return (one === null) - (other === null); // nothing stands last, always
    if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
    return sign * (typeof one === "number" ? one - other || 0 : words.compare(one, other));
  }

  function sort(table, column, order) {
    const body = table.tBodies[0];
    const sign = order === "descending" ? -1 : 1;
    const rows = [...body.rows].sort((a, b) => a.dataset.place - b.dataset.place);
    if (order !== null) {
      const keys = new Map(rows.map((row) => [row, key(row.cells[column])]));
      rows.sort((a, b) => compare(keys.get(a), keys.get(b), sign));
    }
    body.append(...rows);
  }

  for (const table of all("table")) {
    if (table.tBodies.length > 1 || table.tBodies[0].rows.length < 2) continue; // groups keep their order
    [...table.tBodies[0].rows].forEach((row, place) => { row.dataset.place = place; });
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      if (head.textContent === "") return;
      // No <button>: browsers leave buttons out of the heads that they repeat on each printed page.
      const button = document.createElement("span");
      button.setAttribute("role", "button");
      button.tabIndex = 0;
      button.append(...head.childNodes);
      head.append(button);
      const turn = () => {
        const order = ORDERS[(ORDERS.indexOf(head.getAttribute("aria-sort")) + 1) % ORDERS.length];
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        if (order !== null) head.setAttribute("aria-sort", order);
        sort(table, column, order);
      };
      button.addEventListener("click", turn);
      button.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        turn();
      });
    });
  }

  // -- Hints: a box that pointer, keyboard and finger can all ask for
  const box = document.createElement("div");
  box.id = "hint";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  document.body.append(box);
  const hints = new Map();
  let shown = null;
  let lit = []; // all parts of a figure that tell the same
  let leaving = 0;
  let dismissed = false; // by Escape: what lies under the box that went must not speak up before the pointer moves

  function show(mark) {
    clearTimeout(leaving);
    if (shown === mark) return;
    hide();
    shown = mark;
    lit = all(`.mark[data-hint="${mark.dataset.hint}"]`, mark.closest("svg") ?? mark);
    lit.forEach((part) => part.classList.add("lit"));
    box.textContent = hints.get(mark);
    box.hidden = false;
    if (!mark.closest("svg")) mark.setAttribute("aria-describedby", box.id);
    follow();
  }

  function follow() {
    if (!shown) return;
    const place = shown.getBoundingClientRect();
    const [wide, high] = [box.offsetWidth, box.offsetHeight];
    const page = document.documentElement;
    const left = Math.min(place.left + (place.width - wide) / 2, page.clientWidth - wide - 8);
    const above = place.top - high - 6;
    const top = above >= 4 ? above : Math.min(place.bottom + 6, page.clientHeight - high - 4);
    box.style.left = `${Math.max(left, 8)}px`;
    box.style.top = `${Math.max(top, 4)}px`;
  }

  function hide() {
    clearTimeout(leaving);
    if (shown) shown.removeAttribute("aria-describedby");
    lit.forEach((part) => part.classList.remove("lit"));
    lit = [];
    shown = null;
    box.hidden = true;
  }

  const owner = (target) => {
    const mark = target instanceof Element ? target.closest(".mark") : null;
    return hints.has(mark) ? mark : null;
  };

  const sentences = JSON.parse(document.getElementById("hints").textContent);
  for (const mark of all("[data-hint]")) {
    hints.set(mark, sentences[mark.dataset.hint]);
    mark.classList.add("mark");
  }
  for (const title of all(".drawing:has(.mark) > title")) {
    title.parentNode.setAttribute("aria-label", title.textContent);
    title.parentNode.removeAttribute("aria-labelledby");
    title.remove(); // the browser's own box would stand over ours
  }
  for (const mark of all(".drawing .mark:not(.echo)")) {
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", hints.get(mark));
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || dismissed) return;
    const mark = owner(event.target);
    if (mark) show(mark);
    else if (event.target === box) clearTimeout(leaving);
    else if (shown) {
      clearTimeout(leaving);
      leaving = setTimeout(() => {
        const focused = owner(document.activeElement);
        if (focused && focused.matches(":focus-visible")) show(focused);
        else hide();
      }, 150);
    }
  });
  document.addEventListener("pointermove", (event) => {
    if (!dismissed || (event.movementX === 0 && event.movementY === 0)) return;
    dismissed = false;
    const mark = owner(event.target);
    if (mark) show(mark);
  });
  document.documentElement.addEventListener("pointerleave", hide);
  document.addEventListener("focusin", (event) => {
    const mark = owner(event.target);
    if (mark && event.target.matches(":focus-visible")) show(mark);
    else if (!mark) hide();
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("click", (event) => {
    if (event.target === box) return;
    const mark = owner(event.target);
    if (mark) show(mark);
    else hide();
  });
  document.addEventListener("scroll", follow, true);
  window.addEventListener("resize", follow);

  // -- Keyboard: a table or figure is one stop; arrows go to the mark that lies there
  function groupOf(mark) {
    return mark.closest("tbody, svg");
  }

  const stops = new Map();
  for (const mark of hints.keys()) {
    const group = groupOf(mark);
    if (!group || mark.classList.contains("echo")) continue; // the button in a head is a stop of its own
    mark.setAttribute("tabindex", stops.has(group) ? "-1" : "0");
    if (!stops.has(group)) stops.set(group, []);
    stops.get(group).push(mark);
  }

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const middle = (mark) => {
    const place = mark.getBoundingClientRect();
    return [place.left + place.width / 2, place.top + place.height / 2];
  };

  function towards(mark, marks, [right, down]) {
    const [x, y] = middle(mark);
    // Marks of equal algorithms lie on each other: they follow one another before the way goes on.
    const here = marks.filter((other) => middle(other).every((value, axis) => Math.abs(value - [x, y][axis]) < 1));
    const twin = here[here.indexOf(mark) + right + down];
    if (twin) return twin;
    let [best, nearest] = [null, Infinity];
    for (const other of marks) {
      const [dx, dy] = middle(other).map((value, axis) => value - [x, y][axis]);
      const along = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (along < 1 || aside > 2 * along) continue;
      if (along + 3 * aside < nearest) [best, nearest] = [other, along + 3 * aside];
    }
    return best;
  }

  function target(mark, name) {
    const marks = stops.get(groupOf(mark));
    if (name === "Home") return marks[0];
    if (name === "End") return marks[marks.length - 1];
    return name in STEPS ? towards(mark, marks, STEPS[name]) : null;
  }

  function go(mark) {
    for (const other of stops.get(groupOf(mark))) other.setAttribute("tabindex", "-1");
    mark.setAttribute("tabindex", "0");
    mark.focus({ preventScroll: true });
    mark.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      hide();
      dismissed = true;
    }
    const mark = owner(event.target);
    if (!mark || !groupOf(mark) || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = target(mark, event.key);
    if (next) go(next);
    if (next || event.key in STEPS) event.preventDefault();
  });

  // -- Boxes are stops only where they scroll
  const narrow = new ResizeObserver((entries) => {
    for (const { target: scroller } of entries) {
      const scrolls = scroller.scrollWidth > scroller.clientWidth + 1 || scroller.scrollHeight > scroller.clientHeight + 1;
      if (scrolls) scroller.setAttribute("tabindex", "0");
      else scroller.removeAttribute("tabindex");
    }
  });
  all(".box").forEach((scroller) => narrow.observe(scroller));

  // -- Files: figures, tables and texts, packed; buttons copy or save them where the browser can
  const LABELS = { pdf: "PDF", svg: "SVG", csv: "CSV", tex: "LaTeX", txt: "text", bib: "BibTeX" };
  const COPIED = ["txt", "csv", "tex", "bib"];
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  let unpacked = null;

  async function file(place, kind) {
    const packed = new Blob([bytes(document.getElementById("files").textContent)]).stream();
    unpacked ??= new Response(packed.pipeThrough(new DecompressionStream("gzip"))).json();
    return (await unpacked)[place.dataset.name][kind];
  }

  async function save(place, kind) {
    const content = await file(place, kind);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([kind === "pdf" ? bytes(content) : content]));
    link.download = `${place.dataset.name}.${kind}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function offer(place, row, verb, kind, act) {
    const button = document.createElement("button");
    const which = place.querySelector(".which")?.textContent.replace(".", "") ?? "";
    button.type = "button";
    button.textContent = `${verb} ${LABELS[kind]}`;
    if (which) button.setAttribute("aria-label", `${button.textContent} of ${which}`);
    button.addEventListener("click", async () => {
      await act(place, kind);
      row.lastChild.textContent = verb === "Copy" ? "Copied" : "Saved";
      setTimeout(() => { row.lastChild.textContent = ""; }, 1500);
    });
    row.append(button);
  }

  for (const place of window.DecompressionStream ? all("[data-files]") : []) {
    const row = document.createElement("p");
    row.className = "files";
    const kinds = place.dataset.files.split(" ");
    const copy = async (holder, kind) => navigator.clipboard.writeText(await file(holder, kind));
    if (navigator.clipboard) kinds.filter((kind) => COPIED.includes(kind)).forEach((kind) => offer(place, row, "Copy", kind, copy));
    if (!kinds.includes("txt")) kinds.forEach((kind) => offer(place, row, "Save", kind, save));
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    row.append(said);
    place.append(row);
  }

  // -- One algorithm, lit in every figure and table: chosen from the list, or where it is named
  const choice = document.querySelector(".choose select");

  function light(number) {
    all(".chosen").forEach((part) => part.classList.remove("chosen"));
    choice.value = number;
    for (const part of number === "" ? [] : all(`[data-a~="${number}"]`)) {
      part.classList.add("chosen");
      part.closest("tbody tr")?.classList.add("chosen");
      if (!part.closest("thead")) continue;
      for (const row of part.closest("table").rows) row.cells[part.cellIndex].classList.add("chosen");
    }
  }

  function turn(event) {
    const part = event.target instanceof Element ? event.target.closest("[data-a]") : null;
    if (!choice || !part || part.closest("thead") || part.dataset.a.includes(" ")) return;
    light(part.classList.contains("chosen") ? "" : part.dataset.a);
  }

  if (choice) {
    choice.parentNode.hidden = false;
    choice.addEventListener("change", () => light(choice.value));
    document.addEventListener("click", turn);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.closest(".mark")) turn(event);
    });
  }

  // -- Levels: of what was made for each, one is shown
  for (const levels of all(".levels")) {
    const slider = levels.querySelector("input");
    const [labels, boxes] = [levels.dataset.labels.split("|"), levels.dataset.boxes.split("|")];
    const parts = all("[data-states]", levels).map((part) => [part, part.dataset.states.split(" ")]);
    const show = () => {
      for (const [part, states] of parts) part.classList.toggle("off", !states.includes(slider.value));
      levels.querySelector("svg").setAttribute("viewBox", boxes[slider.value]);
      levels.querySelector("output").textContent = labels[slider.value];
      slider.setAttribute("aria-valuetext", labels[slider.value]);
    };
    slider.addEventListener("input", show);
    levels.hidden = false;
    show();
  }

  // -- What a link leads to is unfolded
  const unfold = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = target && (target.querySelector(":scope > details") ?? target.closest("details"));
    if (fold) fold.open = true;
  };
  window.addEventListener("hashchange", unfold);
  unfold();
})();
