import { afterEach, describe, expect, test } from "vitest";
import { binary } from "../../src/binary.ts";
import { cbor } from "../../src/cbor.ts";
import type { ConnectOptions } from "../../src/index.ts";
import {
  CallRefusedError,
  ContractMismatchError,
  DeadlineExceededError,
  DisconnectedError,
  EncodeError,
  LookupError,
  OutcomeUnknownError,
  RemoteError,
} from "../../src/index.ts";
import { json } from "../../src/json.ts";
import { pair } from "../../src/testing.ts";
import { Listener, order, Room, types, Workshop } from "../contracts.ts";

const closing: { close(): void }[] = [];
afterEach(() => closing.splice(0).forEach((client) => client.close()));

/** A workshop in this process. */
const workshop = () => {
  const notes: string[] = [];
  let cancelled = 0;
  const room = (name: string): any => {
    const lines: string[] = [];
    return {
      say: (text: string) => void lines.push(text),
      lines: () => lines,
      name: () => name,
      next: (next: string) => room(`${name}/${next}`),
    };
  };
  const actor: any = {
    notes: () => notes,
    note: (line: string) => void notes.push(line),
    add: (a: number, b: number) => a + b,
    echo: async (value: unknown) => value,
    any: (value: unknown) => value,
    kind: (value: unknown) => typeof value,
    length: (text: string) => text.length,
    repeat: (times: number) => "x".repeat(times),
    never: () => new Promise(() => {}),
    fail: () => {
      throw new RangeError("out of ink");
    },
    async *count(upTo: number) {
      try {
        for (let i = 1; i <= upTo; i++) yield i;
      } finally {
        cancelled++;
      }
    },
    cancelled: () => cancelled,
    async sum(numbers: AsyncIterable<number>) {
      let sum = 0n;
      for await (const number of numbers) sum += BigInt(number);
      return sum;
    },
    callBack: async (listener: any, text: string) => {
      listener.told(text);
      return "heard " + (await listener.said(text));
    },
    enter: (name: string) => room(name),
    nameOf: (of: any) => of.name(),
    nowhere: () => null,
    enterAll: (names: string[]) => names.map(room),
  };
  return actor;
};

const open = async (options: ConnectOptions = {}) => {
  const { client, server } = await pair(options);
  closing.push(client);
  const actor = workshop();
  server.publish("workshop", Workshop, actor);
  return { client, server, actor, shop: client.lookup("workshop", Workshop) };
};

describe.each([json, cbor, binary])("a pair", (encoding) => {
  test("tells, asks, records, overloads", async () => {
    const { shop } = await open({ encoding });
    shop.note("first");
    expect(await shop.add(1, 2)).toBe(3);
    expect(await shop.notes()).toEqual(["first"]);
    expect(await shop.echo(order())).toEqual(order());
    expect(await shop.kind(1)).toBe("number");
    expect(await shop.kind("a")).toBe("string");
  });

  test("streams both ways, and leaving one", async () => {
    const { shop } = await open({ encoding });
    const seen: number[] = [];
    for await (const number of shop.count(1000)) seen.push(number);
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
    for await (const number of shop.count(1000, { prefetch: 4 })) if (number === 3) break;
    await expect.poll(() => shop.cancelled()).toBe(2);
    expect(await shop.sum((async function* () { yield* [1, 2, 3]; })())).toBe(6n);
  });

  test("callbacks and references", async () => {
    const { shop } = await open({ encoding });
    const told: string[] = [];
    const listener = { said: (text: string) => `<${text}>`, told: (text: string) => void told.push(text), numbers: () => [1] };
    expect(await shop.callBack(listener, "hi")).toBe("heard <hi>");
    expect(told).toEqual(["hi"]);
    const hall = await shop.enter("hall");
    hall.say("a");
    expect(await hall.lines()).toEqual(["a"]);
    expect(await shop.nameOf(hall)).toBe("hall");
    const rooms = await shop.enterAll(["a", "b"]);
    expect(await rooms[1].name()).toBe("b");
    expect(await shop.enter("attic").next("box").name()).toBe("attic/box");
  });

  test("messages of a megabyte go in fragments", async () => {
    const { shop } = await open({ encoding });
    expect(await shop.length("y".repeat(1_000_000))).toBe(1_000_000);
    expect((await shop.repeat(1_000_000)).length).toBe(1_000_000);
  });
});

describe("failures", () => {
  test("of a method", async () => {
    const { shop } = await open();
    const failure = await shop.fail("x").catch((error) => error);
    expect(failure).toBeInstanceOf(RemoteError);
    expect(failure).toMatchObject({ name: "RemoteError", typeName: "RangeError", message: "out of ink" });
    expect(failure.callId).toBeGreaterThan(0);
  });

  test("a name that is not published", async () => {
    const { client } = await open();
    await expect(client.lookup("nothing", Workshop)).rejects.toThrow(LookupError);
    await expect(client.lookup("nothing", Workshop).add(1, 2)).rejects.toThrow();
  });

  test("no actor where one was promised", async () => {
    const { shop } = await open();
    const room = shop.nowhere();
    await expect(room.lines()).rejects.toThrow(CallRefusedError);
    expect(await room).toBe(null);
  });

  test("a contract that differs", async () => {
    const { client, server } = await open();
    server.publish("other", Room, {} as any);
    await expect(client.lookup("other", Workshop)).rejects.toThrow(ContractMismatchError);
    const [first] = types["io.tellask.browser.Room"].methods;
    const more = { ...types, [Room.contract]: { methods: [...types[Room.contract].methods, { ...first, name: "extra", signature: "extra()void" }] } };
    const failure = await client.lookup("other", { contract: Room.contract, types: more }).catch((error: Error) => error);
    expect(String(failure)).toContain("the server has no extra()void");
  });

  test("arguments that do not fit", async () => {
    const { shop } = await open();
    await expect(shop.add(1, "2" as any)).rejects.toThrow("add.argument 1: the value is no int");
    await expect((shop as any).add(1)).rejects.toThrow(EncodeError);
    await expect((shop as any).add(1, 2, null)).rejects.toThrow(EncodeError);
    expect(() => shop.note(1 as any)).toThrow(EncodeError);
    expect((shop as any).unknown).toBeUndefined();
  });

  test("timeout, and abort before and after", async () => {
    const { shop } = await open();
    await expect(shop.never({ timeout: 20 })).rejects.toThrow(DeadlineExceededError);
    const stop = new AbortController();
    const call = shop.never({ signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toThrow("abort");
    await expect(shop.never({ signal: stop.signal })).rejects.toThrow("abort");
    await expect(shop.count(5, { signal: stop.signal })[Symbol.asyncIterator]().next()).rejects.toThrow("abort");
  });

  test("everything settles when the client closes", async () => {
    const { client, shop } = await open();
    await shop;
    const calls = Array.from({ length: 100 }, () => shop.never());
    const next = shop.count(10, { prefetch: 1 })[Symbol.asyncIterator]();
    await next.next();
    client.close();
    for (const call of calls) await expect(call).rejects.toThrow(OutcomeUnknownError);
    await expect(shop.add(1, 2)).rejects.toThrow(DisconnectedError);
    expect(client.state).toBe("closed");
    await expect(next.next()).rejects.toThrow(DisconnectedError);
  });

  test("a lost session: calls fail, the next one is opened, lookups go on", async () => {
    const lost: string[] = [];
    const { client, server, shop } = await open({ onLost: (error) => lost.push(error.name) });
    const room = await shop.enter("hall");
    const call = shop.never();
    server.cut();
    await expect(call).rejects.toThrow(OutcomeUnknownError);
    expect(lost).toEqual(["TransportError"]);
    await expect.poll(() => client.state).toBe("open");
    expect(await shop.add(1, 2)).toBe(3);
    await expect(room.lines()).rejects.toThrow(DisconnectedError);
  });
});

describe("limits", () => {
  test("calls wait for slots, in order", async () => {
    const { shop } = await open({ limits: {} });
    const sums = await Promise.all(Array.from({ length: 20_000 }, (_, i) => shop.add(i, 1)));
    expect(sums[19_999]).toBe(20_000);
  });

  test("references are released when they are disposed of", async () => {
    const { client, server, shop } = await open();
    const room = await shop.enter("hall");
    const { _known: _exports } = (server as any)._session._incoming._exports;
    expect(_exports.size).toBe(2);
    room[Symbol.dispose]!();
    await expect.poll(() => _exports.size).toBe(1);
    await expect(room.lines()).rejects.toThrow("is disposed of");
    expect(client.state).toBe("open");
  });

  test("references that are dropped are released, and may come again", async () => {
    const { server, shop } = await open();
    await shop;
    const { _known: _exports } = (server as any)._session._incoming._exports;
    await (async () => {
      for (let i = 0; i < 50; i++) await (await shop.enter("hall")).name();
      await shop.enterAll(["a", "b"]);
    })();
    await expect.poll(() => (globalThis.gc!(), _exports.size), { timeout: 10_000, interval: 20 }).toBe(1);
    expect(await shop.enter("hall").name()).toBe("hall");
  });

  test("the same object is the same reference", async () => {
    const { server, shop, actor } = await open();
    const hall = actor.enter("hall");
    actor.enter = () => hall;
    const [a, b] = [await shop.enter("x"), await shop.enter("y")];
    expect(a).toBe(b);
    const { _known: _exports } = (server as any)._session._incoming._exports;
    expect(_exports.size).toBe(2);
    a[Symbol.dispose]!();
    await expect.poll(() => _exports.size).toBe(1);
    const again = await shop.enter("z");
    expect(await again.name()).toBe("hall");
  });

  test("the other side looks up what the client publishes", async () => {
    const { client, server, shop } = await open();
    await shop;
    client.publish("listener", Listener, { said: (text) => text + "!", told: () => undefined, numbers: (n) => Array.from({ length: n }, (_, i) => i) });
    const listener = server.lookup("listener", Listener);
    expect(await listener.said("x")).toBe("x!");
    const numbers: number[] = [];
    for await (const number of listener.numbers(3) as AsyncIterable<number>) numbers.push(number);
    expect(numbers).toEqual([0, 1, 2]);
  });

  test("without a generated module", async () => {
    const { client } = await open();
    const shop = await client.lookup("workshop");
    expect(await shop.add(1, 2)).toBe(3);
    shop.note("a");
    expect(await shop.notes()).toEqual(["a"]);
    const room = await shop.enter("hall");
    expect(await room.name()).toBe("hall");
    const seen: unknown[] = [];
    for await (const number of shop.count(3)) seen.push(number);
    expect(seen).toEqual([1, 2, 3]);
  });
});
