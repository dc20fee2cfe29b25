import { Reader } from "./bytes.js";
import type { Wire } from "./types.js";
/** Sent and not acknowledged: beyond it what is to be sent waits. */
export declare const RESUME_WINDOW_BYTES: number;
/** Beyond it the other side does not take what it asks for: the connection is given up. */
export declare const OUTBOUND_BYTES: number;
/**
 * The two streams of frames of one session, over the connections that it has one after the other (ADR 36). What was sent
 * is kept until the other side has acknowledged it.
 *
 *     _frames   [ sent, not acknowledged | not sent ]
 *                ^ _base (position)       ^ _next (index), _sent (position)
 */
export declare class Link {
    /** Whether the session can go on over another connection. */
    readonly _isResumable: boolean;
    readonly _take: (kind: number, body: Reader) => void;
    /** Told when what waited has left. */
    readonly _drained: () => void;
    _wire?: Wire;
    _frames: Uint8Array[];
    _base: number;
    _next: number;
    _sent: number;
    /** Bytes that have not been sent. */
    _waiting: number;
    _handled: number;
    _acknowledged: number;
    _isFlushing: boolean;
    _ackTimer?: ReturnType<typeof setTimeout>;
    constructor(
    /** Whether the session can go on over another connection. */
    _isResumable: boolean, _take: (kind: number, body: Reader) => void, 
    /** Told when what waited has left. */
    _drained: () => void);
    /** Goes on over a new connection, from where the other side has handled what was sent. */
    _attach(wire: Wire, position: number): void;
    _detach(): void;
    _send(bytes: Uint8Array): void;
    _flush(): void;
    /** A frame came behind the introduction. */
    _frame(kind: number, body: Uint8Array): void;
    /** Before all that waits: two sides that wait for each other's acknowledgement would wait for ever. */
    _ack(): void;
    _stopAck(): void;
    /** Forgets the frames before a position. */
    _acknowledge(position: number): void;
}
