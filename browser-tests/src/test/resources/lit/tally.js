import { LitElement, css, html } from "lit";
import { classMap } from "lit/directives/class-map.js";

class PageTally extends LitElement {
  static properties = { name: {}, count: { state: true } };
  static styles = css`
    .many {
      font-weight: 700;
    }
  `;

  constructor() {
    super();
    this.count = 0;
  }

  render() {
    return html`<button class=${classMap({ many: this.count > 1 })} @click=${() => this.count++}>${this.name}: ${this.count}</button>`;
  }
}

customElements.define("page-tally", PageTally);
