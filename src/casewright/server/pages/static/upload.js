"use strict";
// Files put in one by one, each with its progress; without this the form sends them all at once.

(() => {
  const form = document.querySelector("form[data-upload]");
  if (!form) return;
  const input = form.querySelector("input[type=file]");
  const list = form.querySelector("[data-files]");
  const words = form.dataset;
  let waiting = Promise.resolve();

  function line(file) {
    const item = document.createElement("li");
    const name = document.createElement("span");
    const state = document.createElement("span");
    const bar = document.createElement("progress");
    item.className = "row apart";
    name.className = "wrap";
    name.textContent = file.name;
    state.className = "small quiet";
    state.textContent = words.waiting;
    bar.max = 1;
    bar.value = 0;
    bar.setAttribute("aria-label", file.name);
    item.append(name, bar, state);
    list.append(item);
    return { bar, state };
  }

  // An archive goes the way of the form, which opens it; the page that comes back says how it went.
  async function sendArchive(file, state) {
    const body = new FormData();
    body.set("csrf_token", form.elements.csrf_token.value);
    body.set("form_id", crypto.randomUUID());
    body.set("files", file);
    state.textContent = words.sending;
    try {
      const answer = await fetch(form.action, { method: "POST", headers: { Accept: "text/html" }, body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const flaw = page.querySelector(".flaw, .problem");
      state.textContent = answer.ok && !flaw ? words.done : flaw ? flaw.textContent : words.failed;
      return answer.ok && !flaw;
    } catch {
      state.textContent = words.failed;
      return false;
    }
  }

  function send(file) {
    const { bar, state } = line(file);
    if (!file.size || file.size > Number(words.most)) {
      bar.remove();
      state.textContent = file.size ? words.large : words.empty;
      return Promise.resolve(false);
    }
    if (file.name.toLowerCase().endsWith(".zip")) {
      bar.remove();
      return sendArchive(file, state);
    }
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open("POST", `${words.upload}?filename=${encodeURIComponent(file.name)}`);
      request.setRequestHeader("X-CSRF-Token", form.elements.csrf_token.value);
      request.setRequestHeader("Content-Type", "application/octet-stream");
      request.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) bar.value = (0.9 * event.loaded) / event.total;
        state.textContent = words.sending;
      });
      request.addEventListener("loadend", () => {
        const ok = request.status === 200 || request.status === 201;
        bar.value = 1;
        bar.remove();
        let answer = {};
        try {
          answer = JSON.parse(request.responseText);
        } catch {
          // Whatever answered was not the server.
        }
        // Kept, though nothing could be read of it: its sentence says what to do.
        const unread = ok && answer.status === "error";
        if (unread) state.textContent = answer.error;
        else if (ok) state.textContent = request.status === 200 ? words.known : words.done;
        else state.textContent = answer.detail || words.failed;
        resolve(ok && !unread);
      });
      request.send(file);
    });
  }

  async function showDocuments() {
    const answer = await fetch(location.pathname);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [now, then] = [page, document].map((one) => one.querySelector("section[aria-labelledby=documents]"));
    // The table alone: forms and what follows jobs hold this page's own nonce.
    const table = now && now.querySelector(".scroll");
    const old = then && (then.querySelector(".scroll") || then.querySelector(".empty"));
    if (table && old) old.replaceWith(table);
  }

  async function sendAll(files) {
    const sent = [];
    for (const file of files) {
      waiting = waiting.then(() => send(file));
      sent.push(waiting);
    }
    const done = await Promise.all(sent);
    // A list that has become true is shown; one with something to read stays.
    if (done.length && done.every(Boolean)) location.assign(`${location.pathname}?done=documents-added`);
    else if (done.length) await showDocuments();
  }

  form.addEventListener("submit", (event) => {
    if (!input.files.length) return;
    event.preventDefault();
    sendAll([...input.files]);
    input.value = "";
  });
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    sendAll([...event.dataTransfer.files]);
  });
})();
