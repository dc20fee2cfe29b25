import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** What `dist` is built from, by one digest: the Java build compares it without Node. */
export const sourcesDigest = () => {
  const hash = createHash("sha256");
  const folder = new URL("../src/", import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts")).sort();
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(new URL(name, folder)));
  return hash.digest("hex");
};
