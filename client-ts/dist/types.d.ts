/// <reference lib="esnext.disposable" preserve="true" />
import type { SessionCodec } from "./part.js";
import type { Session } from "./session.js";
/** The types that users and generated modules see. */
/** The type of a value, as generated modules have it: `"long"`, `["list", "string"]`, `"com.acme.Line"`. */
export type TypeExpression = string | readonly [string, ...TypeExpression[]];
/** One method of a contract. */
export interface MethodDescription {
    readonly name: string;
    /** As Java names it: `add(int,int)io.tellask.actor.Promise<java.lang.Integer>`. */
    readonly signature: string;
    readonly kind: string;
    readonly parameters: readonly TypeExpression[];
    /** What the method promises or emits. */
    readonly result?: TypeExpression;
}
/** A record, an enum, a sealed type or a contract. */
export interface TypeDescription {
    readonly record?: Readonly<Record<string, TypeExpression>>;
    readonly enum?: readonly string[];
    readonly sealed?: readonly TypeExpression[];
    readonly digest?: string;
    readonly methods?: readonly MethodDescription[];
}
/** The types of a generated module by their Java names. */
export type Types = Readonly<Record<string, TypeDescription>>;
/** A contract at run time, exported by a generated module; `T` is its interface. */
export interface Contract<T = unknown> {
    readonly contract: string;
    readonly types: Types;
    /** Never there: it carries the interface. */
    readonly _interface?: T;
}
/** What a call may be told besides its arguments, as a last argument. */
export interface CallOptions {
    /** Gives the call or the stream up when it is aborted. */
    signal?: AbortSignal;
    /** Milliseconds until the call fails with `DeadlineExceededError`, 30,000 unless set; the server knows of it. */
    timeout?: number;
    /** Items that a stream may be ahead of its reader, from 1 to 1,024; 64 unless set. */
    prefetch?: number;
}
/**
 * Items from the other side, sent as they are read. Each `for await` subscribes anew; leaving the loop cancels the
 * subscription.
 */
export interface Stream<T> extends AsyncIterable<T> {
}
declare const remote: unique symbol;
type Result<R> = R extends Promise<infer S extends {
    readonly [remote]: unknown;
}> ? R & S : R;
type Call<A extends unknown[], R> = unknown[] extends A ? unknown : (...args: [...A, options?: CallOptions]) => Result<R>;
/** The overloads of a method, up to four, each with options behind its arguments. */
type Calls<F> = F extends {
    (...args: infer A): infer R;
    (...args: infer B): infer S;
    (...args: infer C): infer T;
    (...args: infer D): infer U;
} ? Call<A, R> & Call<B, S> & Call<C, T> & Call<D, U> : F extends {
    (...args: infer A): infer R;
    (...args: infer B): infer S;
    (...args: infer C): infer T;
} ? Call<A, R> & Call<B, S> & Call<C, T> : F extends {
    (...args: infer A): infer R;
    (...args: infer B): infer S;
} ? Call<A, R> & Call<B, S> : F extends (...args: infer A) => infer R ? (...args: [...A, options?: CallOptions]) => Result<R> : never;
/**
 * A reference to an actor of the other side, under contract `T`. Letting go of it, by `[Symbol.dispose]` or by dropping
 * all uses, tells the other side.
 */
export type Remote<T> = {
    readonly [M in keyof T]: Calls<T[M]>;
} & {
    readonly [remote]: T;
} & Partial<Disposable>;
/** A reference that is on its way: call it at once, or await it to know that it is there. */
export type Pending<T> = Promise<Remote<T>> & Remote<T>;
/** Who the client is: `{scheme: "bearer", token}`, `{scheme: "basic", user, password}`, or a scheme of the server's. */
export interface Credentials {
    scheme: string;
    token?: string;
    user?: string;
    password?: string;
    secret?: Uint8Array | string;
}
/** What a client does at the moment. */
export type State = "connecting" | "open" | "resuming" | "closed";
/** A client of one server. It connects anew by itself until it is closed. */
export interface Client extends Disposable, AsyncDisposable {
    /** Connects for the first time or anew, is open, resumes its session over another connection, or is closed. */
    readonly state: State;
    /**
     * A reference to what the server has published under a name. It may be called at once; awaiting it tells whether it is
     * there, and waits for a session if there is none. It lives as long as the client: after a lost session it is looked up
     * again.
     *
     * @throws DisconnectedError at its calls while there is no session
     */
    lookup<T>(name: string, contract: Contract<T>): Pending<T>;
    /** Without a generated module: await it, then call it by the names and forms that the server announces. */
    lookup(name: string): Promise<any>;
    /**
     * Settles once the client is open, at once where it is. A call that failed with `DisconnectedError` can be made again then.
     *
     * @param options `timeout` in milliseconds, `callTimeout` unless set, and a `signal`
     * @throws DeadlineExceededError if it takes longer, DisconnectedError if the client is closed
     */
    opened(options?: CallOptions): Promise<void>;
    /** Lets the server look an object up, as it may whatever it is handed. */
    publish<T>(name: string, contract: Contract<T>, object: T): void;
    /** Says goodbye. What is under way fails: asks as `OutcomeUnknownError`, streams as `DisconnectedError`. */
    close(): void;
}
/** How values travel: JSON, `cbor` of `@tellask/client/cbor`, or `binary` of `@tellask/client/binary`. */
export interface Encoding {
    /** The bit of HELLO's features. */
    readonly feature: number;
    /** Whether numbers beyond JavaScript's, and bytes, become strings. */
    readonly isText: boolean;
    encode(value: unknown): Uint8Array;
    /** Objects that `@ref` may mean are put into `shared`. */
    decode(bytes: Uint8Array, shared: Map<unknown, unknown>): unknown;
    /** Where the form of values depends on what the session has seen. */
    readonly _codec?: (session: Session) => SessionCodec;
}
/** What carries the bytes of one connection. */
export interface Wire {
    send(bytes: Uint8Array): void;
    /** Lets what was sent leave, then ends. */
    close(): void;
}
/** What is told of a connection; nothing follows `ended`, which comes once. */
export interface WireEvents {
    open(): void;
    bytes(bytes: Uint8Array): void;
    ended(reason: string): void;
}
/** Opens a connection. */
export type Transport = (url: URL, events: WireEvents) => Wire;
export {};
