"use strict";
// What every page does with JavaScript: the focus goes to what is wrong; times are told in the reader's own zone.

document.documentElement.classList.add("scripted");

function moveFocus(root) {
  const wrong = root.querySelector("[aria-invalid=true]") || root.querySelector("[data-focus]");
  if (wrong) wrong.focus();
}

document.addEventListener("DOMContentLoaded", () => moveFocus(document));
document.addEventListener("htmx:after:swap", (event) => moveFocus(event.target));

// What was typed and not done because nobody was signed in any more is put back; a case's data is kept nowhere.
const UNSENT = `unsent ${location.pathname}`;

function keepTyped(event) {
  const form = event.target;
  if (form.method !== "post" || location.pathname.startsWith("/cases") || form.querySelector("[type=password]")) return;
  const typed = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !/^(csrf_token|form_id)$/.test(name));
  sessionStorage.setItem(UNSENT, JSON.stringify([form.getAttribute("action") || "", typed]));
}

function putBackTyped() {
  const kept = sessionStorage.getItem(UNSENT);
  const waits = new URLSearchParams(location.search).get("done") === "not-sent" || sessionStorage.getItem("not-sent");
  if (document.querySelector("form[action='/sign-in']")) {
    if (waits) sessionStorage.setItem("not-sent", "yes");
    return;
  }
  sessionStorage.removeItem("not-sent");
  sessionStorage.removeItem(UNSENT);
  if (!kept || !waits) return;
  const [action, typed] = JSON.parse(kept);
  const form = [...document.forms].find((one) => (one.getAttribute("action") || "") === action);
  if (!form) return;
  for (const [name, value] of typed) {
    const field = form.elements.namedItem(name);
    if (field && "value" in field) field.value = value;
  }
  const details = form.closest("details");
  if (details) details.open = true;
}

document.addEventListener("submit", keepTyped);
document.addEventListener("DOMContentLoaded", putBackTyped);
