"use strict";
// Files put in one by one, each with its progress; without this the form sends them all at once.

(() => {
  const form = document.querySelector("form[data-upload]");
  if (!form) return;
  const input = form.querySelector("input[type=file]");
  const list = form.querySelector("[data-files]");
  const words = form.dataset;
  const steps = JSON.parse(words.steps || "{}");
  const SECOND = 1000;
  const isOpen = (job) => job.state === "queued" || job.state === "doing";
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

  // Kept, though nothing could be read of it: its sentence says what to do.
  function tellDocument(answer, known, state) {
    const unread = answer.status === "error";
    if (unread) state.textContent = answer.error;
    else state.textContent = known ? words.known : words.done;
    return !unread;
  }

  function tellFailure(detail, state) {
    state.textContent = detail || words.failed;
    return false;
  }

  async function jobOf(id) {
    const answer = await fetch(`/api/v1/jobs/${id}`);
    return answer.ok ? answer.json() : null;
  }

  function showProgress(bar, state, { done, total, note }) {
    if (total) {
      bar.max = total;
      bar.value = done;
    } else bar.removeAttribute("value");
    const far = total ? `${words.far.replace("{done}", done).replace("{total}", total)} ` : "";
    state.textContent = far + (steps[note] || note || words.sending);
  }

  // How far a file is that takes long; when it has ended, what came of it.
  async function followJob(id, bar, state) {
    bar.removeAttribute("value");
    state.textContent = words.sending;
    let job = await jobOf(id);
    if (job && isOpen(job)) {
      await new Promise((resolve) => {
        const events = new EventSource(`/api/v1/jobs/${id}/events`);
        const end = () => {
          events.close();
          resolve();
        };
        events.addEventListener("progress", (event) => showProgress(bar, state, JSON.parse(event.data)));
        events.addEventListener("state", (event) => {
          if (!isOpen(JSON.parse(event.data))) end();
        });
        events.addEventListener("error", end);
      });
      job = await jobOf(id);
      // The stream was cut off, and the work was not.
      while (job && isOpen(job)) {
        await new Promise((resolve) => setTimeout(resolve, SECOND));
        job = await jobOf(id);
        if (job && job.progress) showProgress(bar, state, job.progress);
      }
    }
    bar.remove();
    if (job && job.approval_id) location.assign(`/approvals/${job.approval_id}`);
    if (!job || job.status !== "success") return tellFailure(job && job.error, state);
    return tellDocument(job.structured, job.structured.duplicate, state);
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
      request.setRequestHeader("Prefer", "respond-async");
      request.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) bar.value = (0.9 * event.loaded) / event.total;
        state.textContent = words.sending;
      });
      request.addEventListener("loadend", () => {
        let answer = {};
        try {
          answer = JSON.parse(request.responseText);
        } catch {
          // Whatever answered was not the server.
        }
        if (request.status === 202 && answer.job_id) {
          resolve(followJob(answer.job_id, bar, state));
          return;
        }
        bar.remove();
        const ok = request.status === 200 || request.status === 201;
        resolve(ok ? tellDocument(answer, request.status === 200, state) : tellFailure(answer.detail, state));
      });
      request.send(file);
    });
  }

  async function showDocuments() {
    const answer = await fetch(location.pathname);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [now, then] = [page, document].map((one) => one.querySelector("section[aria-labelledby=documents]"));
    const [reading, shown] = [now, then].map((one) => one && one.querySelector("[data-being-read]"));
    if (reading && shown) shown.replaceChildren(...reading.childNodes);
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

  // Files that were put in before, and take long, are looked after until they are there.
  async function watchReading() {
    while (document.querySelector("[data-being-read] li")) {
      document.documentElement.classList.add("follows");
      await new Promise((resolve) => setTimeout(resolve, SECOND));
      await showDocuments();
    }
  }

  watchReading();
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
