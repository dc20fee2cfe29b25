import { el, setText } from "../parts/dom.js";
import { brief, bytes, count, micros, millis, percent, rate } from "../parts/format.js";
import { Plot } from "../parts/plot.js";
import { Sparkline } from "../parts/sparkline.js";
import { troubles } from "../parts/troubles.js";

const perSecond = (value, unit) => [value == null ? "–" : unit ? bytes(value) : rate(value), "/s"];

/** A number that lives: `value` of a sample (text and unit), `more` below it, `spark` for the drawing. */
const TILES = [
  {
    label: "Calls",
    to: "#/latency",
    value: ({ rates }) => perSecond(rates.calls),
    more: ({ server }) => `${count(server.calls)} so far`,
    spark: ({ rates }) => rates.calls,
  },
  {
    label: "99 of 100 calls within",
    to: "#/latency",
    value: ({ calls }) => (calls.p99Micros ? micros(calls.p99Micros).split(" ") : ["–", ""]),
    more: ({ calls }) => (calls.medianMicros ? `half within ${micros(calls.medianMicros)}` : "no calls have ended"),
    spark: ({ calls }) => calls.p99Micros,
  },
  {
    label: "Received",
    to: "#/connections",
    value: ({ rates }) => perSecond(rates.received, true),
    more: ({ server }) => `${bytes(server.receivedBytes)} so far`,
    spark: ({ rates }) => rates.received,
  },
  {
    label: "Sent",
    to: "#/connections",
    value: ({ rates }) => perSecond(rates.sent, true),
    more: ({ server }) => `${bytes(server.sentBytes)} so far`,
    spark: ({ rates }) => rates.sent,
  },
  {
    label: "Connections",
    to: "#/connections",
    value: ({ server }) => [brief(server.connections), ""],
    more: ({ server }) => `${brief(server.sessionsOpened)} let in, ${brief(server.sessionsLost)} lost`,
    spark: ({ server }) => server.connections,
  },
  {
    label: "Messages that wait",
    to: "#/actors",
    value: ({ actors }) => [brief(actors.queued), ""],
    more: ({ actors }) => `in the mailboxes of ${brief(actors.actors)} actors`,
    spark: ({ actors }) => actors.queued,
  },
  {
    label: "Processors",
    to: "#/memory",
    value: ({ rates }) => (rates.cpu == null ? ["–", ""] : percent(rates.cpu).split(" ")),
    more: ({ process }) => `of ${process.processors}${process.machineLoad >= 0 ? `, machine ${percent(process.machineLoad)}` : ""}`,
    spark: ({ rates }) => rates.cpu,
  },
  {
    label: "Heap",
    to: "#/memory",
    value: ({ process }) => bytes(process.heapUsed).split(" "),
    more: ({ process }) => `of ${bytes(process.heapMax)} at most`,
    spark: ({ process }) => process.heapUsed,
  },
];

const newTile = ({ label, to }) => {
  const spark = new Sparkline();
  const value = el("p", { class: "value", text: "–" });
  const more = el("p", { class: "more" });
  const element = el("li", { class: "card tile" }, el("p", { class: "label" }, el("a", { href: to, text: label })), value, more, spark.element);
  return { element, value, more, spark };
};

/** How the whole server does. */
export const overview = ({ history }) => {
  const tiles = TILES.map(newTile);
  const watch = el("ul", { class: "watch" });
  const plots = [
    new Plot(history, "Calls per second", rate, [{ label: "calls", take: ({ rates }) => rates.calls, area: true }]),
    new Plot(history, "How long calls took", micros, [
      { label: "half within", take: ({ calls }) => calls.medianMicros || null },
      { label: "99 of 100 within", take: ({ calls }) => calls.p99Micros || null },
    ], { logarithmic: true }),
    new Plot(history, "Bytes per second", bytes, [
      { label: "received", take: ({ rates }) => rates.received },
      { label: "sent", take: ({ rates }) => rates.sent },
    ], { floor: 1024, binary: true }),
    new Plot(history, "Work of actors", percent, [
      { label: "busy, of one thread", take: ({ rates }) => rates.busy, area: true },
      { label: "processors", take: ({ rates }) => rates.cpu },
    ], { floor: 0.1 }),
  ];
  const uptime = el("p");
  const update = () => {
    const { last, samples } = history;
    if (!last) return;
    setText(uptime, `Runs for ${millis(last.uptimeMillis)}`);
    TILES.forEach((tile, at) => {
      const { value, more, spark } = tiles[at];
      const [number, unit] = tile.value(last);
      const text = unit ? `${number} ${unit}` : number;
      if (value.dataset.text !== text) {
        value.dataset.text = text;
        value.replaceChildren(number, unit ? el("small", { text: unit }) : "");
      }
      setText(more, tile.more(last));
      spark.update(samples.slice(-120).map(tile.spark));
    });
    showTroubles(watch, troubles(samples));
    plots.forEach((plot) => plot.update());
  };
  let ended;
  return {
    element: el(
      "div",
      { class: "view" },
      el("div", { class: "head" }, el("h1", { text: "Overview" }), uptime),
      el("div", { role: "status" }, watch),
      el("ul", { class: "tiles" }, tiles.map(({ element }) => element)),
      el("div", { class: "plots" }, plots.map(({ element }) => element)),
    ),
    start() {
      plots.forEach((plot) => plot.start());
      ended = history.listen(update);
      update();
    },
    stop() {
      ended();
      plots.forEach((plot) => plot.stop());
    },
  };
};

/** Changes only where the troubles do: it is read out. */
const showTroubles = (list, found) => {
  const shown = found.length ? found : [{ level: "good", text: "Nothing needs a look." }];
  const key = shown.map(({ text }) => text).join("\n");
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(
    ...shown.map(({ level, text, to }) => el("li", { class: level }, to ? el("span", {}, text, " ", el("a", { href: to, text: "Show" })) : text)),
  );
};
