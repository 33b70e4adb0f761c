"use strict";
// A job that is followed: where its page cannot be brought up to date in place, it is opened anew.

// Only now is there no need to look again by hand.
if (window.htmx) document.documentElement.classList.add("follows");

document.addEventListener("htmx:response:error", (event) => {
  if (event.target.closest && event.target.closest("[data-live]")) location.reload();
});
