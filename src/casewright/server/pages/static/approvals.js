"use strict";
// Requests decided from the keyboard. A key moves the focus and decides nothing: Enter does, where the focus then is.

(() => {
  const use = document.querySelector("[data-use-keys]");
  if (!use) return;
  use.checked = localStorage.getItem("keys") !== "off";
  use.addEventListener("change", () => localStorage.setItem("keys", use.checked ? "on" : "off"));
  const requests = [...document.querySelectorAll("[data-request]")];

  function step(by) {
    const at = requests.indexOf(document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : requests.length - 1) : at + by;
    if (requests[next]) requests[next].focus();
  }

  function edit() {
    const summary = document.querySelector("summary[data-key=e]");
    if (!summary) return;
    summary.parentElement.open = true;
    document.getElementById("arguments").focus();
  }

  function focus(found) {
    if (found) found.focus();
  }

  const acts = {
    a: () => focus(document.querySelector("button[data-key=a]")),
    r: () => focus(document.getElementById("reason")),
    e: edit,
    u: () => location.assign("/approvals"),
  };
  const moves = { j: () => step(1), k: () => step(-1) };
  const keys = requests.length ? moves : acts;

  document.addEventListener("keydown", (event) => {
    if (!use.checked || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select") || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
})();
