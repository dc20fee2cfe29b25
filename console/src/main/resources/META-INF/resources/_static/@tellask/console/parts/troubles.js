import { count, percent } from "./format.js";

const RECENT_SECONDS = 60;
const FULL = 0.75;

/** What an operator should look at: of counts that have grown within the last minute, and limits that are near. */
export const troubles = (samples) => {
  const last = samples.at(-1);
  const first = samples.find(({ time }) => time >= last.time - RECENT_SECONDS) ?? last;
  const grown = (take) => take(last) - take(first);
  const found = [];
  const add = (number, text, to, level = "warn") => {
    if (number > 0) found.push({ level, to, text: text.replace("N", count(number)) });
  };
  const { process } = last;
  const held = process.peerHeldBytes / process.peerLimitBytes;
  if (held > FULL) found.push({ level: "bad", to: "#/memory", text: `Peers hold ${percent(held)} of what they may; the server refuses more soon.` });
  const heap = process.heapUsed / process.heapMax;
  if (heap > 0.9) found.push({ level: "warn", to: "#/memory", text: `The heap is ${percent(heap)} full.` });
  add(grown(({ actors }) => actors.deadLetters), "N messages were not carried out within the last minute.", "#/dead-letters");
  add(grown(({ actors }) => actors.blockedTurns), "N turns of the loops took too long within the last minute; the log names the actor.", "#/actors", "bad");
  add(grown(({ actors }) => actors.loopFailures), "N failures on the loops had nobody to be told within the last minute; see the log.", undefined, "bad");
  add(grown(({ server }) => server.refusedConnections), "N connections were refused at a limit within the last minute.", "#/connections", "bad");
  add(grown(({ server }) => server.refusedPeers), "N connections were not let in by the authenticator within the last minute.", "#/connections");
  add(grown(({ server }) => server.junkConnections), "N connections ended without a valid hello within the last minute.", "#/connections");
  add(grown(({ server }) => server.sessionsLost), "N sessions were lost within the last minute.", "#/connections");
  return found;
};
