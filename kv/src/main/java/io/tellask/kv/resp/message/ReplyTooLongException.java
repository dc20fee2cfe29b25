package io.tellask.kv.resp.message;

/** More waits to be sent to a client than may: its connection ends. */
public final class ReplyTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ReplyTooLongException(long bytes) {
        super("resp: output bytes=" + bytes, null, false, false);
    }
}
