import { textOf, utf8 } from "./bytes.ts";
import { Feature } from "./hello.ts";
import type { Encoding } from "./types.ts";

/** Values as JSON, docs/CODEC_TEXT.md. */
export const json: Encoding = {
  feature: Feature.JSON,
  isText: true,
  encode: (value) => utf8(JSON.stringify(value)),
  decode: (bytes, shared) => {
    const text = textOf(bytes);
    return JSON.parse(
      text,
      text.includes('"@ref"')
        ? (_, value) => {
            if (value && value["@id"]) shared.set(value["@id"], value);
            return value;
          }
        : undefined,
    );
  },
};
