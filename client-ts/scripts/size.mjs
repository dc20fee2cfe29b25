import { build } from "esbuild";
import { gzipSync } from "node:zlib";
import { options } from "./options.mjs";

/**
 * Fails where the client has become larger than it may be: bytes, minified and compressed by gzip -9. The aim for a page that
 * asks only is 6 KiB (ADR 49); until it is met the budgets keep it from growing.
 */
const measured = [
  ["a page that asks only", 9_810, 'import { connect } from "./core.ts"; console.log(connect);'],
  [
    "that page and its streams, of dist",
    10_510,
    'import { connect } from "../dist/core.js"; import { streams } from "../dist/parts.js"; console.log(connect, streams);',
  ],
  ["everything", 15_000, 'import { connect } from "./index.ts"; console.log(connect);'],
];
/** What an encoding may add to everything. */
const encodings = [
  ["cbor", 1_250],
  ["binary", 7_050],
];

const size = async (contents) => {
  const stdin = { contents, resolveDir: new URL("../src", import.meta.url).pathname, loader: "ts" };
  // chunks of dist name each other so that pages without a bundler load them at once
  const logOverride = { "ignored-bare-import": "silent" };
  const { outputFiles } = await build({ ...options, logOverride, stdin, write: false });
  const bytes = outputFiles[0].contents;
  return { plain: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
};

let isTooLarge = false;
let last = 0;
for (const [name, limit, contents] of measured) {
  const { plain, gzip } = await size(contents);
  console.log(`${name}: ${gzip} of ${limit} bytes (${plain} before gzip)`);
  isTooLarge ||= gzip > limit;
  last = gzip;
}
for (const [name, limit] of encodings) {
  const contents = `import { connect } from "./index.ts"; import { ${name} } from "./${name}.ts"; console.log(connect, ${name});`;
  const more = (await size(contents)).gzip - last;
  console.log(`${name}: ${more} of ${limit} bytes more`);
  isTooLarge ||= more > limit;
}
if (isTooLarge) {
  console.error("size: too large; make it smaller, or raise the limit and say why in ADR 49");
  process.exitCode = 1;
}
