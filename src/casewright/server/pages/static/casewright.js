"use strict";
// What every page does with JavaScript: the focus goes to what is wrong; times are told in the reader's own zone.

document.documentElement.classList.add("scripted");

function moveFocus(root) {
  const wrong = root.querySelector("[aria-invalid=true]") || root.querySelector("[data-focus]");
  if (wrong) wrong.focus();
}

document.addEventListener("DOMContentLoaded", () => moveFocus(document));
document.addEventListener("htmx:after:swap", (event) => moveFocus(event.target));
