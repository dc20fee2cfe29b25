import type { Announced } from "./contracts.ts";
import { DisconnectedError } from "./errors.ts";
import { Kind } from "./frames.ts";
import { Account } from "./calls.ts";
import type { Session } from "./session.ts";

/** A reference that the other side has handed out. */
export class Import {
  readonly _account: Account;
  /** How often it came since the last RELEASE. */
  _count = 0;
  _stub?: WeakRef<object>;
  /** Itself: calls need not wait for it. */
  readonly _import: Import = this;
  declare readonly _waits?: boolean;
  declare readonly _isSettled?: boolean;
  declare readonly _callId?: number;
  declare readonly _ready?: Promise<unknown>;
  /** Whether the page has let go of it; it may come again. */
  _isDisposed = false;

  constructor(
    readonly _session: Session,
    readonly _id: number,
    readonly _announced: Announced,
  ) {
    this._account = new Account(_session._peer.creditMessages, _session._peer.creditBytes);
  }

  _check(): void {
    if (this._isDisposed || this._session._isOver) {
      throw new DisconnectedError(
        `reference=${this._announced._name} is ${this._isDisposed ? "disposed of" : "of a lost session"}; look it up anew`,
      );
    }
  }

  /** Lets go of it, behind all calls that wait. */
  _release(): void {
    if (this._isDisposed || this._session._isOver) return;
    this._isDisposed = true;
    const times = this._count;
    this._count = 0;
    this._stub = undefined;
    this._session._calls._submit({
      _account: () => this._account,
      _isFree: true,
      _write: (out) => {
        out._varint(this._id, times);
        return Kind.RELEASE;
      },
      _fail: () => undefined, // with its session all is released
    });
  }
}

/** An actor that an ask or a lookup under way will bring. */
export class PendingReference {
  /** The call that brings it; 0 before it is sent. */
  _callId = 0;
  /** What it brought; undefined until then, and where it brought no actor. */
  _import?: Import;
  _isSettled = false;
  /** Whether calls wait for it here, since they cannot go ahead of it. */
  _waits = false;
  /** Settles as the call does. */
  _ready!: Promise<any>;

  constructor(readonly _session: Session) {}
}
