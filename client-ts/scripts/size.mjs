import { build } from "esbuild";
import { gzipSync } from "node:zlib";
import { options } from "./options.mjs";

/**
 * Fails where the client has become larger than it may be: bytes, minified and compressed by gzip -9. The aim for the core
 * is 6 KiB (ADR 49); until it is met the budget keeps it from growing.
 */
const CORE_BYTES = 13_700;
const CBOR_BYTES = 1_500;

const size = async (contents) => {
  const stdin = { contents, resolveDir: new URL("../src", import.meta.url).pathname, loader: "ts" };
  const { outputFiles } = await build({ ...options, stdin, write: false });
  const bytes = outputFiles[0].contents;
  return { plain: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
};

const core = await size('import { connect } from "./index.ts"; console.log(connect);');
let text = `core ${core.gzip} of ${CORE_BYTES} bytes (${core.plain} before gzip)`;
let isTooLarge = core.gzip > CORE_BYTES;
const both = await size(
  'import { connect } from "./index.ts"; import { cbor } from "./cbor.ts"; console.log(connect, cbor);',
);
const more = both.gzip - core.gzip;
text += `; CBOR ${more} of ${CBOR_BYTES} bytes more`;
isTooLarge ||= more > CBOR_BYTES;
console.log(text);
if (isTooLarge) {
  console.error("size: too large; make it smaller, or raise the limit and say why in ADR 49");
  process.exitCode = 1;
}
