import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { options } from "./options.mjs";
import { sourcesDigest } from "./sources.mjs";

/** Builds `dist`, which is committed: modules, their types, and the digest of the sources. */
const root = new URL("..", import.meta.url).pathname;
rmSync(`${root}dist`, { recursive: true, force: true });
await build({
  ...options,
  absWorkingDir: root,
  entryPoints: ["index", "core", "parts", "cbor", "binary", "testing"].map((name) => `src/${name}.ts`),
  outdir: "dist",
  splitting: true,
  chunkNames: "shared-[hash]",
  sourcemap: true,
});
execFileSync("node_modules/.bin/tsc", ["-p", "tsconfig.types.json"], { cwd: root, stdio: "inherit" });
for (const name of readdirSync(`${root}dist`).filter((each) => each.endsWith(".d.ts"))) {
  const text = readFileSync(`${root}dist/${name}`, "utf8");
  writeFileSync(`${root}dist/${name}`, text.replaceAll(/from "(\.\/[^"]*)\.ts"/g, 'from "$1.js"'));
}
writeFileSync(`${root}dist/sources.sha256`, sourcesDigest() + "\n");
