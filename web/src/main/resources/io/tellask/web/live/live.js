// Of Tellask, in the mode of development only: loads the page again when a file has changed, and shows what goes wrong in it.
(() => {
  "use strict";
  const SESSION = undefined;
  const MOST_ERRORS = 20;
  let panel;
  let shown = 0;

  function show(title, text) {
    console.debug("[tellask]", title, text);
    if (++shown > MOST_ERRORS) return;
    if (!document.body) {
      document.addEventListener("DOMContentLoaded", () => place(title, text), { once: true });
    } else {
      place(title, text);
    }
  }

  function place(title, text) {
    if (!panel) {
      const host = document.createElement("tellask-errors");
      const root = host.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        section { position: fixed; inset: auto 1rem 1rem 1rem; max-height: 45vh; overflow: auto; z-index: 2147483647;
          background: #2b1210; color: #ffe9e6; border-left: 4px solid #ff897d; border-radius: 6px; padding: .75rem 1rem;
          font: 14px/1.5 ui-monospace, monospace; box-shadow: 0 4px 24px #0006; }
        h2 { font: 600 15px/1.5 system-ui, sans-serif; margin: .25rem 0; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 .5rem; }
        button { float: right; font: 14px system-ui, sans-serif; color: inherit; background: none; border: 1px solid; border-radius: 4px; }`);
      root.adoptedStyleSheets = [sheet];
      panel = document.createElement("section");
      panel.setAttribute("role", "alert");
      const close = document.createElement("button");
      close.textContent = "Close";
      close.addEventListener("click", () => { host.remove(); panel = undefined; shown = 0; });
      panel.append(close);
      root.append(panel);
      document.body.append(host);
    }
    const head = document.createElement("h2");
    head.textContent = title;
    const body = document.createElement("pre");
    body.textContent = text;
    panel.append(head, body);
  }

  // of the phase of capture: files that cannot be loaded tell only their element
  addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) {
      const at = event.filename ? `\n${event.filename}:${event.lineno}:${event.colno}` : "";
      show("Error", (event.error && event.error.stack) || event.message + at);
    } else if (event.target && event.target !== window) {
      const file = event.target.src || event.target.href;
      if (file) explain(file, event.target.localName);
    }
  }, true);
  addEventListener("unhandledrejection", (event) => {
    const reason = event.reason;
    show("Promise failed", (reason && reason.stack) || String(reason));
  });
  document.addEventListener("securitypolicyviolation", (event) => {
    const at = event.sourceFile ? ` ${event.sourceFile}:${event.lineNumber}` : "";
    show("Refused by the content security policy", `${event.effectiveDirective}: ${event.blockedURI}${at}\n${remedy(event)}`);
  });

  function remedy({ effectiveDirective, blockedURI }) {
    if (effectiveDirective === "style-src-attr") return "Attributes style= do not work: use a class.";
    if (effectiveDirective === "script-src-attr") return "Attributes such as onclick= do not work: use addEventListener in a script.";
    if (!URL.canParse(blockedURI)) return "Put it into a file of the site.";
    const { protocol, origin } = new URL(blockedURI);
    const source = origin === "null" ? protocol : origin;
    return `If the page needs it: Website.builder().allowSource("${effectiveDirective.replace(/-(elem|attr)$/, "")}", "${source}").`;
  }

  // a module that fails says only that it did: one of its imports may be what is missing
  async function explain(file, element) {
    let text = "It cannot be loaded, or one of its imports cannot.";
    if (new URL(file, location.href).origin === location.origin) {
      try {
        const answer = await fetch(file, { headers: { accept: "application/problem+json" } });
        if (!answer.ok) text = `Status ${answer.status}: ${(await answer.json()).detail}`;
      } catch { /* the text above says what is known */ }
    }
    show(`<${element}> ${file}`, text);
  }

  function changed(paths) {
    state = undefined; // it is another one by now
    const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')].filter((link) => link.sheet);
    if (paths.length > 0 && paths.every((path) => path.endsWith(".css")) && sheets.length > 0) {
      for (const link of sheets) {
        const address = new URL(link.href);
        address.searchParams.set("tellask-changed", Date.now().toString(36));
        link.href = address.href;
      }
    } else {
      location.reload();
    }
  }

  let state = document.currentScript.dataset.state; // of the files, when this page was made of them
  let leaving = false;
  addEventListener("pagehide", () => { leaving = true; });

  async function listenBySession() {
    const { connect } = await import("@tellask/client");
    const client = await connect(SESSION.transport);
    addEventListener("pagehide", () => client.close());
    const site = await client.lookup(SESSION.actor);
    console.debug("[tellask] changes come over the session");
    for await (const paths of site.changes(state)) changed(paths);
    throw new Error("the stream of changes ended");
  }

  function listenByEvents() {
    const events = new EventSource("/_tellask/live");
    events.addEventListener("change", (event) => changed(event.data.split("\n")));
    events.addEventListener("state", (event) => {
      console.debug("[tellask] changes come by events");
      if (state !== undefined && state !== event.data) location.reload(); // started anew, or something was missed
      state = event.data;
    });
    addEventListener("pagehide", () => events.close());
  }

  if (SESSION) {
    listenBySession().catch((reason) => {
      if (leaving) return;
      console.debug("[tellask] no changes over the session:", String(reason));
      listenByEvents();
    });
  } else {
    listenByEvents();
  }
})();
