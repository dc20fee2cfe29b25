import { svg } from "./dom.js";

const WIDTH = 100;
const HEIGHT = 36;

/** A small drawing of the last values, which says nothing that its number does not say: hidden from screen readers. */
export class Sparkline {
  #line = svg("path", { class: "spark-line" });
  #area = svg("path", { class: "spark-area" });
  element = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }, this.#area, this.#line);

  update(values) {
    const known = values.filter((value) => value != null);
    if (known.length < 2) return;
    const most = Math.max(...known);
    const least = Math.min(0, ...known);
    const height = (value) => HEIGHT - 2 - ((value - least) / (most - least || 1)) * (HEIGHT - 8);
    const step = WIDTH / (known.length - 1);
    const points = known.map((value, at) => `${(at * step).toFixed(2)},${height(value).toFixed(2)}`).join("L");
    this.#line.setAttribute("d", `M${points}`);
    this.#area.setAttribute("d", `M0,${HEIGHT}L${points}L${WIDTH},${HEIGHT}Z`);
  }
}
