import { expect, test } from "vitest";
import { pollingTransport } from "../../src/polling.ts";

const PARTS = 1024;
const PART_BYTES = 1 << 16;

/** A server of requests that takes a number of bytes of each body. */
const server = (takes: (body: Uint8Array) => number) => {
  const got: Uint8Array[] = [];
  let position = 0;
  const request = (async (_: string, { method, headers, body }: any) => {
    if (method === "GET") return new Promise(() => undefined);
    if (!headers["Tellask-Connection"]) return new Response("name");
    if (body) {
      expect(Number(headers["Tellask-Position"])).toBe(position);
      const taken = body.subarray(0, takes(body));
      got.push(taken.slice());
      position += taken.length;
    }
    return new Response("", { headers: { "Tellask-Position": String(position) } });
  }) as unknown as typeof fetch;
  return { request, got, bytes: () => position };
};

test("many parts are sent in order, however much of a request the server takes", async () => {
  let turn = 0;
  const { request, got, bytes } = server((body) => (turn++ % 3 ? body.length : Math.ceil(body.length / 2)));
  const wire = pollingTransport(request)(new URL("http://localhost/"), {
    open: () => {
      for (let i = 0; i < 1000; i++) wire.send(Uint8Array.of(i, i >> 8));
      wire.send(new Uint8Array(100_000));
    },
    bytes: () => undefined,
    ended: () => undefined,
  });
  await expect.poll(bytes).toBe(102_000);
  const all = Buffer.concat(got);
  for (let i = 0; i < 1000; i++) expect(all.readUInt16LE(2 * i)).toBe(i);
  wire.close();
});

test("a message of 64 MiB is copied a few times, not once for each of its parts", async () => {
  const { request, bytes } = server((body) => body.length);
  const message = new Uint8Array(PARTS * PART_BYTES);
  let copied = 0;
  const { set } = Uint8Array.prototype;
  Uint8Array.prototype.set = function (source: ArrayLike<number>, at?: number) {
    copied += source.length;
    return set.call(this, source, at);
  };
  try {
    const wire = pollingTransport(request)(new URL("http://localhost/"), {
      open: () => {
        for (let i = 0; i < PARTS; i++) wire.send(message.subarray(i * PART_BYTES, (i + 1) * PART_BYTES));
      },
      bytes: () => undefined,
      ended: () => undefined,
    });
    await expect.poll(bytes).toBe(message.length);
    wire.close();
  } finally {
    Uint8Array.prototype.set = set;
  }
  expect(copied).toBeLessThan(4 * message.length);
});
