package io.tellask.netty.pages;

import io.netty.buffer.ByteBuf;
import io.tellask.http.HttpException;

/** Answers one {@linkplain Incoming request}. Called on the loop of its connection, until {@link #ended}. */
public interface Responder {
    /**
     * It is this one's turn, and nothing of the body has been read. May answer at once.
     *
     * @throws HttpException if the request is refused
     */
    void begin();

    /** A part of the body, which was {@linkplain Incoming#readBody asked for}; takes the buffer over. The last part may be empty. */
    void body(ByteBuf part, boolean last);

    /** What has come up to now was handed over. */
    default void bodyPauses() {}

    /** The rest of the body does not come: it is malformed, late, or breaks off. The request may still be answered. */
    void bodyFailed(HttpException cause);

    /** Whether it holds up its answer in good faith, so that nobody may end the request for that. */
    default boolean mayTakeLong() {
        return false;
    }

    /** Whether the connection ends behind the answer if the next request has come before it. */
    default boolean standsAlone() {
        return false;
    }

    /** The answer has left, or the connection or the stream has ended before; the last call. */
    void ended(boolean sent);
}
