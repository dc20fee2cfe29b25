import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { binary } from "../../src/binary.ts";
import { cbor } from "../../src/cbor.ts";
import {
  AuthenticationError,
  type Client,
  connect,
  type ConnectOptions,
  DisconnectedError,
  OutcomeUnknownError,
  TransportError,
} from "../../src/index.ts";
import { Workshop } from "../contracts.ts";
import { type Proxy, startProxy } from "./proxy.ts";
import { startServer, type WorkshopServer } from "./workshop-server.ts";

let server: WorkshopServer;
let proxy: Proxy;
const clients: Client[] = [];
beforeAll(async () => {
  server = await startServer();
}, 60_000);
afterAll(() => server.stop());
afterEach(() => {
  clients.splice(0).forEach((client) => client.close());
  proxy?.close();
});

const open = async (target: string, options: ConnectOptions = {}): Promise<Client> => {
  const client = await connect(`ws://${target}/tellask`, { webSocket: WebSocket, ...options });
  clients.push(client);
  return client;
};

describe.each([
  ["WebSocket, JSON", { transport: "websocket" }],
  ["WebSocket, CBOR", { transport: "websocket", encoding: cbor }],
  ["WebSocket, binary", { transport: "websocket", encoding: binary }],
  ["long polling, JSON", { transport: "polling" }],
] as [string, ConnectOptions][])("cut connections, %s", (_, options) => {
  test("nothing is lost or doubled", async () => {
    proxy = await startProxy(server.open);
    let resumed = 0;
    const lost: unknown[] = [];
    const client = await open(proxy.address, { ...options, onResumed: () => resumed++, onLost: (e) => lost.push(e) });
    const shop = client.lookup("workshop", Workshop);
    const run = `${Math.random()}`;
    const echoes: Promise<number>[] = [];
    const counted: number[] = [];
    const counting = (async () => {
      for await (const number of shop.count(2000)) counted.push(number);
    })();
    for (let i = 0; i < 300; i++) {
      shop.note(`${run} ${i}`);
      echoes.push(shop.add(i, 0));
      if (i % 60 === 59) {
        proxy.cut();
        await shop.add(0, 0);
      }
    }
    expect(await Promise.all(echoes)).toEqual(Array.from({ length: 300 }, (__, i) => i));
    const notes = (await shop.notes()).filter((note) => note.startsWith(run));
    expect(notes).toEqual(Array.from({ length: 300 }, (__, i) => `${run} ${i}`));
    await counting;
    expect(counted).toEqual(Array.from({ length: 2000 }, (__, i) => i + 1));
    expect(lost).toEqual([]);
    // sockets that long polling loses are opened again without a word
    if (options.transport === "websocket") expect(resumed).toBe(5);
  });

  test("large messages are sent again", async () => {
    proxy = await startProxy(server.open);
    const client = await open(proxy.address, options);
    const shop = client.lookup("workshop", Workshop);
    const lengths = Array.from({ length: 5 }, (__, i) => shop.length("x".repeat(1_000_000 + i)));
    const texts = Array.from({ length: 5 }, () => shop.repeat(1_000_000));
    await shop.add(1, 1);
    proxy.cut();
    expect(await Promise.all(lengths)).toEqual([1_000_000, 1_000_001, 1_000_002, 1_000_003, 1_000_004]);
    proxy.cut();
    for (const text of texts) expect((await text).length).toBe(1_000_000);
  });
});

describe("choosing a transport", () => {
  test("long polling where WebSocket is blocked, and WebSocket again later", async () => {
    proxy = await startProxy(server.open);
    proxy.isWebSocketBlocked = true;
    const states: string[] = [];
    const client = await open(proxy.address, { onState: (state) => states.push(state) });
    const shop = client.lookup("workshop", Workshop);
    expect(await shop.add(1, 2)).toBe(3);
    expect(proxy.upgrades).toBe(0);
    proxy.isWebSocketBlocked = false;
    proxy.isPollingBlocked = true;
    proxy.cut(); // a session over long polling ends with its connection
    await expect.poll(() => states).toEqual(["open", "connecting", "open"]);
    expect(await shop.add(2, 2)).toBe(4);
    expect(proxy.upgrades).toBe(1);
  });

  test("nobody listens", async () => {
    const failure = await open("127.0.0.1:9").catch((error) => error);
    expect(failure).toBeInstanceOf(TransportError);
    await expect(connect("no address")).rejects.toThrow(TransportError);
  });

  test("a server that says nothing", async () => {
    proxy = await startProxy(server.open);
    proxy.isSilent = true;
    await expect(open(proxy.address, { connectTimeout: 200 })).rejects.toThrow("within 200 ms");
  });
});

describe("credentials", () => {
  test("a fresh one at each connection", async () => {
    proxy = await startProxy(server.guarded);
    let token = 0;
    const credentials = async () => ({ scheme: "bearer", token: `token-${token++}` });
    const client = await open(proxy.address, { credentials });
    const shop = client.lookup("workshop", Workshop);
    expect(await shop.add(1, 2)).toBe(3);
    proxy.cut();
    expect(await shop.add(2, 2)).toBe(4);
    expect(token).toBe(2);
  });

  test("one that is not taken ends the client", async () => {
    await expect(open(server.guarded, { credentials: { scheme: "bearer", token: "x" } })).rejects.toThrow(
      AuthenticationError,
    );
    proxy = await startProxy(server.guarded);
    const lost: string[] = [];
    const client = await open(proxy.address, {
      credentials: { scheme: "bearer", token: `token-${Math.random()}` }, // the same again
      onLost: (error) => lost.push(error.name),
    });
    const call = client.lookup("workshop", Workshop).never();
    proxy.cut();
    await expect(call).rejects.toThrow(OutcomeUnknownError);
    expect(lost).toEqual(["AuthenticationError"]);
    expect(client.state).toBe("closed");
  });

  test("is not shown where others can read it", async () => {
    await expect(
      connect("ws://server.example/tellask", { credentials: { scheme: "bearer", token: "x" } }),
    ).rejects.toThrow("would show the credential");
  });
});

describe("a server that restarts", () => {
  test.each(["websocket", "polling"] as const)("the page waits, and goes on, %s", async (transport) => {
    const first = await startServer();
    proxy = await startProxy(first.open);
    const states: string[] = [];
    const client = await open(proxy.address, {
      transport,
      resumeTime: 500,
      idleTime: 3000,
      pingTime: 3000,
      onState: (state) => states.push(state),
    });
    const shop = await client.lookup("workshop", Workshop);
    const room = await shop.enter("hall");
    const pending = shop.never();
    await shop.add(1, 1);
    proxy.target = "127.0.0.1:9"; // nobody listens
    first.process.kill("SIGKILL");
    proxy.cut();
    await expect(pending).rejects.toThrow(OutcomeUnknownError);
    await expect(shop.add(1, 2)).rejects.toThrow(DisconnectedError);
    const awaited = client.lookup("workshop", Workshop).then((again) => again.add(2, 2));
    proxy.target = server.open;
    await client.opened();
    expect(await shop.add(1, 2)).toBe(3); // by its name
    expect(await awaited).toBe(4);
    await expect(room.name()).rejects.toThrow(/session.*; look it up anew/);
    expect(states.slice(-2)).toEqual(["connecting", "open"]);
    await first.stop();
  }, 60_000);

  test("a loop that opens its stream anew in each session, as the guide has it", async () => {
    const first = await startServer();
    proxy = await startProxy(first.open);
    const client = await open(proxy.address, { transport: "websocket", resumeTime: 300, startTime: Infinity });
    const shop = client.lookup("workshop", Workshop);
    const counted: number[] = [];
    const going = (async () => {
      for (;;) {
        try {
          await client.opened({ timeout: Infinity });
          for await (const number of shop.count(100_000)) {
            if (number === 1) counted.push(number);
            if (counted.length === 2) return "went on";
          }
        } catch (error) {
          const isLost = error instanceof DisconnectedError || error instanceof OutcomeUnknownError;
          if (!isLost || client.state === "closed") throw error;
        }
      }
    })();
    await expect.poll(() => counted.length).toBe(1);
    proxy.target = server.open;
    first.process.kill("SIGKILL");
    expect(await going).toBe("went on");
    await first.stop();
  }, 60_000);

  test("a page that is there before the server waits for it", async () => {
    proxy = await startProxy("127.0.0.1:9");
    const opening = open(proxy.address, { startTime: 30_000 });
    await expect.poll(() => proxy.connections).toBeGreaterThan(2);
    proxy.target = server.open;
    expect(await (await opening).lookup("workshop", Workshop).add(1, 2)).toBe(3);
  });
});

describe("a server that ends", () => {
  test.each(["websocket", "polling"] as const)("all promises settle, %s", async (transport) => {
    const other = await startServer();
    const client = await open(other.open, { transport, resumeTime: 1000, idleTime: 500, pingTime: 500 });
    const shop = await client.lookup("workshop", Workshop);
    const calls = Array.from({ length: 50 }, () => shop.never());
    const stream = shop.enter("hall").follow()[Symbol.asyncIterator]();
    const item = stream.next();
    await shop.add(1, 1);
    other.process.kill("SIGKILL");
    for (const call of calls) await expect(call).rejects.toThrow(OutcomeUnknownError);
    await expect(item).rejects.toThrow(DisconnectedError);
    await expect(shop.add(1, 2)).rejects.toThrow(DisconnectedError);
    expect(client.state).toBe("connecting");
    client.close();
    expect(client.state).toBe("closed");
    await other.stop();
  }, 60_000);
});
