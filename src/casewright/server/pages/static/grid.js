"use strict";
// The review grid: cells filled batch by batch, rows drawn where they are seen, moved through by keys.

(() => {
  const source = document.getElementById("grid-data");
  if (!source) return;
  let data = JSON.parse(source.textContent);
  const words = data.words;
  const box = document.getElementById("grid-box");
  const table = document.getElementById("grid");
  const body = table.tBodies[0];
  const status = document.getElementById("grid-status");
  const dialog = document.getElementById("cell-dialog");
  const cells = new Map(data.documents.map((one) => [one.id, {}]));
  const rows = new Map();
  const AHEAD = 6;
  const at = { row: 0, column: 0 };
  const scores = new Intl.NumberFormat(data.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const paid = new Set();
  let failure = "";
  let height = 0;

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text) element.textContent = text;
    return element;
  }

  function told(text, values) {
    return text.replace(/\{(\w+)\}/g, (_whole, name) => values[name]);
  }

  function signed(three, score) {
    const tag = make("span", `tag ${three[0]}`);
    const sign = make("span", "", three[1]);
    sign.setAttribute("aria-hidden", "true");
    tag.append(sign, score === undefined ? three[2] : `${scores.format(score)} ${three[2]}`);
    return tag;
  }

  function link(className, href, text) {
    const element = make("a", className, text);
    element.href = href;
    element.tabIndex = -1;
    return element;
  }

  function cellAddress(document_, column) {
    return `${data.path}/cell?${new URLSearchParams({ document: document_.id, col: column.key, back: data.address })}`;
  }

  function reviewMark(document_, column) {
    const said = (data.reviews[document_.id] || {})[column.key];
    const [sign, name] = words.review[said ? said.state : ""];
    const mark = link("mark-said", cellAddress(document_, column), "");
    const shown = make("span", "", said && said.stale ? sign + words.review.stale[0] : sign);
    shown.setAttribute("aria-hidden", "true");
    const stale = said && said.stale ? `, ${words.review.stale[1]}` : "";
    mark.append(shown, make("span", "visually-hidden", `${name}${stale}: ${words.review_act}`));
    mark.title = said ? [name + stale, said.reviewer, said.comment].filter(Boolean).join(" · ") : name;
    mark.dataset.review = "";
    return mark;
  }

  function fill(place, document_, column) {
    const cell = document_.unread || cells.get(document_.id)[column.key];
    const inside = make("div", "cell");
    if (!cell) {
      inside.append(signed(words.state.waiting));
    } else if (cell.state === "found" || cell.state === "perhaps") {
      if (cell.value) inside.append(link("value", cell.href, cell.value));
      const line = make("span", "row");
      line.append(signed(words.band[cell.band], cell.score));
      if (cell.value) line.append(make("span", "quiet small", cell.place || ""));
      else line.append(link("", cell.href, cell.place || words.open));
      inside.append(line, make("q", "words", cell.quote || ""));
      if (cell.more) inside.append(make("span", "quiet small", told(words.more, { n: cell.more })));
    } else {
      inside.append(signed(words.state[cell.state]));
      if (cell.score !== undefined) {
        inside.append(make("span", "quiet small", told(words.best, { score: scores.format(cell.score) })));
      }
    }
    if (cell && cell.note) {
      const note = make("span", "note small", cell.note);
      note.title = cell.note;
      inside.append(note);
    }
    inside.append(reviewMark(document_, column));
    place.replaceChildren(inside);
  }

  function makeRow(index) {
    const document_ = data.documents[index];
    const row = make("tr");
    row.setAttribute("aria-rowindex", index + 2);
    row.dataset.index = index;
    const name = make("th", "name");
    name.scope = "row";
    name.tabIndex = -1;
    const inside = make("div", "cell");
    inside.append(link("", `${data.matter}/documents/${document_.id}`, document_.name));
    name.append(inside);
    row.append(name);
    data.columns.forEach((column) => {
      const place = make("td");
      place.tabIndex = -1;
      fill(place, document_, column);
      row.append(place);
    });
    [...row.cells].forEach((place, number) => {
      place.setAttribute("role", number ? "gridcell" : "rowheader");
      place.setAttribute("aria-colindex", number + 1);
    });
    return row;
  }

  const before = make("tr", "gap");
  const after = make("tr", "gap");
  [before, after].forEach((gap) => {
    gap.setAttribute("aria-hidden", "true");
    gap.append(make("td"));
  });

  function measure() {
    table.setAttribute("aria-rowcount", data.documents.length + 1);
    table.setAttribute("aria-colcount", data.columns.length + 1);
    table.tHead.rows[0].setAttribute("aria-rowindex", 1);
    before.cells[0].colSpan = data.columns.length + 1;
    after.cells[0].colSpan = data.columns.length + 1;
  }

  function draw() {
    const head = table.tHead.offsetHeight;
    const from = Math.max(0, Math.floor((box.scrollTop - head) / height) - AHEAD);
    const seen = Math.ceil(box.clientHeight / height) + 2 * AHEAD;
    const to = Math.min(data.documents.length, from + seen);
    // What comes first, then what goes: the whole must at no moment be lower than where it is scrolled to.
    before.cells[0].style.height = `${from * height}px`;
    after.cells[0].style.height = `${(data.documents.length - to) * height}px`;
    before.hidden = from === 0;
    after.hidden = to === data.documents.length;
    let next = after;
    for (let index = to - 1; index >= from; index -= 1) {
      if (!rows.has(index)) {
        const row = makeRow(index);
        rows.set(index, row);
        body.insertBefore(row, next);
      }
      next = rows.get(index);
    }
    for (const [index, row] of rows) {
      if (index >= from && index < to) continue;
      // A row that goes away leaves the focus to the grid, and the keys go on from its cell.
      if (row.contains(document.activeElement)) box.focus({ preventScroll: true });
      row.remove();
      rows.delete(index);
    }
    mark();
  }

  function mark() {
    for (const place of body.querySelectorAll("[tabindex='0']")) place.tabIndex = -1;
    const row = rows.get(at.row);
    if (row) row.cells[at.column].tabIndex = 0;
    box.tabIndex = row ? -1 : 0;
  }

  function update(documentIds, columns) {
    const wanted = new Set(columns.map((one) => one.key));
    for (const [index, row] of rows) {
      const document_ = data.documents[index];
      if (!documentIds.includes(document_.id)) continue;
      data.columns.forEach((column, number) => {
        if (!wanted.has(column.key)) return;
        const place = row.cells[number + 1];
        const focused = place.contains(document.activeElement);
        fill(place, document_, column);
        if (focused) place.focus();
      });
    }
  }

  // Filling: facts of many documents at once, a query over them, questions a few at a time.
  const queue = [];
  const SIZES = { fact: 80, query: 80, question: 5 };
  const FIRST = 20;

  function plan(columns) {
    const readable = data.documents.filter((one) => !one.unread);
    const groups = [
      columns.filter((one) => one.kind === "fact"),
      ...columns.filter((one) => one.kind !== "fact").map((one) => [one]),
    ].filter((one) => one.length);
    for (const group of groups) {
      const size = SIZES[group[0].kind];
      // What is seen first is asked for first.
      for (let first = 0, count = Math.min(size, FIRST); first < readable.length; first += count, count = size) {
        queue.push({ columns: group, documents: readable.slice(first, first + count).map((one) => one.id) });
      }
    }
  }

  async function ask(batch) {
    const sent = new URLSearchParams({ csrf_token: data.csrf });
    batch.columns.forEach((one) => sent.append("col", one.key));
    batch.documents.forEach((one) => sent.append("document", one));
    paid.forEach((one) => sent.append("paid", one));
    const answer = await fetch(`${data.path}/cells`, { method: "POST", body: sent });
    if (answer.status === 429 || answer.status === 503) {
      const seconds = Number(answer.headers.get("Retry-After")) || 5;
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
      return ask(batch);
    }
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.detail);
    return said;
  }

  async function fillBatch(batch) {
    let said;
    try {
      said = await ask(batch);
    } catch (error) {
      failure = error.message;
      for (const one of batch.documents) {
        for (const column of batch.columns) cells.get(one)[column.key] = { state: "failed", note: error.message };
      }
      update(batch.documents, batch.columns);
      return;
    }
    for (const [id, row] of Object.entries(said.rows)) Object.assign(cells.get(id), row);
    for (const [key, cost] of Object.entries(said.costs)) tellCost(key, cost);
    said.warnings.forEach(warn);
    update(batch.documents, batch.columns);
    // What was still to be read is asked for again, as long as that goes on.
    if (said.left.length && said.left.length < batch.documents.length) {
      queue.unshift({ columns: batch.columns, documents: said.left });
    } else {
      for (const one of said.left) {
        for (const column of batch.columns) cells.get(one)[column.key] = { state: "not read" };
      }
    }
  }

  // What a query would cost is said, and nothing is sent until somebody says that it may be.
  const costs = new Map();
  const warned = new Set();

  function tellCost(key, cost) {
    const column = data.columns.find((one) => one.key === key);
    const known = costs.get(key) || { texts: 0, tokens: 0, line: null };
    const texts = known.texts + cost.texts;
    const tokens = known.tokens + cost.tokens;
    const line = make("div", "hold", "");
    const shown = { column: column.label, provider: cost.provider };
    shown.texts = texts.toLocaleString(data.language);
    shown.tokens = tokens.toLocaleString(data.language);
    const button = make("button", "", words.pay);
    button.type = "button";
    button.addEventListener("click", () => {
      paid.add(key);
      line.remove();
      costs.delete(key);
      data.documents.forEach((one) => delete cells.get(one.id)[key]);
      plan([column]);
      work();
    });
    line.append(told(words.cost, shown), " ", button);
    if (known.line) known.line.replaceWith(line);
    else document.getElementById("grid-costs").append(line);
    costs.set(key, { texts, tokens, line });
  }

  function warn(text) {
    if (warned.has(text)) return;
    warned.add(text);
    document.getElementById("grid-warnings").append(make("p", "hold", text));
  }

  function tell() {
    const columns = data.columns.length;
    const all = data.documents.length * columns;
    let done = 0;
    for (const one of data.documents) {
      const row = cells.get(one.id);
      done += one.unread ? columns : data.columns.filter((column) => row[column.key]).length;
    }
    const shown = { done: done.toLocaleString(data.language), all: all.toLocaleString(data.language) };
    if (failure) status.textContent = told(words.failed, { why: failure });
    else status.textContent = told(done < all ? words.filled : words.ready, shown);
  }

  async function work() {
    while (queue.length) {
      await fillBatch(queue.shift());
      tell();
    }
  }

  async function start(columns) {
    delete table.dataset.filled;
    plan(columns);
    tell();
    await Promise.all([work(), work()]);
    performance.measure("grid-filled", { start: 0, end: performance.now() });
    table.dataset.filled = "yes";
  }

  // Columns come and go without the page: what is filled stays filled.
  async function change(address) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const panel = page.getElementById("grid-columns");
    const fresh = page.getElementById("grid-data");
    if (!panel || !fresh) {
      location.assign(address);
      return;
    }
    panel.open = true;
    document.getElementById("grid-columns").replaceWith(document.adoptNode(panel));
    if (!answer.ok) {
      panel.querySelector("[aria-invalid=true]")?.focus();
      return;
    }
    for (const id of ["grid-filter", "grid-export"]) {
      document.getElementById(id).replaceWith(document.adoptNode(page.getElementById(id)));
    }
    table.tHead.replaceWith(document.adoptNode(page.getElementById("grid").tHead));
    panel.querySelector("summary").focus();
    history.pushState(null, "", answer.url);
    const known = new Set(data.columns.map((one) => one.key));
    data = JSON.parse(fresh.textContent);
    data.documents.forEach((one) => cells.has(one.id) || cells.set(one.id, {}));
    rows.forEach((row) => row.remove());
    rows.clear();
    at.column = Math.min(at.column, data.columns.length);
    measure();
    draw();
    start(data.columns.filter((one) => !known.has(one.key)));
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.closest("#grid-columns")) return;
    event.preventDefault();
    change(`${data.path}?${new URLSearchParams(new FormData(event.target))}`);
  });
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("#grid-columns a");
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    change(pressed.href);
  });
  window.addEventListener("popstate", () => location.reload());

  // Keys, as ARIA's grid pattern has them.
  function go(row, column) {
    at.row = Math.min(Math.max(row, 0), data.documents.length - 1);
    at.column = Math.min(Math.max(column, 0), data.columns.length);
    const head = table.tHead.offsetHeight;
    const top = at.row * height;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + height > box.scrollTop + box.clientHeight - head) {
      box.scrollTop = top + height - box.clientHeight + head;
    }
    draw();
    const place = rows.get(at.row).cells[at.column];
    place.focus({ preventScroll: true });
    const name = rows.get(at.row).cells[0].offsetWidth;
    if (at.column && place.offsetLeft - name < box.scrollLeft) box.scrollLeft = place.offsetLeft - name;
    const right = place.offsetLeft + place.offsetWidth;
    if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
  }

  function onKey(event) {
    if (event.altKey || (event.ctrlKey && !["Home", "End"].includes(event.key)) || event.metaKey) return;
    const page = Math.max(1, Math.floor(box.clientHeight / height) - 1);
    const moves = {
      ArrowUp: [at.row - 1, at.column],
      ArrowDown: [at.row + 1, at.column],
      ArrowLeft: [at.row, at.column - 1],
      ArrowRight: [at.row, at.column + 1],
      PageUp: [at.row - page, at.column],
      PageDown: [at.row + page, at.column],
      Home: [event.ctrlKey ? 0 : at.row, 0],
      End: [event.ctrlKey ? Infinity : at.row, Infinity],
    };
    const row = rows.get(at.row);
    if (moves[event.key]) go(...moves[event.key]);
    else if (event.key === "Enter" && event.target.tagName !== "A") row?.cells[at.column].querySelector("a")?.click();
    else if (event.key.toLowerCase() === "r" && at.column) review(at.row, at.column);
    else return;
    event.preventDefault();
  }

  function onClick(event) {
    const place = event.target.closest("td, th");
    const row = place?.closest("tr[data-index]");
    if (!row) return;
    at.row = Number(row.dataset.index);
    at.column = place.cellIndex;
    mark();
    const pressed = event.target.closest("a");
    if (pressed && "review" in pressed.dataset && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      review(at.row, at.column);
    } else if (!pressed && !String(getSelection())) {
      const first = place.querySelector("a:not([data-review])");
      if (first) first.click();
      else place.focus();
    }
  }

  // Reviewing: the cell's own page, in a dialog.
  async function review(rowIndex, columnIndex) {
    const document_ = data.documents[rowIndex];
    const column = data.columns[columnIndex - 1];
    const answer = await fetch(cellAddress(document_, column), { headers: { "HX-Request": "true" } });
    dialog.innerHTML = await answer.text();
    dialog.dataset.row = rowIndex;
    dialog.dataset.column = columnIndex;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("[type=radio]")?.focus();
  }

  dialog.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]")) dialog.close();
  });
  dialog.addEventListener("close", () => go(Number(dialog.dataset.row), Number(dialog.dataset.column)));
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await fetch(event.target.action, {
      method: "POST",
      headers: { "HX-Request": "true" },
      body: new URLSearchParams(new FormData(event.target)),
    });
    if (!answer.ok) {
      dialog.innerHTML = await answer.text();
      (dialog.querySelector("[aria-invalid=true]") || dialog.querySelector("[data-focus]"))?.focus();
      return;
    }
    const document_ = data.documents[Number(dialog.dataset.row)];
    const column = data.columns[Number(dialog.dataset.column) - 1];
    (data.reviews[document_.id] ||= {})[column.key] = await answer.json();
    update([document_.id], [column]);
    dialog.close();
  });

  function begin() {
    table.setAttribute("role", "grid");
    measure();
    box.removeAttribute("role");
    box.removeAttribute("aria-label");
    document.getElementById("grid-keys").hidden = false;
    height = body.rows[0].getBoundingClientRect().height;
    body.replaceChildren(before, after);
    start(data.columns);
    draw();
    let drawing = 0;
    box.addEventListener("scroll", () => {
      if (!drawing) drawing = requestAnimationFrame(() => { drawing = 0; draw(); });
    });
    window.addEventListener("resize", draw);
    box.addEventListener("keydown", onKey);
    table.addEventListener("click", onClick);
    performance.measure("grid-drawn", { start: 0, end: performance.now() });
  }
  begin();
})();
