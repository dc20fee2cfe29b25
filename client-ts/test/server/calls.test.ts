import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { binary } from "../../src/binary.ts";
import { cbor } from "../../src/cbor.ts";
import {
  type Client,
  connect,
  type ConnectOptions,
  ContractMismatchError,
  DeadlineExceededError,
  LookupError,
  RemoteError,
} from "../../src/index.ts";
import { json } from "../../src/json.ts";
import { order, Room, Workshop } from "../contracts.ts";
import { startServer, type WorkshopServer } from "./workshop-server.ts";

let server: WorkshopServer;
let client: Client;
beforeAll(async () => {
  server = await startServer();
}, 60_000);
afterAll(() => server.stop());
afterEach(() => client.close());

const kinds: [string, ConnectOptions][] = [
  ["WebSocket, JSON", { transport: "websocket", encoding: json }],
  ["WebSocket, CBOR", { transport: "websocket", encoding: cbor }],
  ["WebSocket, binary", { transport: "websocket", encoding: binary }],
  ["long polling, JSON", { transport: "polling", encoding: json }],
  ["long polling, CBOR", { transport: "polling", encoding: cbor }],
  ["long polling, binary", { transport: "polling", encoding: binary }],
];

describe.each(kinds)("%s", (_, options) => {
  const open = async (more: ConnectOptions = {}) => {
    client = await connect(`http://${server.open}/tellask`, { webSocket: WebSocket, ...options, ...more });
    return client.lookup("workshop", Workshop);
  };

  test("tells and asks in order", async () => {
    const shop = await open();
    const line = `${Math.random()}`;
    shop.note(line);
    expect((await shop.notes()).at(-1)).toBe(line);
    expect(await shop.add(1, 2)).toBe(3);
    expect(await shop.twice(2n ** 61n)).toBe(2n ** 62n);
    expect(await shop.kind(1)).toBe("int 1");
    expect(await shop.kind("a")).toBe("String a");
  });

  test("every kind of value there and back", async () => {
    const shop = await open();
    expect(await shop.echo(order())).toEqual(order());
    const empty = { ...order(), note: undefined, places: new Map(), circles: [], tags: new Set<string>(), number: -1n };
    expect(await shop.echo(empty)).toEqual(empty);
    expect(await shop.page({ items: ["a", "b"], number: 1 })).toEqual({ items: ["b", "a"], number: 2 });
    expect(await shop.perhaps(1)).toBe(2);
    expect(await shop.perhaps(undefined)).toBe(undefined);
    for (const value of [1, "a", true, [1, "b"], { a: 1 }, 5n, 2n ** 60n, new Set(["x"]), new Map([[1, "y"]]), Uint8Array.of(7)]) {
      expect(await shop.any(value)).toEqual(value);
    }
    const ring = await shop.ring();
    expect(ring.next.name).toBe("second");
    expect(ring.next.next).toBe(ring);
  });

  test("streams from the server, and leaving one", async () => {
    const shop = await open();
    const seen: number[] = [];
    for await (const number of shop.count(3000)) seen.push(number);
    expect(seen).toEqual(Array.from({ length: 3000 }, (__, i) => i + 1));
    const before = await shop.cancelled();
    for await (const number of shop.count(100_000, { prefetch: 8 })) if (number === 20) break;
    await expect.poll(() => shop.cancelled()).toBe(before + 1);
  });

  test("streams to the server", async () => {
    const shop = await open();
    let produced = 0;
    const numbers = async function* () {
      while (produced < 2500) yield ++produced;
    };
    expect(await shop.sum(numbers())).toBe((2500n * 2501n) / 2n);
    const failing = async function* () {
      yield 1;
      throw new Error("no more");
    };
    await expect(shop.sum(failing())).rejects.toThrow("no more");
  });

  test("callbacks, with streams of their own", async () => {
    const shop = await open();
    const told: string[] = [];
    const listener = {
      said: async (text: string) => text.toUpperCase(),
      told: (text: string) => void told.push(text),
      numbers: (upTo: number) => Array.from({ length: upTo }, (__, i) => i + 1),
    };
    expect(await shop.callBack(listener, "hi")).toBe("heard HI");
    expect(told).toEqual(["hi"]);
    expect(await shop.countBack(listener, 300)).toBe(45150);
    const failing = { ...listener, said: () => Promise.reject(new RangeError("deaf")) };
    await expect(shop.callBack(failing, "hi")).rejects.toMatchObject({ typeName: "RangeError" });
    const exports = (client as any)._session._incoming._exports._known;
    await expect.poll(() => exports.size, { timeout: 10_000, interval: 50 }).toBeLessThanOrEqual(3);
  });

  test("references as results and arguments", async () => {
    const shop = await open();
    const hall = await shop.enter("hall");
    hall.say("a");
    expect(await hall.lines()).toEqual(["a"]);
    expect(await shop.nameOf(hall)).toBe("hall");
    const rooms = await shop.enterAll(["x", "y"]);
    expect(await Promise.all(rooms.map((room) => room.name()))).toEqual(["x", "y"]);
    expect(await shop.nowhere()).toBe(null);
    const imports = (client as any)._session._references._imports;
    expect(imports.size).toBe(4);
    for (const room of [hall, ...rooms]) room[Symbol.dispose]!();
    await expect.poll(() => imports.size).toBe(1);
    expect(await shop.add(1, 1)).toBe(2);
  });

  test("calls ahead of their actor", async () => {
    const shop = await open();
    const box = shop.enter("hall").next("attic").next("box");
    box.say("deep");
    const lines = box.lines();
    const follow = box.follow()[Symbol.asyncIterator]();
    const first = follow.next();
    box.say("deeper");
    expect(await lines).toEqual(["deep"]);
    expect(await first).toEqual({ value: "deeper", done: false });
    await follow.return!();
    expect(await box.name()).toBe("hall/attic/box");
    await expect(shop.nowhere().name()).rejects.toThrow();
    expect(await (await box).name()).toBe("hall/attic/box");
  });

  test("failures: declared, of the JDK, any other", async () => {
    const shop = await open();
    const declared = await shop.fail("declared").catch((error) => error);
    expect(declared).toBeInstanceOf(RemoteError);
    expect(declared).toMatchObject({ typeName: "io.tellask.browser.Workshop$SoldOut", message: "no pens" });
    expect(declared.details.left).toBe(3);
    const ofJdk = await shop.fail("jdk").catch((error) => error);
    expect(ofJdk).toMatchObject({ typeName: "java.lang.IllegalStateException", message: "out of ink" });
    expect(ofJdk.failureId).not.toBe("");
    const other = await shop.fail("other").catch((error) => error);
    expect(other.message).toBe("a surprise");
    await expect(client.lookup("nobody", Room)).rejects.toThrow(LookupError);
    await expect(client.lookup("workshop", Room)).rejects.toThrow(ContractMismatchError);
  });

  test("deadlines and abort reach the server", async () => {
    const shop = await open();
    await expect(shop.never({ timeout: 50 })).rejects.toThrow(DeadlineExceededError);
    await expect.poll(() => shop.open()).toBe(0);
    const stop = new AbortController();
    const call = shop.never({ signal: stop.signal });
    await expect.poll(() => shop.open()).toBe(1); // else the server need not begin it
    stop.abort();
    await expect(call).rejects.toThrow("abort");
    await expect.poll(() => shop.open()).toBe(0);
  });

  test("messages of a megabyte both ways", async () => {
    const shop = await open();
    expect(await shop.length("ä".repeat(1_000_000))).toBe(1_000_000);
    expect((await shop.repeat(1_000_000)).length).toBe(1_000_000);
  });

  test("ten thousand calls at once", async () => {
    const shop = await open();
    const sums = await Promise.all(Array.from({ length: 10_000 }, (__, i) => shop.add(i, 1)));
    expect(sums).toEqual(Array.from({ length: 10_000 }, (__, i) => i + 1));
    for (let i = 0; i < 40_000; i++) void shop.add(i, i).catch(() => undefined);
    expect(await shop.add(2, 2).catch((error) => error.name)).toBe("CreditExhaustedError");
    await expect.poll(() => shop.add(2, 2).catch(() => 0), { timeout: 20_000 }).toBe(4);
  });

  test("without a generated module", async () => {
    await open();
    const shop = await client.lookup("workshop");
    expect(await shop.add(1, 2)).toBe(3);
    expect(await shop.twice(2n ** 60n)).toBe(2n ** 61n);
    const room = await shop.enter("hall");
    expect(await room.name()).toBe("hall");
    const echoed = shop.echo({ id: "x", number: 1, color: "RED" });
    // the binary form names classes, which only a module knows
    if (options.encoding === binary) await expect(echoed).rejects.toThrow("LinkedHashMap is no io.tellask.browser.Workshop$Order");
    else expect(await echoed).toMatchObject({ id: "x", number: 1, color: "RED" });
  });
});
