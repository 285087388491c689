/* Filters the tables of published numbers; the address keeps what was asked: published.html#q=quade */
(function () {
  "use strict";
  const rows = Array.from(document.querySelectorAll("table.numbers tbody tr"));
  const field = document.getElementById("published-filter");
  const count = document.getElementById("published-count");
  const texts = rows.map((row) => row.textContent.toLowerCase());
  function filter() {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, at) => {
      row.hidden = !wanted.every((word) => texts[at].includes(word));
      shown += row.hidden ? 0 : 1;
    });
    document.querySelectorAll("table.numbers").forEach((table) => {
      const empty = !table.querySelector("tbody tr:not([hidden])");
      const section = table.closest("section");
      section.hidden = empty;
    });
    count.textContent = shown + " of " + rows.length + " numbers";
  }
  field.addEventListener("input", () => {
    history.replaceState(null, "", "#q=" + encodeURIComponent(field.value));
    filter();
  });
  const asked = /^#q=(.*)$/.exec(location.hash);
  if (asked) field.value = decodeURIComponent(asked[1]);
  document.getElementById("published-search").hidden = false;
  filter();
})();
