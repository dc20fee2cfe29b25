import { afterEach, describe, expect, test } from "vitest";
import { type Writer } from "../../src/bytes.ts";
import { frame, frameParser, Kind } from "../../src/frames.ts";
import { DEFAULT_LIMITS, helloFrame } from "../../src/hello.ts";
import {
  type Client,
  connect,
  type ConnectOptions,
  DecodeError,
  ProtocolError,
  RemoteError,
  TellaskError,
} from "../../src/index.ts";
import { OUTBOUND_BYTES } from "../../src/link.ts";
import type { Contract, WireEvents } from "../../src/types.ts";

/** Servers that break the protocol or its limits: the client lets go of them, everything settles, and nothing piles up. */

const P = "io.tellask.actor.Promise";
const ask = (name: string, parameters: string, types: any[], result: any, kind = "ask") => ({
  name,
  signature: `${name}(${parameters})${kind === "stream" ? "java.util.concurrent.Flow$Publisher" : P}<x>`,
  kind,
  parameters: types,
  result,
});
const CONTRACT = "com.acme.Shop";
const contract: Contract<any> = {
  contract: CONTRACT,
  types: {
    [CONTRACT]: {
      methods: [
        ask("value", "", [], "int"),
        ask("named", "", [], "com.acme.Line"),
        ask("items", "", [], "string", "stream"),
        ask("callBack", "com.acme.Listener", ["com.acme.Listener"], "int"),
      ],
    },
    "com.acme.Listener": {
      methods: [
        { name: "told", signature: "told(int)void", kind: "tell", parameters: ["int"] },
        ask("later", "", [], "com.acme.Listener"),
        ask("many", "", [], "int", "stream"),
      ],
    },
    "com.acme.Line": { record: { text: "string", color: "com.acme.Color", isOpen: "boolean", at: "time", pieces: "int" } },
    "com.acme.Color": { enum: ["RED"] },
  },
};
const names = (contract.types[CONTRACT].methods ?? []).map(({ signature }) => signature);

/** The connection's other end, which a test drives frame by frame. */
class HostileServer {
  events!: WireEvents;
  readonly sent: { kind: number; body: Uint8Array }[] = [];
  isClosed = false;
  readonly _parse = frameParser(1 << 24, (kind, body) => void this.sent.push({ kind, body }));

  say(kind: number, body: (out: Writer) => unknown): void {
    this.events.bytes(frame(kind, body));
  }

  /** The call id of the latest frame of a kind, once it has come. */
  async called(kind: number, at = 0): Promise<number> {
    await expect.poll(() => this.sent.some((each) => each.kind === kind)).toBe(true);
    const { body } = this.sent.filter((each) => each.kind === kind).pop()!;
    return new DataView(body.buffer, body.byteOffset).getInt32(at, true);
  }

  count(kind: number): number {
    return this.sent.filter((each) => each.kind === kind).length;
  }
}

const clients: Client[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.close()));

const FEATURES = 2 | 4 | 8 | 128;
const open = async (welcome = {}, options: ConnectOptions = {}) => {
  const server = new HostileServer();
  const lost: TellaskError[] = [];
  const client = await connect("ws://localhost/tellask", {
    reconnect: false,
    onLost: (error) => lost.push(error),
    onError: () => undefined,
    ...options,
    transport: (_, events) => {
      server.events = events;
      queueMicrotask(() => {
        events.open();
        const hello = { ...DEFAULT_LIMITS, _features: FEATURES, _token: new Uint8Array(0), _position: -1, ...welcome };
        events.bytes(helloFrame(Kind.WELCOME, hello));
      });
      return { send: (bytes) => server._parse(bytes), close: () => void (server.isClosed = true) };
    },
  });
  clients.push(client);
  return { server, client, lost };
};

/** A client with a reference, an ask and a loop over a stream under way, and an object that it has handed out. */
const busy = async (welcome = {}, options: ConnectOptions = {}, listener: object = {}) => {
  const { server, client, lost } = await open(welcome, options);
  const shop = client.lookup("shop", contract) as any;
  const lookup = await server.called(Kind.LOOKUP);
  server.say(Kind.CONTRACT, (out) => {
    out._varint(1)._text(CONTRACT)._varint(names.length);
    names.forEach((name) => out._text(name));
  });
  server.say(Kind.ANSWER_REFERENCE, (out) => out._int(lookup)._varint(1, 1));
  await shop;
  const outcome = (promise: Promise<unknown>) => promise.then((value) => value, (error) => error);
  const calledBack = outcome(shop.callBack(listener, { timeout: 600_000 }));
  await server.called(Kind.ASK | Kind.DEADLINE | Kind.REFERENCES);
  const read: string[] = [];
  const reading = outcome((async () => { for await (const item of shop.items()) read.push(item); return "ended"; })());
  const stream = await server.called(Kind.OPEN, 1);
  const value = outcome(shop.value({ timeout: 600_000 }));
  const call = await server.called(Kind.ASK | Kind.DEADLINE, 1);
  return { server, client, lost, shop, value, reading, read, stream, call, calledBack };
};

/** That the connection was closed for a reason, and that all has settled. */
const expectGone = async ({ server, lost, value, reading, calledBack }: Awaited<ReturnType<typeof busy>>, reason: string) => {
  await expect.poll(() => lost.map(String)).toEqual([expect.stringContaining(reason)]);
  expect(lost[0]).toBeInstanceOf(ProtocolError);
  expect(server.isClosed).toBe(true);
  expect(server.sent.at(-1)!.kind).toBe(Kind.CLOSE);
  const outcomes = await Promise.all([value, reading, calledBack]);
  for (const each of outcomes.filter((one) => one !== ANSWERED)) expect(each).toBeInstanceOf(TellaskError);
};

const ANSWERED = 1;
const VIOLATIONS: [string, string, (server: HostileServer, call: number, stream: number) => void][] = [
  ["an answer to a call id that is not known", "callId=77", (server) => server.say(Kind.ANSWER, (out) => out._int(77)._byte(49))],
  ["a second answer", "callId=", (server, call) => {
    for (let i = 0; i < 2; i++) server.say(Kind.ANSWER, (out) => out._int(call)._byte(49));
  }],
  ["an item for an ask", "callId=", (server, call) => server.say(Kind.ITEM, (out) => out._int(call)._byte(49))],
  ["an answer to a stream", "callId=", (server, _, stream) => server.say(Kind.ANSWER, (out) => out._int(stream)._byte(49))],
  ["an end of an ask", "callId=", (server, call) => server.say(Kind.END, (out) => out._int(call))],
  ["credit for calls that nobody made", "credit=", (server) => server.say(Kind.CREDIT, (out) => out._varint(1, 2 ** 52, 0))],
  ["credit for bytes that nobody sent", "credit=", (server) => server.say(Kind.CREDIT, (out) => out._varint(0, 0, 2 ** 52))],
  ["a number beyond 2^53", "limit=2^53-1", (server) => server.say(Kind.CREDIT, (out) => out._raw(new Uint8Array(9).fill(255))._byte(1))],
  ["a frame that says it is 16 MiB", "frameBytes=262144", (server) => server.events.bytes(Uint8Array.of(255, 255, 255, Kind.ANSWER))],
  ["a list of references without end", "references=", (server) => server.say(Kind.TELL | Kind.REFERENCES, (out) => out._varint(2 ** 40))],
  ["a contract with methods without end", "methods=", (server) => server.say(Kind.CONTRACT, (out) => out._varint(9)._text("A")._varint(2 ** 40))],
  ["a reference under no contract", "contract=9", (server, call) => server.say(Kind.ANSWER_REFERENCE, (out) => out._int(call)._varint(5, 9))],
  ["items for all streams of the world", "items=1025", (server) => server.say(Kind.OPEN, (out) => out._varint(1)._int(1)._varint(2, 1025, 1024))],
  ["more items than it may ask for", "items=1025", (server) => {
    server.say(Kind.OPEN, (out) => out._varint(1)._int(1)._varint(2, 1024, 0));
    server.say(Kind.REQUEST, (out) => out._int(1)._varint(1, 1));
  }],
];
test.each(VIOLATIONS)("%s", async (_, reason, act) => {
  const all = await busy({}, {}, { many: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }) });
  act(all.server, all.call, all.stream);
  await expectGone(all, reason);
});

test.each([
  ["frameBytes", 1023],
  ["messageBytes", 0],
  ["creditMessages", 0],
  ["creditBytes", 1023],
  ["callsInFlight", 0],
])("a welcome with %s=%i", async (name, value) => {
  await expect(open({ [name]: value })).rejects.toThrow(`${name}=${value} is wrong`);
});

test("a welcome with limits beyond all measure", async () => {
  const most = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, Number.MAX_SAFE_INTEGER]));
  const { server, shop } = await busy(most);
  void shop.callBack({}).catch(() => undefined);
  await expect.poll(() => server.count(Kind.ASK | Kind.REFERENCES)).toBe(1);
});

test("contracts of 16 MiB together", async () => {
  const all = await busy();
  const name = "x".repeat(200_000);
  let id = 2;
  while (!all.server.isClosed && id < 1000) all.server.say(Kind.CONTRACT, (out) => out._varint(id++)._text(name)._varint(0));
  expect(id).toBe(2 + Math.ceil((1 << 24) / 200_004));
  await expectGone(all, "limit=16777216, contract bytes=");
});

describe("a stream that nobody reads", () => {
  const item = (stream: number, bytes: number) => (out: Writer) => out._int(stream)._raw(Buffer.from(JSON.stringify("x".repeat(bytes))));

  test("is refused beyond the items that were asked for", async () => {
    const all = await busy();
    const idle = all.shop.items()[Symbol.asyncIterator]();
    const first = idle.next();
    const stream = await all.server.called(Kind.OPEN, 1);
    for (let i = 0; i < 64; i++) all.server.say(Kind.ITEM, item(stream, 1));
    expect(await first).toEqual({ value: "x", done: false });
    expect(all.server.isClosed).toBe(false);
    all.server.say(Kind.ITEM, item(stream, 1));
    await expectGone(all, "callId=");
    for (let i = 0; i < 63; i++) await idle.next(); // what came in time
    await expect(idle.next()).rejects.toThrow(TellaskError);
  });

  test("is refused beyond the bytes that were asked for", async () => {
    const all = await busy();
    const idle = all.shop.items()[Symbol.asyncIterator]();
    void idle.next();
    const stream = await all.server.called(Kind.OPEN, 1);
    let items = 0;
    while (!all.server.isClosed && items++ < 60) all.server.say(Kind.ITEM, item(stream, 200_000));
    expect(items).toBe(1 + Math.ceil(DEFAULT_LIMITS.creditBytes / 200_006));
    await expectGone(all, "callId=");
  });
});

describe("values of other types", () => {
  test.each([
    ["a text for a number", "value", '"no"'],
    ["an object for a number", "value", "{}"],
    ["no JSON", "value", "{"],
    ["a reference to nowhere", "value", '{"@remote":3}'],
    ["an object twice that is not there", "value", '{"@ref":3}'],
    ["a number for a record", "named", "3"],
    ["a record of a class that is not known", "named", '{"@class":"com.acme.Other"}'],
    ["a number for a text", "named", '{"text":1}'],
    ["an object for a constant", "named", '{"color":{}}'],
    ["a number for a boolean", "named", '{"isOpen":1}'],
    ["a list for a time", "named", '{"at":[]}'],
  ])("%s fails the call alone", async (_, method, text) => {
    const { server, shop, value, call } = await busy();
    const other = shop[method]().catch((error: unknown) => error);
    const id = await server.called(Kind.ASK, 1);
    server.say(Kind.ANSWER, (out) => out._int(id)._raw(Buffer.from(text)));
    expect(await other).toBeInstanceOf(DecodeError);
    server.say(Kind.ANSWER, (out) => out._int(call)._byte(49));
    expect(await value).toBe(1);
    expect(server.isClosed).toBe(false);
  });

  test("a value where a lookup brings a reference", async () => {
    const { server, client } = await open();
    const failure = client.lookup("shop", contract).then(() => undefined, (error) => error);
    const id = await server.called(Kind.LOOKUP);
    server.say(Kind.ANSWER, (out) => out._int(id)._byte(49));
    expect(await failure).toBeInstanceOf(TellaskError);
    expect(server.isClosed).toBe(false);
  });

  test("fields of an exception: the stack trace is left out, what cannot be read is told", async () => {
    const failed = async (details: string) => {
      const { server, value, call } = await busy();
      server.say(Kind.FAILURE, (out) =>
        out._int(call)._byte(1)._text("com.acme.OutOfStock")._text("none left")._block(Buffer.from(details)),
      );
      return value;
    };
    const error = (await failed('{"@message":"none left","@stackTrace":[],"article":"bolt"}')) as RemoteError;
    expect(error).toBeInstanceOf(RemoteError);
    expect(error.details).toEqual({ "@message": "none left", article: "bolt" });
    expect(await failed("{")).toBeInstanceOf(DecodeError);
  });
});

describe("calls of what the page has handed out", () => {
  const told = (out: Writer) => out._varint(1, 0)._block(Buffer.from("1"));

  test("beyond the credit", async () => {
    const never = { told: () => new Promise(() => undefined) }; // has not given back what it took
    const all = await busy({}, { limits: { creditMessages: 8 } }, never);
    for (let i = 0; i < 8; i++) all.server.say(Kind.TELL, told);
    expect(all.server.isClosed).toBe(false);
    all.server.say(Kind.TELL, told);
    await expectGone(all, "reference=1, calls=9");
  });

  test("that wait for an actor, beyond the credit", async () => {
    const never = { later: () => new Promise(() => undefined) };
    const all = await busy({}, { limits: { creditMessages: 8 } }, never);
    all.server.say(Kind.CONTRACT, (out) => out._varint(2)._text("com.acme.Listener")._varint(1)._text("told(int)void"));
    all.server.say(Kind.ASK, (out) => out._varint(1)._int(5)._varint(1));
    const ahead = (out: Writer) => out._byte(0)._int(5)._varint(2, 0)._block(Buffer.from("1"));
    for (let i = 0; i < 8; i++) all.server.say(Kind.TELL, ahead);
    expect(all.server.isClosed).toBe(false);
    all.server.say(Kind.TELL, ahead);
    await expectGone(all, "reference=0, calls=9");
  });

  test("whose answers nobody reads", async () => {
    const all = await busy({ _features: FEATURES | 32, _token: Uint8Array.of(1), _position: 0 });
    const ping = (out: Writer) => out._varint(1);
    for (let pings = 0; !all.server.isClosed && pings < OUTBOUND_BYTES / 128; pings++) all.server.say(Kind.PING, ping);
    await expectGone(all, `limit=${OUTBOUND_BYTES}, unsent bytes=`);
  }, 60_000);
});
