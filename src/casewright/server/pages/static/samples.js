"use strict";
// The samples one after the other, each with its state; the first matter opens when all are in.

(() => {
  const form = document.querySelector("form[data-samples]");
  if (!form) return;
  const words = form.dataset;

  async function putIn(item) {
    const state = item.querySelector("[data-state]");
    const body = new URLSearchParams({ csrf_token: form.elements.csrf_token.value });
    state.textContent = words.working;
    try {
      const answer = await fetch(`/samples/${item.dataset.sample}`, {
        method: "POST",
        headers: { Accept: "application/json" },
        body,
      });
      const told = await answer.json();
      state.textContent = answer.ok ? words.done : told.detail || words.failed;
      return answer.ok ? told.place : null;
    } catch {
      state.textContent = words.failed;
      return null;
    }
  }

  async function putAllIn() {
    const button = form.querySelector("[data-all]");
    button.disabled = true;
    const places = [];
    for (const item of form.querySelectorAll("[data-sample]")) places.push(await putIn(item));
    button.disabled = false;
    if (places.every(Boolean)) location.assign("/?done=samples-in");
  }

  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.name === "one") return;
    event.preventDefault();
    putAllIn();
  });
})();
