import { el, setText } from "../parts/dom.js";
import { count, simpleName, packageName, time } from "../parts/format.js";
import { plain } from "../parts/history.js";
import { Poll } from "../parts/poll.js";
import { Table } from "../parts/table.js";

const MOST = 512;
const EVERY_MILLIS = 2_000;
const REASONS = {
  FAILED: "the method threw",
  DROPPED: "a full mailbox let it go",
  REFUSED: "a full mailbox refused it",
  STOPPED: "the actor had stopped",
};

const COLUMNS = [
  { label: "At", sort: ({ at }) => at, cell: ({ at }) => time(Date.parse(at)) },
  { label: "Actor", main: true, sort: ({ actor }) => actor, cell: ({ actor }) => actor },
  {
    label: "Method",
    sort: ({ contract, method }) => `${simpleName(contract)}.${method}`,
    cell: ({ contract, method }, cell) =>
      cell.firstChild ? undefined : [`${simpleName(contract)}.${method}`, el("span", { class: "sub", text: packageName(contract) })],
  },
  { label: "Why", sort: ({ reason }) => reason, cell: ({ reason }) => REASONS[reason] ?? reason },
  { label: "Times", number: true, sort: ({ times }) => times, cell: ({ times }) => count(times) },
  { label: "Failure", sort: ({ failure }) => failure, cell: ({ failure }) => (failure ? simpleName(failure) : "–") },
];

/** Those of one second that are alike, as one row. */
const grouped = (rows) => {
  const groups = new Map();
  for (const row of rows) {
    const key = [row.at.slice(0, 19), row.actor, row.contract, row.method, row.reason, row.failure].join(" ");
    const group = groups.get(key);
    if (group) group.times++;
    else groups.set(key, { ...row, key, times: 1 });
  }
  return [...groups.values()];
};

/** What was not carried out. */
export const deadLetters = ({ session, isPaused }) => {
  let first = true;
  const table = new Table({
    caption: "Messages that were not carried out, the youngest first",
    columns: COLUMNS,
    key: ({ key }) => key,
    by: 0,
    empty: "Every message was carried out.",
  });
  const summary = el("p");
  const poll = new Poll(
    EVERY_MILLIS,
    async () => {
      if (!session.console || (!first && (isPaused() || !session.isOpen))) return undefined;
      return plain(await session.console.deadLetters(MOST));
    },
    (page) => {
      if (!page) return;
      setText(summary, page.counted ? `${count(page.counted)} since the server began, ${count(page.kept)} kept` : "none since the server began");
      table.update(grouped(page.rows));
    },
  );
  return {
    element: el(
      "div",
      { class: "view" },
      el("div", { class: "head" }, el("h1", { text: "Dead letters" }), summary),
      el("section", { class: "card" }, table.element),
      el("p", { class: "note", text: "Of one second 64 are kept, 512 in all; all are counted. Arguments and messages of failures are not kept: the log of the server has failures of tells." }),
    ),
    start() {
      poll.start();
      first = false;
    },
    refresh: () => poll.now(),
    stop: () => poll.stop(),
  };
};
