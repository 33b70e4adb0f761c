"use strict";
// A question, or what is said in a case, is sent by Control and Enter.

(() => {
  const form = document.getElementById("ask");
  const question = form && (form.elements.question || form.elements.message);
  if (!question) return;
  question.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
})();
