package io.tellask.netty.pages;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.http.HttpException;
import io.tellask.netty.HttpLimits;
import io.tellask.remote.MemoryHolder;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request, from its head until its answer has left: hands its body to the {@link Responder} as fast as that asks for it, and writes the
 * answer as fast as the other side reads it. Belongs to the loop of its connection.
 *
 * <pre>
 *   body    not asked for - read - complete | failed
 *   answer  none - under way - left | ended
 * </pre>
 */
public final class Incoming {
    /** What is read at most of a body that nobody wants, so that the connection may go on behind it. */
    static final int MOST_DISCARDED_BYTES = 64 * 1024;

    private final Line line;
    private final HttpRequest head;
    private final HttpLimits limits;
    private final long length; // of the body; -1 where it comes in chunks
    private @Nullable Responder responder;
    private @Nullable MemoryHolder memory;
    private @Nullable Outgoing outgoing;
    private @Nullable Cancellable bodyTimer;
    private @Nullable Cancellable answerTimer;
    private boolean bodyWanted;
    private boolean bodyComplete;
    private boolean bodyFailed;
    private boolean brokenOff;
    private boolean lastHanded;
    private boolean continued;
    private boolean discards;
    private boolean ended;
    private long bodyBytes;
    private long readNanos; // for which the body was read, before it was paused
    private long readSince;

    /** @param length of its body; -1 where it comes in chunks */
    Incoming(Line line, HttpRequest head, long length, HttpLimits limits) {
        this.line = line;
        this.head = head;
        this.limits = limits;
        this.length = length;
    }

    /** The head as Netty reads it. */
    public HttpRequest head() {
        return head;
    }

    public Carrier carrier() {
        return line.carrier();
    }

    /** 1 or 2. */
    public int version() {
        return line.version();
    }

    public Dispatcher loop() {
        return line.carrier().loop();
    }

    /** Runs that on the loop; nothing where the loop has ended, and the connection with it. */
    void later(Runnable task) {
        line.carrier().later(task);
    }

    /** How long the body is, as the head says; -1 where it does not. */
    public long bodyLength() {
        return length;
    }

    Line line() {
        return line;
    }

    HttpLimits limits() {
        return limits;
    }

    void respondedBy(Responder newResponder) {
        responder = newResponder;
    }

    /** Where its connection counts what it keeps; null where that is bounded by other means. */
    @Nullable
    MemoryHolder memory() {
        return memory;
    }

    void countsAt(MemoryHolder holder) {
        memory = holder;
    }

    boolean isHeadMethod() {
        return head.method().equals(HttpMethod.HEAD);
    }

    /** Asks for the body, or more of it. */
    public void readBody() {
        if (bodyWanted || bodyFailed || ended) {
            return;
        }
        bodyWanted = true;
        if (bodyComplete) {
            handLast();
            return;
        }
        sayContinue();
        readSince = loop().nanoTime();
        watchBody();
        line.bodyWanted();
    }

    /** Asks for no more at present. */
    public void pauseBody() {
        if (bodyWanted && !bodyComplete) {
            bodyWanted = false;
            stopBodyTimer();
            readNanos += loop().nanoTime() - readSince;
            line.bodyWanted();
        }
    }

    private void handLast() {
        Responder known = responder;
        if (known != null && !lastHanded) {
            lastHanded = true;
            known.body(Unpooled.EMPTY_BUFFER, true);
        }
    }

    private void sayContinue() {
        if (!continued && awaitsContinue()) {
            continued = true;
            line.channel()
                    .writeAndFlush(new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
    }

    private boolean awaitsContinue() {
        return bodyBytes == 0 && !continued && HttpUtil.is100ContinueExpected(head);
    }

    boolean wantsBody() {
        return bodyWanted && !bodyComplete && !bodyFailed;
    }

    boolean isBodyComplete() {
        return bodyComplete;
    }

    /** A body may take a while, and longer the longer it is; checked when it should be over if it came at the least rate. */
    private void watchBody() {
        stopBodyTimer();
        long allowed =
                limits.bodyTime().toNanos() + bodyBytes * TimeUnit.SECONDS.toNanos(1) / limits.bodyBytesPerSecond();
        long left = allowed - readNanos - (loop().nanoTime() - readSince);
        if (left <= 0) {
            failBody(new HttpException(
                    408,
                    "body: bytes=" + bodyBytes + " came too slowly, bodyTimeMillis="
                            + limits.bodyTime().toMillis() + " and bodyBytesPerSecond=" + limits.bodyBytesPerSecond()
                            + "; send faster"));
        } else {
            bodyTimer = loop().schedule(this::watchBody, left);
        }
    }

    private void stopBodyTimer() {
        if (bodyTimer != null) {
            bodyTimer.cancel();
            bodyTimer = null;
        }
    }

    /** A part of the body has come. */
    void content(HttpContent content) {
        if (ended || bodyFailed || bodyComplete) {
            return;
        }
        if (content.decoderResult().isFailure()) {
            failBody(new HttpException(400, "the body is malformed"));
            return;
        }
        bodyBytes += content.content().readableBytes();
        boolean last = content instanceof LastHttpContent;
        if (last) {
            bodyComplete = true;
            stopBodyTimer();
        }
        if (discards) {
            discard();
        } else if (bodyWanted) {
            lastHanded = last;
            Responder known = responder;
            if (known != null) {
                known.body(content.content().retain(), last);
            }
        } else if (content.content().isReadable()) {
            failBody(new HttpException(400, "the body breaks off"));
        }
    }

    private void discard() {
        if (bodyComplete) {
            line.answered(this);
        } else if (bodyBytes > MOST_DISCARDED_BYTES) {
            bodyFailed = true;
            line.answered(this);
        }
    }

    /** The rest of the body does not come. */
    void failBody(HttpException cause) {
        if (bodyFailed || bodyComplete || ended) {
            return;
        }
        bodyFailed = true;
        stopBodyTimer();
        if (discards) {
            line.answered(this);
            return;
        }
        Responder known = responder;
        if (known != null && bodyWanted) {
            known.bodyFailed(cause);
        }
    }

    /** No more bytes come from the other side. */
    void inputEnded() {
        brokenOff = true;
        failBody(new HttpException(400, "the body breaks off"));
    }

    /** Whether the other side has ended what it sends, perhaps in the middle of the body: nothing is wrong with what came. */
    public boolean isBrokenOff() {
        return brokenOff;
    }

    /** Whether the connection could go on behind the answer: what is left of the body is nothing, or little that is on its way. */
    boolean mayGoOn() {
        return bodyComplete || !bodyFailed && length <= MOST_DISCARDED_BYTES && !awaitsContinue();
    }

    /** What has come up to now was handed over. */
    void bodyPauses() {
        Responder known = responder;
        if (known != null && bodyWanted && !ended) {
            known.bodyPauses();
        }
    }

    /** Whether the connection ends behind the answer if the next request has come before it. */
    boolean standsAlone() {
        Responder known = responder;
        return known != null && known.standsAlone();
    }

    /** Runs unless an answer begins in time. */
    void startAnswerTimer(Runnable late) {
        answerTimer = loop().schedule(
                        () -> {
                            Responder known = responder;
                            if (outgoing != null || ended) {
                                return;
                            }
                            if (wantsBody() || known == null || known.mayTakeLong()) {
                                startAnswerTimer(late);
                            } else {
                                late.run();
                            }
                        },
                        limits.answerTime().toNanos());
    }

    private void stopAnswerTimer() {
        if (answerTimer != null) {
            answerTimer.cancel();
            answerTimer = null;
        }
    }

    public boolean isAnswered() {
        return outgoing != null || ended;
    }

    /** Whether a body leaves in one go, and is not counted. */
    boolean isWhole(byte[] body) {
        return body.length <= line.uncountedBytes() || isHeadMethod();
    }

    /** Answers with a body that leaves in one go; nothing if there is an answer already. */
    public void answer(HttpResponse answer, byte[] body) {
        if (!isAnswered()) {
            Outgoing.sayLength(answer, body.length, isHeadMethod());
            begin(answer, null).send(answer, body);
        }
    }

    /** Answers with a body of so many bytes, which is written beside this. */
    void answer(HttpResponse answer, AnswerBody body, int bytes) {
        Outgoing.sayLength(answer, bytes, false);
        answer(answer, body);
    }

    /** Answers with a body that follows. */
    void answer(HttpResponse answer, AnswerBody body) {
        if (isAnswered()) {
            body.close();
        } else {
            begin(answer, body).send(answer);
        }
    }

    private Outgoing begin(HttpResponse answer, @Nullable AnswerBody body) {
        stopAnswerTimer();
        Outgoing made = Outgoing.of(this, answer, body);
        outgoing = made;
        return made;
    }

    /** More may be written. */
    void writable() {
        if (outgoing != null) {
            outgoing.pump();
        }
    }

    /** The answer has left. */
    void left() {
        if (!bodyComplete && !line.isClosing() && mayGoOn()) {
            discards = true;
            bodyWanted = false;
            readNanos = 0;
            end(true);
            ended = false;
            readBody();
            return;
        }
        end(true);
        line.answered(this);
    }

    /** The connection or the stream is gone. */
    void gone() {
        end(false);
    }

    private void end(boolean sent) {
        if (ended) {
            return;
        }
        ended = true;
        stopBodyTimer();
        stopAnswerTimer();
        if (outgoing != null) {
            outgoing.end();
        }
        Responder known = responder;
        responder = null;
        if (known != null) {
            known.ended(sent);
        }
    }

    /** Ends the request without a regular answer. */
    public void cut(@Nullable String reason) {
        line.abort(reason);
    }
}
