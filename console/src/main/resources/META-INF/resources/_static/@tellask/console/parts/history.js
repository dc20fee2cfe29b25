/** The snapshots of the last minutes, and rates between them. */

const MOST = 600;
const WINDOW_MILLIS = 5 * 60_000;

/** `bigint`s as numbers: what is counted here stays below 2^53 for centuries. */
export const plain = (value) => {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === "object" && value.constructor === Object) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
  }
  return value;
};

/** Keeps samples: a snapshot with the rates since the one before. */
export class History {
  samples = [];
  #listeners = new Set();

  get last() {
    return this.samples.at(-1);
  }

  /** Calls a function with each new sample. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  add(raw) {
    const now = plain(raw);
    const before = this.last;
    const seconds = before ? (now.uptimeMillis - before.uptimeMillis) / 1000 : 0;
    if (before && seconds <= 0) this.samples = []; // another process than before
    const sample = { ...now, time: Date.parse(now.at) / 1000, rates: ratesOf(now, seconds > 0 ? before : undefined, seconds) };
    this.samples.push(sample);
    const oldest = sample.time - WINDOW_MILLIS / 1000;
    while (this.samples.length > MOST || this.samples[0].time < oldest) this.samples.shift();
    this.#listeners.forEach((listener) => listener(sample));
  }

  /** Columns for a plot: times, then what each function takes of a sample; null where it is not known. */
  columns(...takes) {
    return [this.samples.map((sample) => sample.time), ...takes.map((take) => this.samples.map((sample) => take(sample) ?? null))];
  }
}

/** Null where there is no sample before; a count that fell (an actor stopped) is no rate either. */
const ratesOf = (now, before, seconds) => {
  const per = (take, scale = 1) => {
    if (!before) return null;
    const change = take(now) - take(before);
    return change < 0 ? null : (change / seconds) * scale;
  };
  return {
    calls: per((each) => each.server.calls),
    received: per((each) => each.server.receivedBytes),
    sent: per((each) => each.server.sentBytes),
    handled: per((each) => each.actors.handled),
    busy: per((each) => each.actors.busyMicros, 1e-6),
    deadLetters: per((each) => each.actors.deadLetters),
    cpu: per((each) => each.process.cpuMillis, 1e-3 / now.process.processors),
    paused: per((each) => each.process.pauseMillis, 1e-3),
  };
};
