import { test, expect, beforeAll, afterAll } from "vitest";
import { WebSocket } from "ws";
import { connect } from "../../src/index.ts";
import { startServer, type WorkshopServer } from "./workshop-server.ts";
import { Workshop, order } from "../contracts.ts";
let server: WorkshopServer;
beforeAll(async () => { server = await startServer(); }, 30000);
afterAll(() => server.stop());
for (const transport of ["websocket", "polling"] as const)
test("first path " + transport, async () => {
  const client = await connect(`ws://${server.open}/tellask`, { webSocket: WebSocket as any, transport });
  const w = client.lookup("workshop", Workshop);
  await w;
  expect(await w.add(1, 2)).toBe(3);
  await w;
  expect(await w.echo(order())).toEqual(order());
  const seen: number[] = [];
  for await (const n of w.count(500)) seen.push(n);
  expect(seen.length).toBe(500);
  const room = w.enter("hall");
  room.say("hello");
  const inner = room.next("attic");
  inner.say("deep");
  expect(await inner.lines()).toEqual(["deep"]);
  expect(await room.lines()).toEqual(["hello"]);
  expect(await w.nameOf(await room)).toBe("hall");
  expect(await w.callBack({ said: (t) => "you said " + t, told: () => {}, numbers: () => [1, 2] }, "hi")).toBe("heard you said hi");
  client.close();
});
