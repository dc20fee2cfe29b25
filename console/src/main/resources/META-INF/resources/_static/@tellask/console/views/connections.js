import { el, setAttribute, setText } from "../parts/dom.js";
import { brief, bytes, count, millis } from "../parts/format.js";
import { plain } from "../parts/history.js";
import { Poll } from "../parts/poll.js";
import { Table } from "../parts/table.js";

const MOST = 500;
const EVERY_MILLIS = 2_000;
const PRESETS = [
  ["All", ""],
  ["Idle for a minute", "idle>=1m"],
  ["Waiting for answers", "waiting>0"],
  ["Lost their connection", "connected=false"],
  ["Sent more than 1 MB", "in>=1M"],
];
const ORDERS = [
  ["OLDEST", "the oldest"],
  ["IDLE", "the longest idle"],
  ["RECEIVED", "those that sent most"],
  ["SENT", "those that got most"],
  ["CALLS", "those that called most"],
  ["WAITING", "most unanswered asks"],
  ["HELD", "most memory"],
];

const COLUMNS = [
  {
    label: "Peer",
    main: true,
    sort: ({ peer }) => peer,
    cell: ({ peer, connected }) => (connected ? peer : [peer, " ", el("span", { class: "tag warn", text: "waits" })]),
  },
  { label: "Who", sort: ({ principal }) => principal, cell: ({ principal }) => principal || "not known yet" },
  { label: "Wire", sort: ({ wire }) => wire, cell: ({ wire, encoding }) => `${wire}, ${encoding}` },
  { label: "Port", number: true, sort: ({ listener }) => listener, cell: ({ listener }) => (listener ? String(listener) : "–") },
  { label: "Idle", number: true, sort: ({ idleMillis }) => idleMillis, cell: ({ idleMillis }) => millis(idleMillis) },
  { label: "Open for", number: true, sort: ({ ageMillis }) => ageMillis, cell: ({ ageMillis }) => millis(ageMillis) },
  { label: "Received", number: true, sort: ({ receivedBytes }) => receivedBytes, cell: ({ receivedBytes }) => bytes(receivedBytes) },
  { label: "Sent", number: true, sort: ({ sentBytes }) => sentBytes, cell: ({ sentBytes }) => bytes(sentBytes) },
  { label: "Calls", number: true, sort: ({ calls }) => calls, cell: ({ calls }) => brief(calls) },
  { label: "Waiting", number: true, sort: ({ waiting }) => waiting, cell: ({ waiting }) => brief(waiting) },
  { label: "References", number: true, sort: ({ references }) => references, cell: ({ references }) => brief(references) },
  { label: "Holds", number: true, sort: ({ heldBytes }) => heldBytes, cell: ({ heldBytes }) => bytes(heldBytes) },
];

/** Who is connected. */
export const connections = ({ session, history, isPaused }) => {
  let first = true;
  const table = new Table({
    caption: "Connections",
    columns: COLUMNS,
    key: ({ peer, wire }) => `${wire} ${peer}`,
    by: 5,
    empty: "No connection meets this condition.",
  });
  const where = el("input", {
    type: "text",
    id: "where",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    placeholder: "listener=7411 and idle>=1m",
    "aria-describedby": "where-error",
    oninput: () => changed(),
  });
  const error = el("p", { class: "error", id: "where-error", role: "alert" });
  const order = el("select", { id: "order", onchange: () => poll.now() }, ORDERS.map(([value, text]) => el("option", { value, text })));
  const presets = PRESETS.map(([text, condition]) =>
    el("button", {
      type: "button",
      text,
      onclick: () => {
        where.value = condition;
        changed();
      },
    }),
  );
  const summary = el("p");
  const refusals = el("p", { class: "note" });

  const changed = () => {
    PRESETS.forEach(([, condition], at) => setAttribute(presets[at], "aria-pressed", String(where.value.trim() === condition)));
    poll.now();
  };
  const poll = new Poll(
    EVERY_MILLIS,
    async () => {
      if (!first && (isPaused() || !session.isOpen)) return undefined;
      return session.console && plain(await session.console.connections({ where: where.value.trim(), order: order.value, most: MOST }));
    },
    (page, failure) => {
      setAttribute(where, "aria-invalid", String(Boolean(failure) && session.isOpen));
      setText(error, failure && session.isOpen ? failure.message : "");
      if (!page) return;
      setText(summary, page.matching === page.open ? `${count(page.open)} open` : `${count(page.matching)} of ${count(page.open)} meet the condition`);
      table.caption(page.more ? `The first ${count(page.rows.length)} of ${count(page.matching)}` : "Connections; click a heading to sort");
      table.update(page.rows);
    },
  );
  const update = ({ server }) =>
    setText(
      refusals,
      `Since the server began: ${count(server.sessionsOpened)} peers let in, ${count(server.sessionsEnded)} sessions closed, ` +
        `${count(server.sessionsLost)} lost, ${count(server.sessionsResumed)} resumed; ${count(server.refusedConnections)} connections refused ` +
        `at a limit, ${count(server.refusedPeers)} by the authenticator, ${count(server.junkConnections)} without a valid hello.`,
    );
  let ended;
  return {
    element: el(
      "div",
      { class: "view" },
      el("div", { class: "head" }, el("h1", { text: "Connections" }), summary),
      el(
        "section",
        { class: "card view", "aria-label": "Which connections" },
        el(
          "div",
          { class: "controls" },
          el("div", { class: "field grow" }, el("label", { for: "where", text: "Condition" }), where),
          el("div", { class: "field" }, el("label", { for: "order", text: "First" }), order),
        ),
        error,
        el("div", { class: "presets", role: "group", "aria-label": "Conditions" }, presets),
        el(
          "details",
          {},
          el("summary", { text: "How to write a condition" }),
          el("p", {
            class: "note",
            text:
              "Fields are peer, port, wire, connected, principal, encoding, idle, age, in, out, calls, waiting, references, held and " +
              "listener, the port of the server. Compare them by = != < > <= >=, times written as 60s or 5m, sizes as 3M, text as " +
              "principal=ada or peer=10.0.*; join by and, or, not and parentheses.",
          }),
        ),
      ),
      el("section", { class: "card" }, table.element),
      refusals,
    ),
    start() {
      ended = history.listen(update);
      if (history.last) update(history.last);
      changed();
      poll.start();
      first = false;
    },
    refresh: () => poll.now(),
    stop() {
      ended();
      poll.stop();
    },
  };
};
