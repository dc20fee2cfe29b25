import { el, setAttribute, setText } from "./dom.js";
import { time } from "./format.js";
import { colour, onTheme } from "./theme.js";

const COLOURS = ["one", "two", "three", "four"];
const DASHES = [[], [6, 4], [], [2, 3]];
const HEIGHT = 212;

/** Steps of an axis of bytes: 1, 2, 4 … of each unit. */
const BINARY_STEPS = Array.from({ length: 45 }, (_, at) => 2 ** at);
const DESCRIBED_EVERY_MILLIS = 10_000;

/** Of a logarithmic axis the powers of ten alone. */
const decades = (axis) => {
  const filter = (_, ticks) => ticks.map((tick) => (Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6) ? tick : null));
  return { filter, grid: { ...axis.grid, filter }, ticks: { ...axis.ticks, filter } };
};

/** One cursor for all plots of the page. */
const SYNC = "tellask";

/**
 * A plot over time with a legend that has the newest values, and the same as a table.
 *
 * Each series has `label`, `take` (of a sample) and may have `area: true` or `points: true`; `format` writes a value.
 */
export class Plot {
  #history;
  #series;
  #format;
  #title;
  #plot;
  #wide = 0;
  #describedAt = 0;
  #values = [];
  #box = el("div", { class: "plot", role: "img" });
  #table = el("tbody");
  #details;
  #options;
  #ended = [];

  constructor(history, title, format, series, options = {}) {
    this.#history = history;
    this.#series = series;
    this.#format = format;
    this.#title = title;
    this.#options = options;
    this.#values = series.map(() => el("b", { text: "–" }));
    this.#details = el("details", {}, el("summary", { text: "As a table" }), this.#newTable());
    this.#details.addEventListener("toggle", () => this.#fillTable());
    this.element = el(
      "section",
      { class: "card" },
      el("div", { class: "plot-head" }, el("h2", { text: title }), this.#legend()),
      this.#box,
      this.#details,
    );
  }

  #legend() {
    return el(
      "ul",
      { class: "legend" },
      this.#series.map(({ label }, at) =>
        el("li", {}, el("span", { class: `key key-${at + 1}`, "aria-hidden": "true" }), label, this.#values[at]),
      ),
    );
  }

  #newTable() {
    const head = ["Series", "Now", "Least", "Mean", "Most"].map((text, at) => el("th", { scope: "col", class: at ? "number" : "", text }));
    return el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `${this.#title}, as a table` },
      el("table", {}, el("caption", { text: "Of what the plot shows" }), el("thead", {}, el("tr", {}, head)), this.#table),
    );
  }

  /** Begins to draw; the element is in the page. */
  start() {
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(this.#box);
    this.#ended = [() => observer.disconnect(), onTheme(() => this.#rebuild())];
    this.#resize();
  }

  stop() {
    this.#ended.forEach((end) => end());
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  #resize() {
    const wide = Math.floor(this.#box.clientWidth);
    if (wide > 0 && wide !== this.#wide) {
      this.#wide = wide;
      if (this.#plot) this.#plot.setSize({ width: wide, height: HEIGHT });
      else this.#rebuild();
    }
  }

  #rebuild() {
    if (!this.#wide) return;
    this.#plot?.destroy();
    this.#plot = new globalThis.uPlot(this.#settings(), this.#data(), this.#box);
  }

  #settings() {
    const line = colour("line");
    const quiet = colour("quiet");
    const font = `11px ${getComputedStyle(document.body).fontFamily}`;
    const axis = { stroke: quiet, font, ticks: { stroke: line, width: 1, size: 4 }, grid: { stroke: line, width: 1 } };
    return {
      width: this.#wide,
      height: HEIGHT,
      padding: [8, 20, 0, 0],
      cursor: { sync: { key: SYNC }, points: { size: 6 }, drag: { x: false, y: false } },
      legend: { show: false },
      scales: { x: { time: true }, y: { ...(this.#options.logarithmic ? { distr: 3, log: 10 } : {}), range: (_, least, most) => this.#range(least, most) } },
      axes: [
        { ...axis, grid: { show: false }, size: 28, space: 76, values: (_, ticks) => ticks.map((tick) => time(tick * 1000)) },
        {
          ...axis,
          size: 66,
          gap: 4,
          ...(this.#options.binary ? { incrs: BINARY_STEPS } : {}),
          ...(this.#options.logarithmic ? decades(axis) : {}),
          values: (_, ticks) => ticks.map((tick) => (tick == null ? "" : this.#format(tick))),
        },
      ],
      series: [{}, ...this.#series.map((each, at) => this.#line(each, at))],
      hooks: { setCursor: [(plot) => this.#showValues(plot.cursor.idx)] },
    };
  }

  #range(least, most) {
    const { floor = 1, fixed, logarithmic } = this.#options;
    if (logarithmic) {
      return [10 ** Math.floor(Math.log10(least || 1)), 10 ** Math.ceil(Math.log10(most || 1000) + 0.02)];
    }
    return fixed ?? [0, Math.max(floor, (most ?? 0) * 1.08)];
  }

  #line({ area, points }, at) {
    const stroke = colour(COLOURS[at]);
    return {
      stroke,
      width: points ? 0 : 1.75,
      dash: DASHES[at],
      fill: area ? stroke.replace("rgb(", "rgba(").replace(")", ", 0.1)") : undefined,
      points: { show: Boolean(points), size: 5, fill: stroke, stroke },
      spanGaps: false,
    };
  }

  #data() {
    return this.#history.columns(...this.#series.map(({ take }) => take));
  }

  /** Draws what has come. */
  update() {
    const data = this.#data();
    this.#plot?.setData(data);
    if (this.#plot?.cursor.idx == null || this.#plot.cursor.left < 0) this.#showValues(data[0].length - 1, data);
    if (this.#details.open) this.#fillTable();
    const now = Date.now();
    if (now - this.#describedAt > DESCRIBED_EVERY_MILLIS) {
      this.#describedAt = now;
      setAttribute(this.#box, "aria-label", this.#description(data));
    }
  }

  #showValues(index, data = this.#plot.data) {
    const at = index ?? data[0].length - 1;
    this.#values.forEach((element, each) => {
      const value = data[each + 1]?.[at];
      setText(element, value == null ? "–" : this.#format(value));
    });
  }

  #summary(column) {
    const known = column.filter((value) => value != null);
    if (!known.length) return ["–", "–", "–", "–"];
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    return [known.at(-1), Math.min(...known), mean, Math.max(...known)].map((value) => this.#format(value));
  }

  #description(data) {
    const parts = this.#series.map(({ label }, at) => {
      const [now, least, , most] = this.#summary(data[at + 1]);
      return `${label} now ${now}, least ${least}, most ${most}`;
    });
    return `${this.#title} over the last minutes: ${parts.join("; ")}`;
  }

  #fillTable() {
    const data = this.#data();
    this.#table.replaceChildren(
      ...this.#series.map(({ label }, at) =>
        el(
          "tr",
          {},
          el("th", { scope: "row", text: label }),
          this.#summary(data[at + 1]).map((text) => el("td", { class: "number", text })),
        ),
      ),
    );
  }
}
