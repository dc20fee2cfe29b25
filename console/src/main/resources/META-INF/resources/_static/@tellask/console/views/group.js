import { el, setText } from "../parts/dom.js";
import { count, millis } from "../parts/format.js";
import { plain } from "../parts/history.js";
import { Poll } from "../parts/poll.js";
import { Table } from "../parts/table.js";

const EVERY_MILLIS = 2_000;

const known = (number, text) => (number < 0 ? "–" : text(number));

const COLUMNS = [
  {
    label: "Member",
    main: true,
    sort: ({ member }) => member,
    cell: ({ member, self }) => (self ? [member, " ", el("span", { class: "tag", text: "this one" })] : [member]),
  },
  {
    label: "Role",
    sort: ({ role }) => role,
    cell: ({ role }) => (role === "GONE" ? [el("span", { class: "tag bad", text: "gone" })] : role.toLowerCase()),
  },
  { label: "Applied", number: true, sort: ({ appliedIndex }) => appliedIndex, cell: ({ appliedIndex }) => known(appliedIndex, count) },
  { label: "Lag", number: true, sort: ({ lag }) => lag, cell: ({ lag }) => known(lag, count) },
  { label: "Connected", number: true, sort: ({ connectedMillis }) => connectedMillis, cell: ({ connectedMillis }) => known(connectedMillis, millis) },
  { label: "Address", sort: ({ address }) => address, cell: ({ address }) => address || "–" },
  { label: "Group", sort: ({ group }) => group, cell: ({ group }) => group },
];

/** The members of the groups that the server is a member of. */
export const group = ({ session, isPaused }) => {
  let first = true;
  const table = new Table({
    caption: "Members",
    columns: COLUMNS,
    key: (row) => `${row.group}/${row.member}`,
    by: 0,
    empty: "This process is a member of no group that it tells of.",
  });
  const summary = el("p");
  const poll = new Poll(
    EVERY_MILLIS,
    async () => {
      if (!session.console || (!first && (isPaused() || !session.isOpen))) return undefined;
      return plain(await session.console.groups());
    },
    (members) => {
      if (!members) return;
      const leader = members.find(({ role }) => role === "LEADER");
      setText(
        summary,
        members.length
          ? `${leader ? `${leader.member} leads` : "nobody is known to lead"}, term ${count(members[0].term)}, ${count(members[0].leaderChanges)} changes of the leader`
          : "",
      );
      table.update(members);
    },
  );
  return {
    element: el(
      "div",
      { class: "view" },
      el("div", { class: "head" }, el("h1", { text: "Group" }), summary),
      el("section", { class: "card" }, table.element),
      el("p", { class: "note", text: "Each number is what this member knows. “Lag” is how many commands a member has applied less than the one that leads; others are asked while somebody looks." }),
    ),
    start() {
      poll.start();
      first = false;
    },
    refresh: () => poll.now(),
    stop: () => poll.stop(),
  };
};
