import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Transport } from "../../src/index.ts";
import { Workshop } from "../contracts.ts";

test("dist is built of these sources, and works", async () => {
  const { sourcesDigest } = (await import("../../scripts/sources.mjs" as string)) as { sourcesDigest(): string };
  const built = readFileSync(new URL("../../dist/sources.sha256", import.meta.url), "utf8").trim();
  expect(built, "run npm run build, and commit dist").toBe(sourcesDigest());
  const { pair } = (await import("../../dist/testing.js" as string)) as typeof import("../../src/testing.ts");
  const { RemoteError } = (await import("../../dist/index.js" as string)) as typeof import("../../src/index.ts");
  const { cbor } = (await import("../../dist/cbor.js" as string)) as typeof import("../../src/cbor.ts");
  const { client, server } = await pair({ encoding: cbor });
  server.publish("workshop", Workshop, { add: async (a: number, b: number) => a + b } as any);
  const shop = client.lookup("workshop", Workshop);
  expect(await shop.add(1, 2)).toBe(3);
  await expect(shop.notes()).rejects.toThrow(RemoteError);
  client.close();
});

test("a transport of the page's own has names that the build keeps", async () => {
  const { connect } = (await import("../../dist/index.js" as string)) as typeof import("../../src/index.ts");
  const sent: Uint8Array[] = [];
  const transport: Transport = (_, events) => {
    queueMicrotask(() => events.open());
    return {
      send: (bytes) => {
        sent.push(bytes);
        events.ended("cut by the test");
      },
      close: () => undefined,
    };
  };
  await expect(connect("ws://localhost/tellask", { transport })).rejects.toThrow("cut by the test");
  expect(sent.map((bytes) => bytes[3])).toEqual([1]); // HELLO
});
