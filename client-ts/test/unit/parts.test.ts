import { expect, test } from "vitest";
import { ReconnectingClient } from "../../src/client.ts";
import type { ConnectOptions } from "../../src/index.ts";
import { callbacks, polling, streams, values } from "../../src/parts.ts";
import { settingsOf, transportsOf } from "../../src/options.ts";
import { pair } from "../../src/testing.ts";
import { Workshop } from "../contracts.ts";

/** A client without the parts that a test does not name, joined with a whole one that plays the server. */
const joined = async (options: ConnectOptions) => {
  const { client: whole, server } = await pair();
  whole.close();
  const { transport } = (whole as any)._options;
  const client = new ReconnectingClient(new URL("memory://localhost/parts"), { ...options, transport });
  await client._start();
  server.publish("workshop", Workshop, {
    add: async (a: number, b: number) => a + b,
    length: async (text: string) => text.length,
    fail: async () => { throw new RangeError("as asked"); },
    count: async function* (upTo: number) { for (let i = 1; i <= upTo; i++) yield i; },
    enter: async (name: string) => ({ name: async () => name }),
    notes: async () => ["a", "b"],
    callBack: async (listener: any, text: string) => listener.said(text),
  } as any);
  return { client, server, shop: client.lookup("workshop", Workshop) };
};

test("asks, tells, failures and references need no part", async () => {
  const { client, shop } = await joined({});
  expect(await shop.add(1, 2)).toBe(3);
  expect(await shop.length("four")).toBe(4);
  await expect(shop.fail("x")).rejects.toThrow("as asked");
  expect(await shop.enter("hall").name()).toBe("hall");
  expect(await (await shop.enter("attic")).name()).toBe("attic");
  client.close();
});

test("what needs a part says so, and breaks nothing else", async () => {
  const { client, server, shop } = await joined({});
  expect(() => shop.count(3)).toThrow("count needs streams of @tellask/client/parts");
  await expect(shop.notes()).rejects.toThrow("needs values of @tellask/client/parts");
  await expect(shop.callBack({ said: async (text: string) => text } as any, "x")).rejects.toThrow("needs values of");
  expect(() => client.lookup("workshop")).toThrow("needs values of");
  expect(() => client.publish("workshop", Workshop, {} as any)).toThrow("publish needs callbacks of");
  await expect(server.lookup("workshop", Workshop)).rejects.toThrow("is not published");
  expect(await shop.add(1, 2)).toBe(3);
  client.close();

  const half = await joined({ parts: [values] });
  await expect(half.shop.callBack({ said: async (text: string) => text } as any, "x")).rejects.toThrow("needs callbacks of");
  expect(await half.shop.notes()).toEqual(["a", "b"]);
  half.client.close();
});

test("a part that is named works", async () => {
  const counting = await joined({ parts: [streams] });
  const counted: number[] = [];
  for await (const number of counting.shop.count(3)) counted.push(number);
  expect(counted).toEqual([1, 2, 3]);
  counting.client.close();

  const called = await joined({ parts: [values, callbacks] });
  expect(await called.shop.callBack({ said: async (text: string) => text + "!" } as any, "x")).toBe("x!");
  called.client.close();
});

test("long polling is among the transports where its part is", () => {
  const count = (options: ConnectOptions) => transportsOf(options, settingsOf(options)._parts).length;
  expect(count({ transport: "polling" })).toBe(0);
  expect(count({ transport: "polling", parts: [polling] })).toBe(1);
});
