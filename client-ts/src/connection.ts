import { check, Reader } from "./bytes.ts";
import { AuthenticationError, DisconnectedError, ProtocolError, type TellaskError, TransportError } from "./errors.ts";
import { frame, frameParser, Kind } from "./frames.ts";
import { type Hello, helloFrame, readHello } from "./hello.ts";
import type { ConnectOptions } from "./options.ts";
import type { Session } from "./session.ts";
import type { Transport, Wire } from "./types.ts";

const CLOSE_ERRORS = [DisconnectedError, ProtocolError, AuthenticationError, DisconnectedError, TransportError];

/** Why the other side closes. */
const readClose = (input: Reader): TellaskError => {
  const code = input._varint();
  const error = new (CLOSE_ERRORS[code] ?? DisconnectedError)(input._text() ?? "closed");
  error._close = code;
  if (input._left) error._retryMillis = input._varint();
  return error;
};

/** A connection whose introduction is done. */
export interface Connection {
  /** When it has ended, and why. */
  _ended: Promise<TellaskError>;
  /** Says goodbye, lets it leave, and ends. */
  _close(code: number, reason: string): void;
}

/**
 * Opens a connection and introduces this side. `welcome` is told of the answer, and attaches the session that the
 * connection is for.
 */
export const openConnection = (
  transport: Transport,
  url: URL,
  hello: Hello,
  { connectTimeout = 5_000, idleTime = 30_000, pingTime = 15_000 }: ConnectOptions,
  welcome: (answer: Hello, wire: Wire) => Session,
): Promise<Connection> =>
  new Promise((resolve, reject) => {
    let session: Session | undefined;
    let isOver = false;
    let finish!: (error: TellaskError) => void;
    let heardAt = Date.now();
    let beat: ReturnType<typeof setInterval> | undefined;
    const ended = new Promise<TellaskError>((resolveEnded) => (finish = resolveEnded));

    const end = (error: TellaskError): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearInterval(beat);
      wire?.close();
      if (session?._link._wire === wire) session?._link._detach();
      finish(error);
      reject(error); // means nothing after the welcome
    };
    const close = (code: number, reason: string): void => {
      wire!.send(frame(Kind.CLOSE, (out) => out._varint(code)._text(reason)));
      const error = new (CLOSE_ERRORS[code])(reason);
      error._close = code;
      end(error);
    };
    const introduced = (kind: number, input: Reader): void => {
      check(kind === Kind.WELCOME, "kind", kind);
      session = welcome(readHello(input), wire!);
      clearTimeout(timer);
      beat = setInterval(() => {
        const quiet = Date.now() - heardAt;
        if (quiet > idleTime + pingTime) end(new TransportError(`silent for ${quiet} ms`));
        else if (quiet > idleTime) session!._frame(Kind.PING, (out) => out._byte(0));
      }, pingTime / 2);
      resolve({ _ended: ended, _close: close });
    };
    const parse = frameParser(hello.frameBytes, (kind, body) => {
      if (isOver) return;
      const input = new Reader(body);
      if (kind === Kind.CLOSE) end(readClose(input));
      else if (session) session._link._frame(kind, body);
      else introduced(kind, input);
    });
    const timer = setTimeout(
      () => end(new TransportError(`no answer within ${connectTimeout} ms`)),
      connectTimeout,
    );
    let wire: Wire | undefined;
    try {
      wire = transport(url, {
        open: () => wire!.send(helloFrame(Kind.HELLO, hello)),
        bytes: (bytes) => {
          heardAt = Date.now();
          try {
            if (!isOver) parse(bytes);
          } catch (error) {
            close(1, (error as Error).message);
          }
        },
        ended: (reason) => end(new TransportError(reason)),
      });
    } catch (error) {
      end(new TransportError(String(error), error));
    }
  });
