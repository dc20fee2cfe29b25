import { el, setText } from "../parts/dom.js";
import { bytes, count, millis, percent, time } from "../parts/format.js";
import { plain } from "../parts/history.js";
import { Plot } from "../parts/plot.js";
import { Poll } from "../parts/poll.js";
import { Table } from "../parts/table.js";

const MOST = 50;
const EVERY_MILLIS = 2_000;

const FACTS = [
  ["Heap in use", ({ process }) => [bytes(process.heapUsed), `of ${bytes(process.heapMax)}`]],
  ["Heap from the system", ({ process }) => bytes(process.heapCommitted)],
  ["Code and classes", ({ process }) => bytes(process.nonHeapUsed)],
  ["Direct buffers of the JDK", ({ process }) => bytes(process.directBytes)],
  ["Held by peers", ({ process }) => [bytes(process.peerHeldBytes), `of ${bytes(process.peerLimitBytes)}`]],
  ["Threads", ({ process }) => count(process.threads)],
  ["Pauses", ({ process }) => count(process.pauses)],
  ["Paused in all", ({ process, uptimeMillis }) => [millis(process.pauseMillis), `${percent(process.pauseMillis / uptimeMillis)} of all time`]],
];

const COLUMNS = [
  { label: "At", sort: ({ at }) => at, cell: ({ at }) => time(Date.parse(at)) },
  { label: "Collector", sort: ({ collector }) => collector, cell: ({ collector }) => collector },
  { label: "Cause", sort: ({ cause }) => cause, cell: ({ cause }) => cause },
  { label: "Took", number: true, sort: ({ millis: took }) => took, cell: ({ millis: took }) => (took ? millis(took) : "< 1 ms") },
];

/** What the process takes of its machine. */
export const memory = ({ session, history, isPaused }) => {
  let first = true;
  const values = FACTS.map(() => el("dd", { text: "–" }));
  const plots = [
    new Plot(history, "Heap", bytes, [
      { label: "in use", take: ({ process }) => process.heapUsed, area: true },
      { label: "from the system", take: ({ process }) => process.heapCommitted },
    ], { floor: 1 << 20, binary: true }),
    new Plot(history, "Processors", percent, [
      { label: "process", take: ({ rates }) => rates.cpu, area: true },
      { label: "machine", take: ({ process }) => (process.machineLoad >= 0 ? process.machineLoad : null) },
    ], { fixed: [0, 1] }),
    new Plot(history, "Time in pauses", percent, [{ label: "of all time", take: ({ rates }) => rates.paused, area: true }], { floor: 0.01 }),
    new Plot(history, "Held by peers", bytes, [
      { label: "held", take: ({ process }) => process.peerHeldBytes, area: true },
    ], { floor: 1 << 16, binary: true }),
  ];
  const table = new Table({
    caption: "Pauses since somebody looks",
    columns: COLUMNS,
    key: ({ at, collector }) => `${at} ${collector}`,
    by: 0,
    empty: "No pause since you look.",
  });
  const poll = new Poll(
    EVERY_MILLIS,
    async () => {
      if (!session.console || (!first && (isPaused() || !session.isOpen))) return undefined;
      return plain(await session.console.pauses(MOST));
    },
    (pauses) => pauses && table.update(pauses),
  );
  const update = () => {
    const { last } = history;
    if (!last) return;
    FACTS.forEach(([, of], at) => {
      const [number, more] = [of(last)].flat();
      if (more) values[at].replaceChildren(number, " ", el("small", { text: more }));
      else setText(values[at], number);
    });
    plots.forEach((plot) => plot.update());
  };
  let ended;
  return {
    element: el(
      "div",
      { class: "view" },
      el("div", { class: "head" }, el("h1", { text: "Memory and pauses" })),
      el(
        "section",
        { class: "card", "aria-label": "Memory now" },
        el("dl", { class: "facts" }, FACTS.map(([label], at) => el("div", {}, el("dt", { text: label }), values[at]))),
      ),
      el("div", { class: "plots" }, plots.map(({ element }) => element)),
      el("section", { class: "card" }, table.element),
      el("p", { class: "note", text: "Pauses are those of the garbage collector, in whole milliseconds, as the JVM tells them. Other safepoints are not in it; a flight recording has them." }),
    ),
    start() {
      plots.forEach((plot) => plot.start());
      ended = history.listen(update);
      update();
      poll.start();
      first = false;
    },
    refresh: () => poll.now(),
    stop() {
      ended();
      plots.forEach((plot) => plot.stop());
      poll.stop();
    },
  };
};
