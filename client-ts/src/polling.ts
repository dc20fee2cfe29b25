import { textOf } from "./bytes.ts";
import { concat } from "./frames.ts";
import type { Transport } from "./types.ts";

/** How long requests may fail; a server that says nothing keeps a connection as long. */
const SILENCE_MILLIS = 30_000;
const PAUSE_MILLIS = 250;
const BODY_BYTES = 1 << 16;
const CONNECTION = "Tellask-Connection";
const POSITION = "Tellask-Position";

const header = (answer: Response, name: string): number => Number(answer.headers.get(name));

/**
 * Long polling: one `GET` brings what comes, one `POST` at a time what is sent. Bytes are numbered, so that a request
 * whose answer was lost is repeated (docs/TRANSPORTS.md, "Its requests").
 */
export const pollingTransport =
  (request: typeof fetch): Transport =>
  (url, events) => {
    const address = url.href.replace(/^ws/, "http");
    const stop = new AbortController();
    let name: string | undefined;
    let silenceMillis = SILENCE_MILLIS;
    let received = 0;
    /** Sent and confirmed; what is not is in `unsent`. */
    let confirmed = 0;
    let unsent: Uint8Array = new Uint8Array(0);
    /** What is to be sent behind it: joined once for a request, or each part would copy all before it. */
    const queue: Uint8Array[] = [];
    let isSending = false;
    let isClosing = false;

    const end = (reason: string): void => {
      if (stop.signal.aborted) return;
      stop.abort();
      events.ended("polling: " + reason);
    };

    /** One request, repeated while it fails; undefined where the connection has ended. */
    const ask = async (method: string, position?: number, body?: Uint8Array) => {
      const since = Date.now();
      for (;;) {
        try {
          const headers: Record<string, string> = name ? { [CONNECTION]: name, [POSITION]: String(position) } : {};
          const init: RequestInit = { method, headers, body: body as BodyInit, cache: "no-store", credentials: "omit" };
          if (method === "DELETE") init.keepalive = true;
          else init.signal = stop.signal;
          const answer = await request(address, init);
          const bytes = new Uint8Array(await answer.arrayBuffer());
          if (answer.ok || (answer.status === 409 && method === "POST")) return { answer, bytes };
          return end(`status=${answer.status}`);
        } catch (error) {
          if (stop.signal.aborted) return undefined;
          if (!name || Date.now() - since > silenceMillis) return end(String(error));
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS));
        }
      }
    };

    const post = async (): Promise<void> => {
      if (isSending || !name) return;
      isSending = true;
      while (!stop.signal.aborted) {
        if (queue.length) unsent = concat([unsent, ...queue.splice(0)]);
        if (!unsent.length) break;
        const got = await ask("POST", confirmed, unsent.subarray(0, BODY_BYTES));
        if (!got) return;
        const position = header(got.answer, POSITION);
        if (!(position >= confirmed && position <= confirmed + unsent.length)) return end(`position=${position}`);
        unsent = unsent.subarray(position - confirmed);
        confirmed = position;
      }
      isSending = false;
      if (isClosing) {
        stop.abort();
        await ask("DELETE", confirmed);
      }
    };

    const get = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const got = await ask("GET", received);
        if (!got) return;
        received += got.bytes.length;
        if (got.bytes.length) events.bytes(got.bytes);
      }
    };

    void ask("POST").then((got) => {
      if (!got || stop.signal.aborted) return;
      name = textOf(got.bytes).trim();
      silenceMillis = header(got.answer, "Tellask-Silence-Millis") || SILENCE_MILLIS;
      events.open();
      void post();
      void get();
    });

    return {
      send: (bytes) => {
        queue.push(bytes);
        void post();
      },
      close: () => {
        if (isClosing || stop.signal.aborted) return;
        isClosing = true;
        if (name) void post();
        else stop.abort();
      },
    };
  };
