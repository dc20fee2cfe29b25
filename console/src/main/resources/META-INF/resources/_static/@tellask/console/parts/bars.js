import { svg } from "./dom.js";

/** A bar of parts of a whole, each with the number of its colour: `[[1, 0.3], [2, 0.1]]`. Hidden from screen readers. */
export const bar = (className, parts) => {
  let left = 0;
  const rects = parts.map(([number, share]) => {
    const width = Math.max(0, Math.min(1, share || 0)) * 100;
    const rect = svg("rect", { class: `fill-${number}`, x: left, y: 0, width, height: 10 });
    left += width;
    return rect;
  });
  const span = document.createElement("span");
  span.className = className;
  span.setAttribute("aria-hidden", "true");
  span.append(svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none" }, rects));
  return span;
};
