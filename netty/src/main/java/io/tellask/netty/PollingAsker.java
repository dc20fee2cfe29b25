package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;

/** Who has asked the server for something, and gets the answer. Belongs to the loop. */
interface PollingAsker {
    /** The request as it is now: called for each time that it is sent. */
    FullHttpRequest request();

    /** Whether the contents of an answer with these headers, of status 200, may be read. */
    default boolean takes(HttpHeaders headers) {
        return false;
    }

    /** Contents of an answer with status 200; takes them over. */
    default void content(ByteBuf bytes) {
        bytes.release();
    }

    /** The bytes that one read has brought are here. */
    default void readComplete() {}

    /** Whether more of the answer may be read. */
    default boolean mayRead() {
        return true;
    }

    /** The answer is complete. */
    void answered(int status, HttpHeaders headers, String text);

    /** There is none, for as long as was waited. */
    void failed(Throwable cause);
}
