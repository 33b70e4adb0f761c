"use strict";
// The query bar: templates go in where the cursor stands, the cursor goes to what is wrong, work is told.

(() => {
  const form = document.getElementById("query-form");
  if (!form) return;
  const query = form.elements.q;
  const status = form.querySelector("[data-status]");

  // The place is told in code points, a text field counts in halves of them.
  function offsetOf(text, line, column) {
    const lines = text.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    return before + [...(lines[line - 1] || "")].slice(0, column - 1).join("").length;
  }

  if (query.dataset.line && query.dataset.line !== "0") {
    const at = offsetOf(query.value, Number(query.dataset.line), Number(query.dataset.column));
    query.focus();
    query.setSelectionRange(at, Math.min(at + 1, query.value.length));
  }

  function written(name, argument) {
    if (argument === null) return `{IS ${name}}`;
    return `{IS ${name} "${argument}"}`;
  }

  function insert(text) {
    const join = document.getElementById("join").value;
    const { selectionStart: from, selectionEnd: to, value } = query;
    // A cursor that was never put anywhere stands at the beginning; what is put in goes to the end then.
    const untouched = document.activeElement !== query && from === 0 && to === 0;
    const [start, end] = untouched ? [value.length, value.length] : [from, to];
    const before = value.slice(0, start).trimEnd();
    const after = value.slice(end).trimStart();
    const joined = before ? `${before} ${join} ${text}` : join === "AND NOT" ? `NOT ${text}` : text;
    query.value = after ? `${joined} ${after}` : joined;
    query.focus();
    query.setSelectionRange(joined.length, joined.length);
  }

  for (const button of document.querySelectorAll("[data-template]")) {
    button.addEventListener("click", (event) => {
      const field = button.dataset.argument ? document.getElementById(button.dataset.argument) : null;
      const argument = field ? field.value.trim() : null;
      // An argument with signs of the language in it is written by the server, which knows how.
      if (argument === "" || (argument && /["\\{}]/.test(argument))) return;
      event.preventDefault();
      insert(written(button.dataset.template, argument));
    });
  }

  query.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector("button[value=run]"));
  });

  form.addEventListener("submit", () => {
    status.textContent = form.dataset.working;
    form.setAttribute("aria-busy", "true");
  });
  // Back from the results by the browser's memory: nothing works any more.
  window.addEventListener("pageshow", () => {
    status.textContent = "";
    form.removeAttribute("aria-busy");
  });
})();
