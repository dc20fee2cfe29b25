import { describe, expect, test } from "vitest";
import { Account, Calls, type Job, WAITING_CALLS } from "../../src/calls.ts";
import { CreditExhaustedError, ProtocolError } from "../../src/errors.ts";
import { frame, Kind } from "../../src/frames.ts";
import { DEFAULT_LIMITS } from "../../src/hello.ts";
import { json } from "../../src/json.ts";
import { callbacks, streams, values } from "../../src/parts.ts";
import { Session } from "../../src/session.ts";

const session = (peer = {}) => {
  const hello = { ...DEFAULT_LIMITS, _features: 0, _token: new Uint8Array(0), _position: -1, ...peer };
  const settings = { _encoding: json, _callMillis: 1000, _isLenient: false, _report: () => undefined, _published: new Map(), _parts: { ...values, ...streams, ...callbacks } };
  const it = new Session(settings, DEFAULT_LIMITS, hello);
  const sent: number[] = [];
  it._link._attach({ send: (bytes) => void sent.push(bytes[3]), close: () => undefined }, 0);
  return { it, sent };
};
const job = (account: Account, errors: unknown[], size = 10): Job => ({
  _account: () => account,
  _size: size,
  _write: (out) => (out._raw(new Uint8Array(size)), Kind.TELL),
  _fail: (error) => errors.push(error),
});
const take = (it: Session, kind: Kind, ...body: number[]) => it._link._frame(kind, Uint8Array.from(body));

describe("calls", () => {
  test("take credit, wait at none, and go on in order", () => {
    const { it } = session();
    const account = new Account(2, 15);
    const errors: unknown[] = [];
    for (let i = 0; i < 5; i++) it._calls._submit(job(account, errors));
    expect([account._calls, account._bytes, account._jobs.length]).toEqual([0, -5, 3]);
    account._calls += 1;
    account._bytes += 6;
    it._calls._pump();
    expect([account._calls, account._bytes, account._jobs.length]).toEqual([0, -9, 2]);
    expect(errors).toEqual([]);
  });

  test(`fail beyond ${WAITING_CALLS} that wait`, () => {
    const { it } = session();
    const account = new Account(0, 0);
    const errors: unknown[] = [];
    for (let i = 0; i < WAITING_CALLS; i++) it._calls._submit(job(account, errors));
    expect(errors).toEqual([]);
    it._calls._submit(job(account, errors));
    expect(errors[0]).toBeInstanceOf(CreditExhaustedError);
    it._end(new ProtocolError("over"));
    expect(errors.length).toBe(WAITING_CALLS + 1);
    expect(String(errors[5])).toBe("DisconnectedError: over");
  });

  test("that were given up while they waited for their actor are not sent to it", async () => {
    const { it, sent } = session();
    const { _calls: calls } = it;
    let account = calls._ahead;
    account._calls = 0;
    const ahead = (): Job => ({ ...job(account, []), _account: () => account });
    const jobs = [ahead(), ahead(), ahead()];
    jobs.forEach((each) => calls._submit(each));
    calls._giveUp(jobs[1]);
    expect([calls._ahead._jobs.length, calls._waitingCalls]).toEqual([3, 3]); // behind one that waits
    account = new Account(10, 1000);
    calls._resubmit();
    expect([calls._ahead._jobs.length, calls._waitingCalls, account._calls]).toEqual([0, 0, 8]);
    await Promise.resolve();
    expect(sent.length).toBe(1); // both in one batch
  });

  test("have ids that are never 0 and that no late answer meets", () => {
    const { it } = session();
    const calls: Calls = it._calls;
    const seen = new Set<number>();
    for (let i = 0; i < 70_000; i++) {
      const id = calls._slot();
      expect(id).not.toBe(0);
      if (i < 65_535) expect(seen.has(id)).toBe(false);
      seen.add(id);
      calls._settled(id);
    }
    expect(calls._generations.length).toBe(1);
  });
});

describe("what closes the connection", () => {
  test.each([
    ["an answer that nobody waits for", Kind.ANSWER, [1, 0, 1, 0, 51]],
    ["a call of what was not handed out", Kind.TELL, [9, 0]],
    ["a contract that was announced", Kind.CONTRACT, [1, 2, 65, 0]],
    ["a release of what was not handed out", Kind.RELEASE, [1, 1]],
    ["a confirmation of no release", Kind.RELEASED, [1]],
    ["an unknown kind", 0x1d, [0]],
    ["a trace", 0x30, [0]],
    ["a deadline of a tell", 0x90, [0]],
    ["an introduction that comes late", Kind.HELLO, [0]],
    ["schemas, which JSON has not", 0xa, [0]],
    ["a frame that is too short", Kind.ANSWER, [1]],
  ] as [string, Kind, number[]][])("%s", (_, kind, body) => {
    const { it } = session();
    take(it, Kind.CONTRACT, 1, 2, 65, 0);
    expect(() => take(it, kind, ...body)).toThrow(ProtocolError);
  });

  test("contracts beyond 1,024", () => {
    const { it } = session();
    const contract = (id: number) =>
      frame(Kind.CONTRACT, (out) => out._varint(id)._text("A")._varint(0)).subarray(4);
    for (let id = 1; id <= 1024; id++) it._link._frame(Kind.CONTRACT, contract(id));
    expect(() => it._link._frame(Kind.CONTRACT, contract(1025))).toThrow("contract=1025");
  });

  test("items beyond what was asked for, and prefetch beyond 1,024", async () => {
    const { it } = session();
    take(it, Kind.CONTRACT, 1, 2, 65, 1, ...frameText("n()java.util.concurrent.Flow$Publisher<java.lang.Integer>"));
    const reference = it._references._came(1, 1);
    const stub = it._references._stub(reference, {}) as any;
    await expect(stub.n({ prefetch: 1025 })[Symbol.asyncIterator]().next()).rejects.toThrow("limit=1 to 1024");
    await expect(stub.n({ prefetch: 0 })[Symbol.asyncIterator]().next()).rejects.toThrow("prefetch=0");
    const reading = stub.n({ prefetch: 1024 })[Symbol.asyncIterator]();
    const first = reading.next();
    const [id] = it._calls._replies.keys();
    const item = [id & 255, 0, id >> 16, 0, 49];
    for (let i = 0; i < 1024; i++) take(it, Kind.ITEM, ...item);
    expect(() => take(it, Kind.ITEM, ...item)).toThrow("callId=");
    expect(await first).toEqual({ value: 1, done: false });
  });
});

describe("digests of contracts", () => {
  const signature = "n()java.util.concurrent.Flow$Publisher<java.lang.Integer>";
  const digest = [0x5f, 0x0c, 0x9e, 0x21, 0xa7, 0xb3, 0xc4, 0xd5];
  const contract = (expected: string) => ({
    contract: "A",
    types: { A: { digest: expected, methods: [{ name: "n", signature, kind: "stream", parameters: [], result: "int" }] } },
  });
  const answered = async (expected: string, isLenient: boolean, announced = digest) => {
    const { it } = session();
    const reports: unknown[] = [];
    Object.assign(it._settings, { _isLenient: isLenient, _report: (error: unknown) => reports.push(String(error)) });
    const pending = it._lookup("a", contract(expected));
    take(it, Kind.CONTRACT, 1, 2, 65, 1, ...frameText(signature), ...announced);
    const [id] = it._calls._replies.keys();
    take(it, Kind.ANSWER_REFERENCE, id & 255, 0, id >> 16, 0, 1, 1);
    return { reports, result: await pending._ready.then(() => "taken", (error) => String(error)) };
  };

  test("that are equal, or not told", async () => {
    expect(await answered("5f0c9e21a7b3c4d5", false)).toEqual({ reports: [], result: "taken" });
    expect(await answered("5f0c9e21a7b3c4d5", false, [])).toEqual({ reports: [], result: "taken" });
  });

  test("that differ", async () => {
    const text =
      "ContractMismatchError: contract=A: types differ, digest=0000000000000000, " +
      "server=5f0c9e21a7b3c4d5; generate its module anew";
    expect(await answered("0000000000000000", false)).toEqual({ reports: [], result: text });
    expect(await answered("0000000000000000", true)).toEqual({ reports: [text], result: "taken" });
  });
});

const frameText = (text: string): number[] => [text.length + 1, ...Buffer.from(text)];
