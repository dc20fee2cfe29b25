/** The console: sections that show what one session with the server tells. */
import { byId, setText } from "./parts/dom.js";
import { brief, time } from "./parts/format.js";
import { History } from "./parts/history.js";
import { chooseTheme } from "./parts/theme.js";
import { ConsoleSession } from "./session.js";
import { actors } from "./views/actors.js";
import { connections } from "./views/connections.js";
import { deadLetters } from "./views/dead-letters.js";
import { group } from "./views/group.js";
import { latency } from "./views/latency.js";
import { memory } from "./views/memory.js";
import { overview } from "./views/overview.js";
import { store } from "./views/store.js";

/** By the fragment of the address. Each makes an `element`, with `start` and `stop` for while it is shown. */
const VIEWS = { overview, connections, actors, latency, memory, store, group, "dead-letters": deadLetters };

/** A page that nobody sees has the server sample for it no longer than this. */
const UNSEEN_MILLIS = 60_000;

const history = new History();
const session = new ConsoleSession(showState, (snapshot) => history.add(snapshot));
let view;
let paused = false;
let unseen;

function showState(state, text) {
  const badge = byId("state");
  badge.dataset.state = state;
  setText(byId("state-text"), text);
  const stale = state === "lost" && history.last;
  byId("stale").hidden = !stale;
  if (stale) setText(byId("stale"), `These numbers are of ${time(history.last.time * 1000)}: ${text}.`);
  if (state === "live") view?.refresh?.();
}

function show(move) {
  const name = location.hash.slice(2) in VIEWS ? location.hash.slice(2) : "overview";
  view?.stop();
  view = VIEWS[name]({ session, history, isPaused: () => paused });
  byId("view").replaceChildren(view.element);
  view.start();
  for (const link of document.querySelectorAll(".rail a")) {
    if (link.hash === `#/${name}`) {
      link.setAttribute("aria-current", "page");
      document.title = `${link.firstChild.textContent.trim()} · Tellask console`;
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else link.removeAttribute("aria-current");
  }
  if (move) {
    scrollTo(0, 0);
    byId("main").focus({ preventScroll: true });
  }
}

function pauseNow() {
  session.pause(paused || unseen === "paused");
}

byId("pause").addEventListener("click", ({ currentTarget }) => {
  paused = !paused;
  currentTarget.setAttribute("aria-pressed", String(paused));
  pauseNow();
});
byId("every").addEventListener("change", ({ currentTarget }) => session.every(Number(currentTarget.value)));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    unseen = setTimeout(() => {
      unseen = "paused";
      pauseNow();
    }, UNSEEN_MILLIS);
  } else {
    clearTimeout(unseen);
    unseen = undefined;
    pauseNow();
  }
});
history.listen(({ server, actors: all }) => {
  setText(byId("count-connections"), brief(server.connections));
  setText(byId("count-actors"), brief(all.actors));
  setText(byId("count-dead-letters"), all.deadLetters ? brief(all.deadLetters) : "");
});
addEventListener("hashchange", () => show(true));
addEventListener("pagehide", ({ persisted }) => {
  if (!persisted) session.close();
});
chooseTheme(byId("theme"));
setText(byId("host"), location.host);
show(false);
void session.start();
