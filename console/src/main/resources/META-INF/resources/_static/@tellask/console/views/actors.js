import { bar } from "../parts/bars.js";
import { el, setText } from "../parts/dom.js";
import { brief, count, micros, percent, rate, simpleName, packageName } from "../parts/format.js";
import { plain } from "../parts/history.js";
import { Plot } from "../parts/plot.js";
import { Poll } from "../parts/poll.js";
import { Table } from "../parts/table.js";

const MOST = 200;
const EVERY_MILLIS = 2_000;
const ORDERS = [
  ["BUSY", "those that ran longest"],
  ["QUEUED", "the fullest mailboxes"],
  ["HANDLED", "most messages"],
  ["DROPPED", "most dropped"],
  ["NAME", "by name"],
];

const COLUMNS = [
  { label: "Actor", main: true, sort: ({ name }) => name, cell: ({ name }) => name },
  {
    label: "Contract",
    sort: ({ contract }) => simpleName(contract),
    cell: ({ contract, implementation }, cell) =>
      cell.firstChild
        ? undefined
        : [el("span", { text: simpleName(contract), title: contract }), el("span", { class: "sub", text: [simpleName(implementation), packageName(implementation)].filter(Boolean).join(" · ") })],
  },
  { label: "Thread", sort: ({ dispatcher }) => dispatcher, cell: ({ dispatcher }) => dispatcher },
  {
    label: "Mailbox",
    number: true,
    sort: ({ queued }) => queued,
    cell: ({ queued, capacity }) => [brief(queued), bar("meter", [[queued > capacity / 2 ? 2 : 1, queued / capacity]])],
  },
  { label: "Busy", number: true, sort: ({ busy }) => busy ?? -1, cell: ({ busy }) => (busy == null ? "–" : percent(busy)) },
  { label: "Messages /s", number: true, sort: ({ perSecond }) => perSecond ?? -1, cell: ({ perSecond }) => (perSecond == null ? "–" : rate(perSecond)) },
  { label: "Handled", number: true, sort: ({ handled }) => handled, cell: ({ handled }) => brief(handled) },
  { label: "Fullest", number: true, sort: ({ mostQueued }) => mostQueued, cell: ({ mostQueued }) => brief(mostQueued) },
  { label: "Mean", number: true, sort: ({ mean }) => mean ?? -1, cell: ({ mean }) => (mean == null ? "–" : micros(mean)) },
  { label: "Longest", number: true, sort: ({ longestMicros }) => longestMicros, cell: ({ longestMicros }) => (longestMicros ? micros(longestMicros) : "–") },
  { label: "Restarts", number: true, sort: ({ restarts }) => restarts, cell: ({ restarts }) => brief(restarts) },
  { label: "Dropped", number: true, sort: ({ dropped }) => dropped, cell: ({ dropped }) => brief(dropped) },
];

/** What actors have to do. */
export const actors = ({ session, history, isPaused }) => {
  let before = new Map();
  let beforeAt = 0;
  let first = true;
  const table = new Table({ caption: "Actors", columns: COLUMNS, key: ({ name }) => name, by: 4, empty: "No actor has this text." });
  const text = el("input", { type: "search", id: "actor-text", placeholder: "name, contract, class or thread", maxlength: "256", oninput: () => poll.now() });
  const order = el("select", { id: "actor-order", onchange: () => poll.now() }, ORDERS.map(([value, label]) => el("option", { value, text: label })));
  const summary = el("p");
  const plot = new Plot(history, "Messages", rate, [
    { label: "handled per second", take: ({ rates }) => rates.handled, area: true },
    { label: "waiting", take: ({ actors: all }) => all.queued },
  ]);
  const facts = el("p", { class: "note" });

  const withRates = (rows) => {
    const now = performance.now();
    const seconds = (now - beforeAt) / 1000;
    const known = before;
    before = new Map(rows.map((row) => [row.name, row]));
    beforeAt = now;
    return rows.map((row) => {
      const old = known.get(row.name);
      const measured = old ? row.measured - old.measured : 0;
      return old
        ? { ...row, mean: measured > 0 ? Math.max(0, row.busyMicros - old.busyMicros) / measured : undefined, busy: Math.max(0, row.busyMicros - old.busyMicros) / 1e6 / seconds, perSecond: Math.max(0, row.handled - old.handled) / seconds }
        : row;
    });
  };
  const poll = new Poll(
    EVERY_MILLIS,
    async () => {
      if (!first && (isPaused() || !session.isOpen)) return undefined;
      return session.console && plain(await session.console.actors({ text: text.value, order: order.value, most: MOST }));
    },
    (page) => {
      if (!page) return;
      setText(summary, page.matching === page.living ? `${count(page.living)} live` : `${count(page.matching)} of ${count(page.living)}`);
      table.caption(page.more ? `The first ${count(page.rows.length)} of ${count(page.matching)}` : "Actors; click a heading to sort");
      table.update(withRates(page.rows));
    },
  );
  const update = () => {
    plot.update();
    const { actors: all } = history.last;
    setText(
      facts,
      `Since the system began: ${count(all.spawned)} spawned, ${count(all.failedTells)} tells failed, ${count(all.dropped)} messages dropped; ` +
        `${count(all.blockedTurns)} turns of loops took too long. Busy is the share of one thread.`,
    );
  };
  let ended;
  return {
    element: el(
      "div",
      { class: "view" },
      el("div", { class: "head" }, el("h1", { text: "Actors" }), summary),
      plot.element,
      el(
        "section",
        { class: "card view", "aria-label": "Which actors" },
        el(
          "div",
          { class: "controls" },
          el("div", { class: "field grow" }, el("label", { for: "actor-text", text: "With this text" }), text),
          el("div", { class: "field" }, el("label", { for: "actor-order", text: "First" }), order),
        ),
        table.element,
      ),
      facts,
    ),
    start() {
      plot.start();
      ended = history.listen(update);
      if (history.last) update();
      poll.start();
      first = false;
    },
    refresh: () => poll.now(),
    stop() {
      ended();
      plot.stop();
      poll.stop();
    },
  };
};
