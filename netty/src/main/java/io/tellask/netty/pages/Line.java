package io.tellask.netty.pages;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** What one request at a time comes by: a connection of HTTP/1.1, or a stream of HTTP/2. Belongs to the loop of its connection. */
interface Line {
    Channel channel();

    Carrier carrier();

    /** 1 or 2. */
    int version();

    /**
     * A request of it is for a page: it counts among those that serve pages from here on.
     *
     * @throws io.tellask.http.HttpException if there are too many
     */
    void countsAsPage(Incoming request, Pages pages);

    /** Whether more of the body is wanted has changed. */
    void bodyWanted();

    /** Adds to the head of an answer what the connection needs; the length of the body is -1 where it is not known. */
    void complete(HttpResponse head, Incoming request, long length);

    /** Whether the connection ends behind the answer that is under way, or its stream does. */
    boolean isClosing();

    /** The answer has left, and with it the request is over, but for what is unread of its body. */
    void answered(Incoming request);

    /** Ends the stream, or the connection where requests have none of their own, so that the other side sees that it is no regular end. */
    void abort(@Nullable String reason);

    /** Answers up to so many bytes are part of what each request is counted with; longer ones are counted by themselves. */
    int uncountedBytes();

    /** The peer has to take what waits, or has taken some of it just now. */
    void stalls();

    /** Nothing of the answer waits for the peer any more. */
    void flows();
}
