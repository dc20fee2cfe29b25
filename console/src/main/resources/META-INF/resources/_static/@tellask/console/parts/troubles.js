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
    if (number > 0) found.push({ level, to, text: text.replace(": N", `: ${count(number)}`) });
  };
  const { process } = last;
  const held = process.peerHeldBytes / process.peerLimitBytes;
  if (held > FULL) found.push({ level: "bad", to: "#/memory", text: `Peers hold ${percent(held)} of what they may; the server refuses more soon.` });
  const heap = process.heapUsed / process.heapMax;
  if (heap > 0.9) found.push({ level: "warn", to: "#/memory", text: `The heap is ${percent(heap)} full.` });
  add(grown(({ actors }) => actors.deadLetters), "Messages that were not carried out within the last minute: N.", "#/dead-letters");
  add(grown(({ actors }) => actors.blockedTurns), "Turns of loops that took too long within the last minute: N; the log names the actor.", "#/actors", "bad");
  add(grown(({ actors }) => actors.loopFailures), "Failures on loops that had nobody to be told within the last minute: N; see the log.", undefined, "bad");
  add(grown(({ server }) => server.refusedConnections), "Connections refused at a limit within the last minute: N.", "#/connections", "bad");
  add(grown(({ server }) => server.refusedPeers), "Connections that the authenticator did not let in within the last minute: N.", "#/connections");
  add(grown(({ server }) => server.junkConnections), "Connections that ended without a valid hello within the last minute: N.", "#/connections");
  add(grown(({ server }) => server.sessionsLost), "Sessions lost within the last minute: N.", "#/connections");
  return found;
};
