/** Asks again and again while a section is shown, one question at a time. */
export class Poll {
  #ask;
  #show;
  #millis;
  #timer;
  #stopped = true;
  #again = false;
  #asking = false;

  /** `ask` promises an answer, `show` is given it, or a failure as its second argument. */
  constructor(millis, ask, show) {
    this.#millis = millis;
    this.#ask = ask;
    this.#show = show;
  }

  start() {
    this.#stopped = false;
    this.now();
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Asks now: what is asked for has changed. */
  now() {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    void this.#run();
  }

  async #run() {
    this.#asking = true;
    this.#again = false;
    try {
      const answer = await this.#ask();
      if (!this.#stopped && !this.#again && answer !== undefined) this.#show(answer);
    } catch (failure) {
      if (!this.#stopped && !this.#again) this.#show(undefined, failure);
    }
    this.#asking = false;
    if (this.#stopped) return;
    if (this.#again) void this.#run();
    else this.#timer = setTimeout(() => this.now(), this.#millis);
  }
}
