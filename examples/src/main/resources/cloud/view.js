// What is seen of a cloud: words that grow, and the people who are there.
import { angleOf, place } from "./layout.js";

const SMALLEST_PIXELS = 15;

export class View {
  #words = new Map(); // text to {count, by, item}
  #people = new Set();
  #frame = 0;

  /** @param {(text: string) => void} said called for a word that is clicked */
  constructor(said) {
    this.cloud = document.querySelector("#cloud");
    this.said = said;
    new ResizeObserver(() => this.#later()).observe(this.cloud);
  }

  whole(words, people) {
    this.#words.forEach(word => word.item.remove());
    this.#words.clear();
    words.forEach(word => this.grow(word, false));
    this.#people = new Set(people);
    this.#showPeople();
    this.#later();
  }

  grow({ text, count, by }, now = true) {
    let word = this.#words.get(text);
    if (!word) {
      word = { text, item: this.#newItem(text) };
      this.#words.set(text, word);
    }
    word.count = count;
    word.item.title = `${text}: said ${count === 1 ? "once" : `${count} times`}, last by ${by}`;
    if (now) {
      word.item.classList.add("said");
      setTimeout(() => word.item.classList.remove("said"), 900);
    }
    this.#later();
  }

  gone(text) {
    this.#words.get(text)?.item.remove();
    this.#words.delete(text);
    this.#later();
  }

  entered(name) {
    this.#people.add(name);
    this.#showPeople();
  }

  left(name) {
    this.#people.delete(name);
    this.#showPeople();
  }

  me(name) {
    this.myName = name;
    this.#showPeople();
  }

  #newItem(text) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.textContent = text;
    button.addEventListener("click", () => this.said(text));
    item.append(button);
    item.style.color = `hsl(${Math.round((angleOf(text) / Math.PI) * 180)} 62% var(--light))`;
    this.cloud.append(item);
    return item;
  }

  /** At most once a frame, however much has changed. */
  #later() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#show();
    });
  }

  #show() {
    const box = this.cloud.getBoundingClientRect();
    const words = [...this.#words.values()].sort((a, b) => b.count - a.count || a.text.localeCompare(b.text));
    document.querySelector("#empty").hidden = words.length > 0;
    const most = words[0]?.count ?? 1;
    const largest = Math.min(box.width / 6, box.height / 4, 110);
    words.forEach(word => {
      const size = SMALLEST_PIXELS + (largest - SMALLEST_PIXELS) * Math.sqrt((word.count - 0.5) / Math.max(most, 4));
      word.size = Math.max(SMALLEST_PIXELS, size);
      word.width = widthOf(word.text, word.size);
      word.height = word.size * 1.12;
    });
    place(words, box.width, box.height).forEach((spot, index) => {
      const { item, size } = words[index];
      item.classList.toggle("outside", !spot);
      item.style.fontSize = `${size}px`;
      item.style.transform = `translate(-50%, -50%) translate(${spot?.x ?? 0}px, ${spot?.y ?? 0}px)`;
    });
  }

  #showPeople() {
    const list = document.querySelector("#people");
    list.replaceChildren(...[...this.#people].sort((a, b) => a.localeCompare(b)).map(name => {
      const item = document.createElement("li");
      item.textContent = name;
      item.classList.toggle("me", name === this.myName);
      return item;
    }));
  }
}

const pen = document.createElement("canvas").getContext("2d");

function widthOf(text, size) {
  pen.font = `650 100px ${getComputedStyle(document.body).fontFamily}`;
  return (pen.measureText(text).width * size) / 100;
}
