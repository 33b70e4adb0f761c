"use strict";
// Reading a document: the cited place comes into sight, n and p go through the matches, arrows through the pages.

(() => {
  const match = document.getElementById("match");
  if (match) match.scrollIntoView({ block: "center" });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, button, [role=region]")) return;
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
    if (link) {
      event.preventDefault();
      link.click();
    }
  });

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const marked = [...document.querySelectorAll("mark.current")].map((one) => one.textContent).join("");
      const words = marked ? `“${marked}” (${button.dataset.copy})` : button.dataset.copy;
      await navigator.clipboard.writeText(words);
      button.textContent = button.dataset.copied;
    });
  }
})();
