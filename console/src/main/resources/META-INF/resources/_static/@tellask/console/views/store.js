import { bar } from "../parts/bars.js";
import { el, setText } from "../parts/dom.js";
import { brief, bytes, count, millis } from "../parts/format.js";
import { plain } from "../parts/history.js";
import { Poll } from "../parts/poll.js";
import { Table } from "../parts/table.js";

const EVERY_MILLIS = 2_000;

const garbage = ({ logBytes, liveBytes, inertBytes }) => Math.max(0, logBytes - liveBytes - inertBytes);

const COLUMNS = [
  {
    label: "Map",
    main: true,
    sort: ({ name }) => name,
    cell: ({ name, readOnly, damagedReads }) => [
      name,
      readOnly ? el("span", { class: "tag bad", text: "read only" }) : null,
      damagedReads ? el("span", { class: "tag bad", text: "damaged" }) : null,
    ].filter(Boolean).flatMap((each, at) => (at ? [" ", each] : [each])),
  },
  { label: "Records", number: true, sort: ({ records }) => records, cell: ({ records }) => brief(records) },
  {
    label: "Space",
    sort: ({ diskBytes }) => diskBytes,
    cell: (row) => [
      `${bytes(row.diskBytes)} in ${count(row.segments)} ${row.segments === 1 ? "file" : "files"}`,
      bar("space", [
        [3, row.liveBytes / row.diskBytes],
        [4, row.inertBytes / row.diskBytes],
        [2, garbage(row) / row.diskBytes],
      ]),
    ],
  },
  { label: "Live", number: true, sort: ({ liveBytes }) => liveBytes, cell: ({ liveBytes }) => bytes(liveBytes) },
  { label: "Overwritten", number: true, sort: garbage, cell: (row) => bytes(garbage(row)) },
  { label: "Removals", number: true, sort: ({ inertBytes }) => inertBytes, cell: ({ inertBytes }) => bytes(inertBytes) },
  { label: "Compactions", number: true, sort: ({ compactions }) => compactions, cell: ({ compactions }) => brief(compactions) },
  { label: "Given back", number: true, sort: ({ freedBytes }) => freedBytes, cell: ({ freedBytes }) => bytes(freedBytes) },
  { label: "Forces", number: true, sort: ({ forces }) => forces, cell: ({ forces }) => brief(forces) },
  { label: "Not on disk", number: true, sort: ({ unforcedMillis }) => unforcedMillis, cell: ({ unforcedMillis }) => (unforcedMillis ? millis(unforcedMillis) : "–") },
  { label: "Durability", sort: ({ durability }) => durability, cell: ({ durability }) => durability.toLowerCase() },
];

/** The durable maps. */
export const store = ({ session, isPaused }) => {
  let first = true;
  const table = new Table({ caption: "Durable maps", columns: COLUMNS, key: ({ name }) => name, by: 2, empty: "This process has no durable maps that it tells of." });
  const summary = el("p");
  const poll = new Poll(
    EVERY_MILLIS,
    async () => {
      if (!session.console || (!first && (isPaused() || !session.isOpen))) return undefined;
      return plain(await session.console.stores());
    },
    (maps) => {
      if (!maps) return;
      const disk = maps.reduce((sum, { diskBytes }) => sum + diskBytes, 0);
      const records = maps.reduce((sum, { records: number }) => sum + number, 0);
      setText(summary, maps.length ? `${count(maps.length)} ${maps.length === 1 ? "map" : "maps"}, ${brief(records)} records, ${bytes(disk)} on disk` : "");
      table.update(maps);
    },
  );
  return {
    element: el(
      "div",
      { class: "view" },
      el("div", { class: "head" }, el("h1", { text: "Store" }), summary),
      el("section", { class: "card" }, table.element),
      el(
        "ul",
        { class: "legend", "aria-label": "Colours of space" },
        [["3", "live records"], ["4", "removals that hide others"], ["2", "overwritten, given back by compaction"]].map(([key, text]) =>
          el("li", {}, el("span", { class: `key key-${key}`, "aria-hidden": "true" }), text),
        ),
      ),
      el("p", { class: "note", text: "Files are made larger ahead of what is written, so they are larger than the records in them. “Not on disk” is how long ago the oldest change was made that a power cut would lose." }),
    ),
    start() {
      poll.start();
      first = false;
    },
    refresh: () => poll.now(),
    stop: () => poll.stop(),
  };
};
