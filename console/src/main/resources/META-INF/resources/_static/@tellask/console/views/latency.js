import { el, setText } from "../parts/dom.js";
import { brief, bytes, count, micros, simpleName, packageName, time } from "../parts/format.js";
import { HistogramPlot } from "../parts/histogram.js";
import { plain } from "../parts/history.js";
import { Plot } from "../parts/plot.js";
import { Poll } from "../parts/poll.js";
import { Table } from "../parts/table.js";

const MOST = 200;
const EVERY_MILLIS = 2_000;
const ALL = { contract: "", method: "" };

const timeColumn = (label, name) => ({ label, number: true, sort: (row) => row[name], cell: (row) => micros(row[name]) });

/** How long calls take. */
export const latency = ({ session, history, isPaused }) => {
  let chosen = ALL;
  let first = true;
  const columns = [
    {
      label: "Method",
      main: true,
      sort: ({ contract, method }) => `${simpleName(contract)}.${method}`,
      cell: ({ contract, method, stream }, cell) =>
        cell.firstChild
          ? undefined
          : [
              el("button", { type: "button", class: "link", text: `${simpleName(contract)}.${method}`, onclick: () => choose({ contract, method }) }),
              stream ? " " : null,
              stream ? el("span", { class: "tag", text: "stream" }) : null,
              el("span", { class: "sub", text: packageName(contract) }),
            ],
    },
    { label: "Calls", number: true, sort: ({ calls }) => calls, cell: ({ calls }) => brief(calls) },
    {
      label: "Failed",
      number: true,
      sort: ({ failed }) => failed,
      cell: ({ failed }, cell) => {
        cell.classList.toggle("error", failed > 0);
        return brief(failed);
      },
    },
    timeColumn("Half within", "medianMicros"),
    timeColumn("90 %", "p90Micros"),
    timeColumn("99 %", "p99Micros"),
    timeColumn("99.9 %", "p999Micros"),
    timeColumn("Longest", "longestMicros"),
    { label: "Received", number: true, sort: ({ receivedBytes }) => receivedBytes, cell: ({ receivedBytes }) => bytes(receivedBytes) },
    { label: "Sent", number: true, sort: ({ sentBytes }) => sentBytes, cell: ({ sentBytes }) => bytes(sentBytes) },
  ];
  const table = new Table({
    caption: "Methods",
    columns,
    key: ({ contract, method }) => `${contract}.${method}`,
    by: 1,
    empty: "No peer has called since you look. The console's own calls are left out.",
  });
  const drawing = new HistogramPlot();
  const of = el("h2", { text: "All calls" });
  const all = el("button", { type: "button", text: "All calls", hidden: true, onclick: () => choose(ALL) });
  const summary = el("p");
  const plot = new Plot(history, "How long calls took", micros, [
    { label: "half within", take: ({ calls }) => calls.medianMicros || null },
    { label: "99 of 100 within", take: ({ calls }) => calls.p99Micros || null },
    { label: "longest", take: ({ calls }) => calls.longestMicros || null, points: true },
  ], { logarithmic: true });

  const choose = (next) => {
    chosen = next;
    setText(of, next.method ? `${simpleName(next.contract)}.${next.method}` : "All calls");
    all.hidden = !next.method;
    poll.now();
  };
  const poll = new Poll(
    EVERY_MILLIS,
    async () => {
      if (!session.console || (!first && (isPaused() || !session.isOpen))) return undefined;
      const [page, histogram] = await Promise.all([session.console.methods(MOST), session.console.histogram(chosen.contract, chosen.method)]);
      return { page: plain(page), histogram: plain(histogram) };
    },
    (answer) => {
      if (!answer) return;
      const { page, histogram } = answer;
      setText(summary, `Calls since ${time(Date.parse(page.since))}, when somebody began to look`);
      table.caption(page.more ? `The first ${count(page.rows.length)} of ${count(page.called)} methods` : "Methods; choose one to see its times");
      table.update(page.rows.map((row) => ({ ...row, chosen: row.contract === chosen.contract && row.method === chosen.method })));
      drawing.update(histogram);
    },
  );
  let ended;
  return {
    element: el(
      "div",
      { class: "view" },
      el("div", { class: "head" }, el("h1", { text: "Latency" }), summary),
      el(
        "div",
        { class: "plots" },
        plot.element,
        el("section", { class: "card", "aria-label": "How many calls took how long" }, el("div", { class: "plot-head" }, of, all), drawing.element),
      ),
      el("section", { class: "card" }, table.element),
      el("p", {
        class: "note",
        text: "From when a call came until it had ended, at the server: the way over the network is not in it. A stream lasts until its end, and is in no plot.",
      }),
    ),
    start() {
      plot.start();
      drawing.start();
      ended = history.listen(() => plot.update());
      plot.update();
      poll.start();
      first = false;
    },
    refresh: () => poll.now(),
    stop() {
      ended();
      plot.stop();
      drawing.stop();
      poll.stop();
    },
  };
};
