/** The session with the server: who the user is, and the snapshots while somebody looks. */
import { AuthenticationError, connect } from "./client/index.js";
import { Console } from "./contracts.js";
import { byId } from "./parts/dom.js";

const TOKEN_KEY = "tellask-console-token";
const NAME = "tellask.console";
const RETRY_MILLIS = 1_000;

const socket = () => document.querySelector('meta[name="tellask-socket"]').content;

const stored = () => {
  try {
    return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
  } catch {
    return undefined;
  }
};

const keep = (token) => {
  try {
    if (token) sessionStorage.setItem(TOKEN_KEY, token);
    else sessionStorage.removeItem(TOKEN_KEY);
  } catch {
    // then it is asked for again
  }
};

/** Asks for the token; `refused` says why again. */
const askForToken = (refused) =>
  new Promise((resolve) => {
    const dialog = byId("sign-in");
    const input = byId("token");
    byId("sign-in-error").textContent = refused;
    dialog.oncancel = (event) => event.preventDefault(); // there is nothing behind it
    byId("sign-in-form").onsubmit = (event) => {
      event.preventDefault();
      const token = input.value;
      input.value = "";
      keep(byId("keep").checked ? token : undefined);
      dialog.close();
      resolve(token);
    };
    if (!dialog.open) dialog.showModal();
    input.focus();
  });

/** Tells what it is about by `onState`: `connecting`, `live`, `paused`, `reconnecting` or `lost`, with a sentence. */
export class ConsoleSession {
  #token = stored();
  #client;
  #everyMillis = 1_000;
  #paused = false;
  #looking;
  #wake = () => {};

  constructor(onState, onSnapshot) {
    this.onState = onState;
    this.onSnapshot = onSnapshot;
  }

  /** What the page calls; undefined before the first connection. */
  console;

  get isOpen() {
    return this.#client?.state === "open";
  }

  async start() {
    this.#client = await this.#connect();
    this.console = this.#client.lookup(NAME, Console);
    void this.#look();
  }

  async #connect() {
    let shown = this.#token !== undefined;
    for (let tries = 0; ; tries++) {
      try {
        return await connect(socket(), {
          credentials: () => (this.#token === undefined ? undefined : { scheme: "bearer", token: this.#token }),
          onState: (state) => this.#became(state),
          onLost: () => this.#wake(),
        });
      } catch (failure) {
        if (failure instanceof AuthenticationError) {
          keep(undefined);
          this.#token = await askForToken(shown ? "The server does not know this token." : "");
          shown = true;
        } else {
          this.onState("lost", `not reached, trying again: ${failure.message}`);
          await new Promise((resolve) => setTimeout(resolve, Math.min(10_000, RETRY_MILLIS * 2 ** Math.min(tries, 4))));
        }
      }
    }
  }

  #became(state) {
    if (state === "open") {
      this.onState(this.#paused ? "paused" : "live", this.#paused ? "paused" : "live");
      this.#wake();
    } else if (state === "resuming") this.onState("reconnecting", "reconnecting");
    else if (state === "connecting" && this.console) this.onState("lost", "server lost, trying again");
    else if (state === "closed" && this.console) {
      this.onState("lost", "signed out");
      location.reload(); // the token is no longer good, or the server wants no more of this page
    }
  }

  /** Snapshots as often as asked for, over lost sessions, until it is paused. */
  async #look() {
    for (;;) {
      this.#looking = new AbortController();
      const { signal } = this.#looking;
      try {
        if (this.#paused || !this.isOpen) await this.#woken();
        else {
          for await (const snapshot of this.console.snapshots(this.#everyMillis, { signal, prefetch: 4 })) {
            this.onSnapshot(snapshot);
          }
          await this.#woken(RETRY_MILLIS); // the server closes
        }
      } catch (failure) {
        if (!signal.aborted) {
          if (this.isOpen) this.onState("lost", failure.message);
          await this.#woken(RETRY_MILLIS);
        }
      }
    }
  }

  #woken(millis) {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (millis) setTimeout(resolve, millis);
    });
  }

  every(millis) {
    this.#everyMillis = millis;
    this.#lookAnew();
  }

  /** Looks no more until it is called with false: the server samples nothing for this page meanwhile. */
  pause(paused) {
    if (this.#paused === paused) return;
    this.#paused = paused;
    if (this.isOpen) this.onState(paused ? "paused" : "live", paused ? "paused" : "live");
    this.#lookAnew();
  }

  /** Says goodbye, so that the server keeps nothing for this page. */
  close() {
    this.console = undefined;
    this.#client?.close();
  }

  #lookAnew() {
    this.#looking?.abort();
    this.#wake();
  }
}
