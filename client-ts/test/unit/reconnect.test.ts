import { afterEach, expect, test, vi } from "vitest";
import { frame, Kind } from "../../src/frames.ts";
import { DEFAULT_LIMITS, helloFrame } from "../../src/hello.ts";
import {
  AuthenticationError,
  type Client,
  connect,
  type ConnectOptions,
  DeadlineExceededError,
  DisconnectedError,
  ProtocolError,
  TransportError,
} from "../../src/index.ts";
import type { Transport, WireEvents } from "../../src/types.ts";
import { Workshop } from "../contracts.ts";

/** A server that answers each connection by a script. */
interface Script {
  (events: WireEvents, sent: Uint8Array[]): void;
}
const clients: Client[] = [];
afterEach(() => {
  clients.splice(0).forEach((client) => client.close());
  vi.useRealTimers();
});

const JSON_BIT = 128;
const welcome = (features = JSON_BIT, token = 0): Uint8Array =>
  helloFrame(Kind.WELCOME, { ...DEFAULT_LIMITS, _features: features, _token: new Uint8Array(token), _position: token ? 0 : -1 });
const closing = (code: number, millis?: number): Uint8Array =>
  frame(Kind.CLOSE, (out) => {
    out._varint(code)._text("for a test");
    if (millis !== undefined) out._varint(millis);
  });
const scripted = (scripts: Script[]) => {
  let connections = 0;
  const transport: Transport = (_, events) => {
    const script = scripts[Math.min(connections++, scripts.length - 1)];
    const sent: Uint8Array[] = [];
    queueMicrotask(() => {
      events.open();
      script(events, sent);
    });
    return { send: (bytes) => void sent.push(bytes), close: () => queueMicrotask(() => events.ended("closed")) };
  };
  return { transport, count: () => connections };
};
const open = async (scripts: Script[], options: ConnectOptions = {}) => {
  const { transport, count } = scripted(scripts);
  const client = await connect("ws://localhost/tellask", { transport, ...options });
  clients.push(client);
  return { client, count };
};
const say = (...frames: Uint8Array[]): Script => (events) => frames.forEach((each) => events.bytes(each));

test.each([
  [0, DisconnectedError],
  [1, ProtocolError],
  [2, AuthenticationError],
])("CLOSE %i before the welcome fails connect", async (code, type) => {
  await expect(open([say(closing(code))])).rejects.toThrow(type);
});

test("CLOSE 4 before the welcome: comes back later, until connectTimeout", async () => {
  const { count } = await open([say(closing(4, 10)), say(closing(4, 10)), say(welcome())]);
  expect(count()).toBe(3);
  await expect(open([say(closing(4, 1000))], { connectTimeout: 100 })).rejects.toThrow("for a test");
});

test("the wait of CLOSE 4 is at least what the server said", async () => {
  const started = Date.now();
  const { count } = await open([say(closing(4, 200)), say(welcome())]);
  expect(count()).toBe(2);
  expect(Date.now() - started).toBeGreaterThanOrEqual(195);
});

test("values of another encoding are refused", async () => {
  await expect(open([say(welcome(64))])).rejects.toThrow("encoding: features=64");
  await expect(open([say(frame(Kind.PING, (out) => out._byte(0)))])).rejects.toThrow("kind=4");
  await expect(open([say(Uint8Array.of(255, 255, 255, 2))])).rejects.toThrow("frameBytes=262144");
  await expect(open([(events) => events.ended("gone")])).rejects.toThrow(TransportError);
});

test("CLOSE 3: the session is lost, a new one is opened at once", async () => {
  const lost: string[] = [];
  const states: string[] = [];
  const { client, count } = await open(
    [
      (events) => {
        events.bytes(welcome(JSON_BIT | 32, 8));
        setTimeout(() => events.ended("cut"), 5);
      },
      say(closing(3)),
      say(welcome(JSON_BIT | 32, 8)),
    ],
    { onLost: (error) => lost.push(error.message), onState: (state) => states.push(state) },
  );
  await expect.poll(() => client.state + count()).toBe("open3");
  expect(lost).toEqual(["for a test"]);
  expect(states).toEqual(["open", "resuming", "connecting", "open"]);
});

test("a damaged frame loses the session; without reconnect the client ends", async () => {
  const lost: unknown[] = [];
  const { client } = await open(
    [
      (events) => {
        events.bytes(welcome(JSON_BIT | 32, 8));
        setTimeout(() => events.bytes(frame(0x1d, (out) => out._byte(0))), 5);
      },
    ],
    { reconnect: false, onLost: (error) => lost.push(error) },
  );
  const call = client.lookup("workshop", Workshop).add(1, 2);
  await expect(call).rejects.toThrow();
  await expect.poll(() => client.state).toBe("closed");
  expect(lost[0]).toBeInstanceOf(ProtocolError);
});

test("a session without a connection is lost after resumeTime", async () => {
  const lost: unknown[] = [];
  const { client } = await open(
    [
      (events) => {
        events.bytes(welcome(JSON_BIT | 32, 8));
        setTimeout(() => events.ended("cut"), 5);
      },
      (events) => events.ended("nobody"),
    ],
    { resumeTime: 100, callTimeout: 500, onLost: (error) => lost.push(error) },
  );
  const shop = client.lookup("workshop", Workshop);
  await expect(shop.add(1, 2)).rejects.toThrow();
  expect(lost.length).toBe(1);
  await expect(shop.add(1, 2)).rejects.toThrow(DisconnectedError);
  expect(() => shop.note("x")).toThrow(DisconnectedError);
  await expect(shop.count(1)[Symbol.asyncIterator]().next()).rejects.toThrow(DisconnectedError);
  // a lookup waits for the next session
  await expect(shop).rejects.toThrow("no session within 500 ms");
  await expect(client.opened({ timeout: 10 })).rejects.toThrow(DeadlineExceededError);
  const stop = new AbortController();
  const opened = client.opened({ signal: stop.signal });
  stop.abort("the page is left");
  await expect(opened).rejects.toBe("the page is left");
  await expect(client.opened({ signal: stop.signal })).rejects.toBe("the page is left");
  const later = client.opened();
  client.close();
  await expect(later).rejects.toThrow("state=closed");
  await expect(client.opened()).rejects.toThrow(DisconnectedError);
});

test("a page waits for the next session, and goes on", async () => {
  let wire: WireEvents | undefined;
  const { client } = await open([
    (events) => {
      wire = events;
      events.bytes(welcome());
    },
    (events) => {
      events.bytes(welcome());
      events.bytes(frame(Kind.CONTRACT, (out) => out._varint(1)._text(Workshop.contract)._varint(0)));
    },
  ]);
  await client.opened();
  const shop = client.lookup("workshop", { ...Workshop, types: { [Workshop.contract]: { methods: [] } } });
  wire!.ended("the server restarts");
  await expect.poll(() => client.state).toBe("connecting");
  const states: string[] = [];
  const awaited = shop.then(() => states.push("looked up"), (error: Error) => states.push(error.name));
  await client.opened();
  expect(client.state).toBe("open");
  client.close();
  await awaited;
  expect(states).toEqual(["OutcomeUnknownError"]); // it was sent in the second session, which never answered
});

test("the first connection is tried until startTime", async () => {
  const away: Script = (events) => events.ended("nobody");
  const { count } = await open([away, say(closing(0)), say(closing(4)), say(welcome())], { startTime: 10_000 });
  expect(count()).toBe(4);
  const states: string[] = [];
  const refused = open([away], { startTime: 300, onState: (state) => states.push(state) });
  await expect(refused).rejects.toThrow("nobody");
  expect(states).toEqual(["closed"]);
  // what another try does not change fails at once
  await expect(open([say(closing(2))], { startTime: 60_000 })).rejects.toThrow(AuthenticationError);
  await expect(open([say(closing(1))], { startTime: 60_000 })).rejects.toThrow(ProtocolError);
});

test.each([
  ["before it", 0],
  ["while a server says nothing, or the client waits for the next try", 20],
])("a signal gives the first connection up, %s", async (_, millis) => {
  for (const script of [() => undefined, say(closing(4, 60_000))] as Script[]) {
    const stop = new AbortController();
    const opening = open([script], { startTime: 600_000, connectTimeout: 600_000, signal: stop.signal });
    if (millis) setTimeout(() => stop.abort("enough"), millis);
    else stop.abort("enough");
    await expect(opening).rejects.toBe("enough");
  }
});

test("a server that lost the session is asked for a new one soon, however long it was away", async () => {
  vi.useFakeTimers();
  const random = vi.spyOn(Math, "random").mockReturnValue(0.999);
  const away: Script = (events) => events.ended("nobody");
  const { client, count } = await open([
    (events) => (events.bytes(welcome(JSON_BIT | 32, 8)), setTimeout(() => events.ended("cut"), 5)),
    ...Array.from({ length: 6 }, () => away),
    say(closing(3)),
    say(welcome(JSON_BIT | 32, 8)),
  ]);
  await vi.advanceTimersByTimeAsync(100 + 200 + 400 + 800 + 1600 + 3200 + 5000);
  expect(count()).toBe(8);
  expect(client.state).toBe("connecting");
  await vi.advanceTimersByTimeAsync(100);
  expect(client.state).toBe("open");
  random.mockRestore();
});

test("a listener that throws is reported, and the client closed", async () => {
  const errors: unknown[] = [];
  const { client } = await open([(events) => (events.bytes(welcome()), setTimeout(() => events.ended("cut"), 5))], {
    onLost: () => {
      throw new Error("a mistake of the page");
    },
    onError: (error) => errors.push(String(error)),
  });
  await expect.poll(() => client.state).toBe("closed");
  expect(errors).toEqual(["Error: a mistake of the page"]);
});

test("a silent connection is asked by PING, and given up; any byte counts", async () => {
  vi.useFakeTimers();
  let wire: WireEvents | undefined;
  const pings: number[] = [];
  const states: string[] = [];
  const { client } = await open(
    [
      (events, sent) => {
        wire = events;
        events.bytes(welcome(JSON_BIT | 32, 8));
        sent.push = (...frames) => pings.push(...frames.map((each) => each[3]));
      },
      () => undefined, // nobody answers any more
    ],
    { idleTime: 30_000, pingTime: 15_000, onState: (state) => states.push(state) },
  );
  await vi.advanceTimersByTimeAsync(29_000);
  expect(pings).toEqual([]);
  wire!.bytes(Uint8Array.of(1)); // the first byte of a frame
  await vi.advanceTimersByTimeAsync(29_000);
  expect(pings).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(pings[0]).toBe(Kind.PING);
  expect(client.state).toBe("open");
  await vi.advanceTimersByTimeAsync(15_000);
  expect(states).toEqual(["open", "resuming"]);
});

test("no credential is asked for once the client is closed", async () => {
  vi.useFakeTimers();
  let asked = 0;
  const { client } = await open([(events) => (events.bytes(welcome()), setTimeout(() => events.ended("cut"), 5))], {
    credentials: () => ({ scheme: "bearer", token: `${asked++}` }),
  });
  client.close();
  client.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
  expect(() => client.lookup("workshop", Workshop).note("x")).toThrow(DisconnectedError);
});
