package io.tellask.netty.pages;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.tellask.actor.Cancellable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One answer on its way: its head, and its body as fast as the channel takes it. A peer that reads nothing for {@code unreadTime} is given
 * up. Belongs to the loop.
 */
final class Outgoing {
    /** The most that is handed to the channel at a time. */
    static final int PART_BYTES = 64 * 1024;

    /** A length that a head may say. */
    static final Pattern LENGTH = Pattern.compile("\\d{1,18}");

    private final Incoming request;
    private final Channel channel;
    private final @Nullable AnswerBody body;
    private final boolean empty; // its body is left out
    private long length; // that is still to be written, as the head says; -1 where it does not
    private @Nullable Cancellable timer;
    private int unsent; // writes that have not left
    private long progressNanos;
    private boolean lastWritten;
    private boolean ended;
    private boolean pumps;
    private boolean stalls; // its line has been told that something waits for the peer

    private Outgoing(Incoming request, HttpResponse head, @Nullable AnswerBody body, long length) {
        this.request = request;
        this.body = body;
        this.length = length;
        channel = request.line().channel();
        empty = request.isHeadMethod() || hasNoBody(head.status());
    }

    static boolean hasNoBody(HttpResponseStatus status) {
        return status.code() == 204 || status.code() == 304;
    }

    /** Writes the length of the body into the head. What an answer to HEAD says without a body stands. */
    static void sayLength(HttpResponse head, int bytes, boolean isHeadMethod) {
        String said = head.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        if (hasNoBody(head.status())) {
            head.headers().remove(HttpHeaderNames.CONTENT_LENGTH);
        } else if (!isHeadMethod
                || bytes > 0
                || said == null
                || !LENGTH.matcher(said).matches()) {
            head.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes);
        }
    }

    /** An answer with a body that follows, as long as its head says if that says so. */
    static Outgoing of(Incoming request, HttpResponse head, @Nullable AnswerBody body) {
        String said = head.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        return new Outgoing(request, head, body, said == null ? -1 : Long.parseLong(said));
    }

    /** Sends the head, and the body that is there. */
    void send(HttpResponse head, byte[] bytes) {
        request.line().complete(head, request, bytes.length);
        lastWritten = true;
        write(
                new DefaultFullHttpResponse(
                        head.protocolVersion(),
                        head.status(),
                        empty ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(bytes),
                        head.headers(),
                        DefaultHttpHeadersFactory.trailersFactory().newEmptyHeaders()),
                0);
        flush();
    }

    /** Sends the head. */
    void send(HttpResponse head) {
        request.line().complete(head, request, length);
        write(head, 0);
        flush();
    }

    private void flush() {
        channel.flush();
        if (unsent > 0 && timer == null && !ended) {
            watch(request.limits().unreadTime().toNanos());
        }
        if (unsent > 0 && !stalls && !ended) {
            stalls = true;
            request.line().stalls();
        }
    }

    /** The peer has taken something. */
    private void progressed() {
        progressNanos = request.loop().nanoTime();
        if (stalls && unsent > 0) {
            request.line().stalls();
        } else if (stalls) {
            flows();
        }
    }

    private void flows() {
        if (stalls) {
            stalls = false;
            request.line().flows();
        }
    }

    /** Writes what the channel takes now. */
    void pump() {
        AnswerBody source = body;
        if (source == null || pumps) {
            return;
        }
        pumps = true; // a write may make the channel writable at once
        try {
            while (!lastWritten && !ended && channel.isWritable() && writePart(source)) {}
        } finally {
            pumps = false;
        }
    }

    /** False if there is nothing to write at present. */
    private boolean writePart(AnswerBody source) {
        ByteBuf part = source.next(PART_BYTES);
        if (part == null) {
            if (source.isDrained()) {
                writeLast();
            }
            return false;
        }
        int bytes = part.readableBytes();
        if (empty) {
            source.left(bytes);
            return true;
        }
        if (length >= 0 && bytes > length) {
            part.release();
            request.cut("answer: more bytes than its content-length; let them agree");
            return false;
        }
        length -= length < 0 ? 0 : bytes;
        write(new DefaultHttpContent(part), bytes);
        flush();
        return true;
    }

    private void writeLast() {
        if (length > 0 && !empty) {
            request.cut("answer: fewer bytes than its content-length; let them agree");
            return;
        }
        lastWritten = true;
        write(LastHttpContent.EMPTY_LAST_CONTENT, 0);
        flush();
    }

    private void write(Object message, int bytes) {
        unsent++;
        if (timer == null) {
            progressNanos = request.loop().nanoTime();
        }
        channel.write(message).addListener((ChannelFuture sent) -> sent(sent, bytes));
    }

    private void sent(ChannelFuture sent, int bytes) {
        unsent--;
        progressed();
        if (body != null) {
            body.left(bytes);
        }
        if (ended) {
            return;
        }
        if (!sent.isSuccess()) {
            request.cut(null);
        } else if (lastWritten && unsent == 0) {
            request.left();
        } else {
            pump();
        }
    }

    private void watch(long nanos) {
        timer = request.loop().schedule(this::look, nanos);
    }

    private void look() {
        timer = null;
        if (ended || unsent == 0) {
            return;
        }
        long left = request.limits().unreadTime().toNanos() - (request.loop().nanoTime() - progressNanos);
        if (left <= 0) {
            request.cut("http: a peer has read nothing of an answer for unreadTimeMillis="
                    + request.limits().unreadTime().toMillis());
        } else {
            watch(left);
        }
    }

    /** Nothing more leaves. */
    void end() {
        ended = true;
        flows();
        if (timer != null) {
            timer.cancel();
        }
        if (body != null) {
            body.close();
        }
    }
}
