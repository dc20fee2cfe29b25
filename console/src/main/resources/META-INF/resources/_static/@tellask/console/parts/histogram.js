import { el, setAttribute, svg } from "./dom.js";
import { count, micros } from "./format.js";

const HEIGHT = 240;
const LEFT = 44;
const BOTTOM = 26;
const TOP = 22;
const PER_DECADE = 12;
const MARKS = [
  ["half", 0.5],
  ["99 %", 0.99],
  ["99.9 %", 0.999],
];

const decade = (value) => Math.log10(Math.max(value, 0.05));

/** Gathers the narrow ranges of the server into bars of equal width on a logarithmic axis. */
const gather = (buckets) => {
  const bars = new Map();
  for (const { fromMicros, toMicros, calls } of buckets) {
    const at = Math.floor(decade((fromMicros + toMicros) / 2) * PER_DECADE);
    bars.set(at, (bars.get(at) ?? 0) + calls);
  }
  return bars;
};

const share = (buckets, total, wanted) => {
  let seen = 0;
  for (const { toMicros, calls } of buckets) {
    seen += calls;
    if (seen >= wanted * total) return toMicros;
  }
  return 0;
};

/** How many calls took how long, with what the slowest took. */
export class HistogramPlot {
  #drawing = svg("svg", { class: "histogram", role: "img" });
  #wide = 640;
  #last = { calls: 0, buckets: [] };
  #observer = new ResizeObserver(() => this.#resize());
  #body = el("tbody");
  element = el(
    "div",
    {},
    this.#drawing,
    el(
      "details",
      {},
      el("summary", { text: "As a table" }),
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "How many calls took how long, as a table" },
        el(
          "table",
          {},
          el("caption", { text: "Share of the calls that took no longer" }),
          el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "Share" }), el("th", { scope: "col", class: "number", text: "Time" }))),
          this.#body,
        ),
      ),
    ),
  );

  start() {
    this.#observer.observe(this.#drawing);
  }

  stop() {
    this.#observer.disconnect();
  }

  /** As wide as its place: letters keep their size. */
  #resize() {
    const wide = Math.floor(this.#drawing.clientWidth);
    if (wide > 0 && wide !== this.#wide) {
      this.#wide = wide;
      this.update(this.#last);
    }
  }

  update(histogram) {
    this.#last = histogram;
    const { calls, buckets } = histogram;
    const width = this.#wide;
    this.#drawing.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    if (!buckets.length) {
      this.#drawing.replaceChildren(svg("text", { x: width / 2, y: HEIGHT / 2, "text-anchor": "middle", text: "No calls have ended since you look." }));
      setAttribute(this.#drawing, "aria-label", "No calls have ended.");
      this.#body.replaceChildren();
      return;
    }
    const bars = gather(buckets);
    const first = Math.floor(Math.min(...bars.keys()) / PER_DECADE);
    const last = Math.ceil((Math.max(...bars.keys()) + 1) / PER_DECADE);
    const most = Math.max(...bars.values());
    const x = (value) => LEFT + ((value - first) / (last - first)) * (width - LEFT - 12);
    const y = (value) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - TOP);
    this.#drawing.replaceChildren(
      ...this.#axes(first, last, most, x, y, width),
      ...[...bars].map(([at, number]) =>
        svg("rect", {
          class: "bar-of",
          x: x(at / PER_DECADE) + 0.5,
          y: y(number),
          width: Math.max(1, x((at + 1) / PER_DECADE) - x(at / PER_DECADE) - 1),
          height: HEIGHT - BOTTOM - y(number),
          rx: 1.5,
        }),
      ),
      ...this.#marks(buckets, calls, x),
    );
    const shares = [0.5, 0.9, 0.99, 0.999, 1].map((each) => [each, share(buckets, calls, each)]);
    this.#body.replaceChildren(
      ...shares.map(([each, value]) => el("tr", {}, el("th", { scope: "row", text: `${each * 100} %` }), el("td", { class: "number", text: micros(value) }))),
    );
    setAttribute(
      this.#drawing,
      "aria-label",
      `${count(calls)} calls: half within ${micros(shares[0][1])}, 99 of 100 within ${micros(shares[2][1])}, all within ${micros(shares[4][1])}`,
    );
  }

  #axes(first, last, most, x, y, width) {
    const lines = [];
    for (let at = first; at <= last; at++) {
      lines.push(
        svg("line", { x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM }),
        svg("text", { x: x(at), y: HEIGHT - 8, "text-anchor": at === last ? "end" : "middle", text: micros(10 ** at) }),
      );
    }
    for (const part of [0.5, 1]) {
      lines.push(
        svg("line", { x1: LEFT, x2: width - 12, y1: y(most * part), y2: y(most * part) }),
        svg("text", { x: LEFT - 6, y: y(most * part) + 4, "text-anchor": "end", text: count(Math.round(most * part)) }),
      );
    }
    return lines;
  }

  #marks(buckets, calls, x) {
    let before = -100;
    return MARKS.flatMap(([label, part]) => {
      const at = x(decade(share(buckets, calls, part)));
      if (at - before < 44) return [];
      before = at;
      return [
        svg("line", { class: "mark", x1: at, x2: at, y1: TOP - 4, y2: HEIGHT - BOTTOM }),
        svg("text", { x: at, y: TOP - 9, "text-anchor": "middle", text: label }),
      ];
    });
  }
}
