import { el, setText } from "./dom.js";

/**
 * A table whose rows are sorted by a click on a heading, and kept while their values change, so that focus and selection
 * stay where they are.
 *
 * A column has `label`, `cell` (of a row: a text, or nodes), and may have `sort` (of a row: a number or a text; the table
 * can then be sorted by it), `number: true` and `main: true`.
 */
export class Table {
  #columns;
  #key;
  #rows = [];
  #lines = new Map();
  #by;
  #descending;
  #body = el("tbody");
  #heads;
  #caption;
  #empty;

  constructor({ caption, columns, key, by, descending = true, empty = "Nothing to show." }) {
    this.#columns = columns;
    this.#key = key;
    this.#by = by;
    this.#descending = descending;
    this.#caption = el("caption", { text: caption });
    this.#empty = el("p", { class: "empty", text: empty, hidden: true });
    this.#heads = columns.map((column, at) => this.#head(column, at));
    this.element = el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      el("table", {}, this.#caption, el("thead", {}, el("tr", {}, this.#heads)), this.#body),
      this.#empty,
    );
    this.#markSorted();
  }

  #head({ label, sort, number }, at) {
    const text = sort ? el("button", { type: "button", text: label, onclick: () => this.#sortBy(at) }) : label;
    return el("th", { scope: "col", class: number ? "number" : null }, text);
  }

  #sortBy(at) {
    this.#descending = this.#by === at ? !this.#descending : Boolean(this.#columns[at].number);
    this.#by = at;
    this.#markSorted();
    this.update(this.#rows);
  }

  #markSorted() {
    this.#heads.forEach((head, at) => {
      if (!this.#columns[at].sort) return;
      if (at === this.#by) head.setAttribute("aria-sort", this.#descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  }

  caption(text) {
    setText(this.#caption, text);
  }

  /** Shows these rows. */
  update(rows) {
    this.#rows = rows;
    const lines = this.#sorted(rows).map((row) => this.#line(row));
    const shown = new Set(lines);
    for (const [key, line] of this.#lines) {
      if (!shown.has(line)) {
        line.remove();
        this.#lines.delete(key);
      }
    }
    lines.forEach((line, at) => {
      if (this.#body.children[at] !== line) this.#body.insertBefore(line, this.#body.children[at] ?? null);
    });
    this.#empty.hidden = rows.length > 0;
  }

  #sorted(rows) {
    const sort = this.#columns[this.#by]?.sort;
    if (!sort) return rows;
    const sign = this.#descending ? -1 : 1;
    const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b);
    return [...rows].sort((a, b) => sign * compare(sort(a), sort(b)));
  }

  #line(row) {
    const key = this.#key(row);
    let line = this.#lines.get(key);
    if (!line) {
      line = el("tr", {}, this.#columns.map(({ number, main }) => el("td", { class: number ? "number" : main ? "main" : null })));
      this.#lines.set(key, line);
    }
    line.classList.toggle("chosen", Boolean(row.chosen));
    this.#columns.forEach(({ cell }, at) => {
      const content = cell(row, line.children[at]);
      if (typeof content === "string") setText(line.children[at], content);
      else if (content) line.children[at].replaceChildren(...[content].flat().filter((child) => child != null));
    });
    return line;
  }
}
