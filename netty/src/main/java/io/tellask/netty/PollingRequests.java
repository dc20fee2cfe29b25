package io.tellask.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.tellask.actor.Cancellable;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One socket of long polling at the server: reads one request after the other and has the connection that it names answer it. Belongs to
 * the socket's loop.
 *
 * <pre>
 *   OPTIONS                               what pages of other origins may send
 *   POST                                  opens a connection: 201 and its name
 *   POST    Tellask-Connection, -Position  brings bytes: 204 and up to where they were taken
 *   GET     Tellask-Connection, -Position  asks for bytes: 200 and bytes, or 204 when there were none for a while
 *   DELETE  Tellask-Connection[, -Position] closes the connection: 204
 * </pre>
 *
 * Of a request that brings bytes, what one read brought waits here until the connection asks for it, and nothing is read meanwhile. A
 * second request before the first was answered is not read: the socket is closed behind the answer.
 */
final class PollingRequests extends ChannelInboundHandlerAdapter
        implements LoopChannel.Reads, HandshakeLimit.Handshake {
    private final AcceptedConnection connection;
    private final LoopChannel channel;
    private final NettyLoop loop;
    private final HttpRules rules;
    private final PollingTable table;
    private final PollingServerWire.Access access;
    private final HeldBytes batch = new HeldBytes();
    private @Nullable HttpRequest request; // that is being read or answered
    private @Nullable PollingExchange exchange;
    private @Nullable Cancellable timer;
    private boolean taken; // the rules let it through
    private boolean uploads;
    private boolean complete; // all of the request has come
    private boolean handsMore; // the connection has asked for the next batch
    private boolean answered;
    private boolean closing;
    private boolean known; // has named a connection
    private long position; // of the batch
    private long bodyBytes;
    private long readingNanos; // that are left for the body
    private long readingSince;

    private PollingRequests(
            AcceptedConnection connection, @Nullable TlsHandshake tls, HttpRules rules, PollingTable table) {
        this.connection = connection;
        this.rules = rules;
        this.table = table;
        channel = connection.channel();
        loop = connection.loop();
        access = new PollingServerWire.Access(
                tls != null || channel.staysHere(), tls == null ? null : tls.certificate());
    }

    /** The stage that serves requests. */
    static void accept(AcceptedConnection connection, @Nullable TlsHandshake tls, HttpRules rules, PollingTable table) {
        connection
                .channel()
                .pipeline()
                .addLast(new HttpServerCodec(
                        WebSocketHandshake.MOST_LINE_BYTES,
                        WebSocketHandshake.MOST_HEADER_BYTES,
                        PollingWire.MOST_BYTES));
        behindCodec(connection, tls, rules, table);
    }

    /** The same where requests are decoded already. */
    static void behindCodec(
            AcceptedConnection connection, @Nullable TlsHandshake tls, HttpRules rules, PollingTable table) {
        PollingRequests requests = new PollingRequests(connection, tls, rules, table);
        requests.channel.pipeline().addLast(requests);
        requests.channel.reads(requests);
        requests.startTimer(table.settings().handshakeNanos(), "the first request");
        requests.watch();
    }

    private void startTimer(long nanos, String what) {
        stopTimer();
        timer = loop.schedule(
                () -> {
                    connection.fail(new TransportException(
                            Problem.TIMED_OUT,
                            "http: peer=" + connection.peer("http") + " did not finish " + what + " in time"));
                    channel.closeAtOnce();
                },
                nanos);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    @Override
    public int mostBytes(int turnBytes) {
        return Math.min(turnBytes, LoopChannel.HANDSHAKE_BYTES);
    }

    @Override
    public boolean mayRead() {
        return !closing && batch.isEmpty();
    }

    @Override
    public boolean drops() {
        return false;
    }

    private void watch() {
        if (channel.isActive() && !closing && channel.config().isAutoRead() != mayRead()) {
            channel.config().setAutoRead(mayRead());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (closing) {
                return;
            }
            if (message instanceof HttpRequest next) {
                begin(next);
            }
            if (message instanceof HttpContent content && !closing) {
                content(content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(HttpRequest next) {
        if (request != null) { // pipelined: the client has to send it again, on another socket
            stopReading();
            return;
        }
        request = next;
        answered = false;
        complete = false;
        uploads = false;
        bodyBytes = 0;
        table.idle().ended(this);
        HttpRules.Refusal refusal = rules.refusal(next);
        taken = refusal == null;
        if (refusal != null) {
            refuse(refusal.status(), refusal.text());
        } else if (next.method().equals(HttpMethod.POST) && next.headers().contains(PollingAnswer.CONNECTION)) {
            beginUpload(next);
        }
        if (answered) {
            return;
        }
        readingNanos = table.settings().handshakeNanos();
        beginReading();
    }

    private void beginReading() {
        readingSince = loop.nanoTime();
        startTimer(Math.max(1, readingNanos), "a request");
    }

    private void endReading() {
        stopTimer();
        readingNanos -= loop.nanoTime() - readingSince;
    }

    private void beginUpload(HttpRequest next) {
        PollingServerWire wire = named(next);
        if (wire == null) {
            return;
        }
        position = PollingTarget.position(next.headers().get(PollingAnswer.POSITION));
        if (position < 0) {
            refuse(HttpResponseStatus.BAD_REQUEST, PollingAnswer.POSITION + " is missing or no number");
            return;
        }
        if (HttpUtil.getContentLength(next, 0L) > PollingWire.MOST_BYTES) {
            refuseLongBody();
            return;
        }
        if (HttpUtil.is100ContinueExpected(next)) {
            channel.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
        uploads = true;
        handsMore = false;
        PollingExchange made = new PollingExchange(loop, this, wire);
        exchange = made;
        hand(() -> wire.beginUpload(made));
    }

    private void refuseLongBody() {
        refuse(
                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                "a request brings up to " + PollingWire.MOST_BYTES + " bytes");
    }

    private void content(HttpContent content) {
        if (request == null || answered) {
            return;
        }
        int count = content.content().readableBytes();
        bodyBytes += count;
        if (content.decoderResult().isFailure()) {
            refuse(HttpResponseStatus.BAD_REQUEST, "this is no request of HTTP/1.1");
        } else if (bodyBytes > (uploads ? PollingWire.MOST_BYTES : 0)) {
            refuseLongBody();
        } else {
            batch.add(content.content().retain());
            if (content instanceof LastHttpContent) {
                complete = true;
                endReading();
                if (!uploads) {
                    serve(request);
                }
            }
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        handBatch();
        watch();
        context.fireChannelReadComplete();
    }

    /** The connection asks for more. */
    void handMore(PollingExchange asking) {
        if (asking == exchange && !answered) {
            handsMore = true;
            handBatch();
            watch();
        }
    }

    private void handBatch() {
        PollingExchange current = exchange;
        if (current == null || !uploads || answered) {
            return;
        }
        if (!handsMore || batch.isEmpty() && !complete) {
            if (!batch.isEmpty() && !complete && timer != null) {
                endReading(); // the wait is the connection's
            }
            return;
        }
        handsMore = false;
        HeldBytes bytes = new HeldBytes();
        long at = position;
        boolean last = complete;
        position += batch.bytes();
        batch.moveTo(bytes, 0);
        if (!last && timer == null) {
            beginReading();
        }
        if (!hand(() -> current.wire().uploaded(current, bytes, at, last))) {
            bytes.clear();
        }
    }

    /** A request that brings no bytes is complete. */
    private void serve(HttpRequest whole) {
        String method = whole.method().name();
        if (method.equals("OPTIONS")) {
            write(HttpResponseStatus.NO_CONTENT, PollingExchange.NOTHING, -1, null);
        } else if (method.equals("POST")) {
            open();
        } else if (!method.equals("GET") && !method.equals("DELETE")) {
            refuse(HttpResponseStatus.METHOD_NOT_ALLOWED, "what is taken here: " + PollingAnswer.METHODS);
        } else if (!whole.headers().contains(PollingAnswer.CONNECTION)) {
            refuse(
                    HttpResponseStatus.BAD_REQUEST,
                    "POST opens a connection; other requests name it in " + PollingAnswer.CONNECTION);
        } else {
            PollingServerWire wire = named(whole);
            if (wire != null) {
                serve(whole, wire, method.equals("GET"));
            }
        }
    }

    private void serve(HttpRequest whole, PollingServerWire wire, boolean polls) {
        long at = PollingTarget.position(whole.headers().get(PollingAnswer.POSITION));
        if (at < 0 && (polls || whole.headers().contains(PollingAnswer.POSITION))) {
            refuse(HttpResponseStatus.BAD_REQUEST, PollingAnswer.POSITION + " is missing or no number");
            return;
        }
        PollingExchange made = new PollingExchange(loop, this, wire);
        exchange = made;
        hand(() -> {
            if (polls) {
                wire.poll(made, at);
            } else {
                wire.closedByPeer(made, at);
            }
        });
    }

    private void open() {
        PollingServerWire made = table.open(connection.peer(rules.secure() ? "https" : "http"), access);
        if (made == null) {
            refuse(
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    "there are too many connections, connections="
                            + table.settings().connections());
            return;
        }
        known();
        table.begin(made);
        write(HttpResponseStatus.CREATED, made.id().getBytes(StandardCharsets.US_ASCII), 0, null);
    }

    private void known() {
        known = true;
        connection.served();
    }

    /** The connection that a request names; null if there is none, which is answered. */
    private @Nullable PollingServerWire named(HttpRequest naming) {
        String id = naming.headers().getAll(PollingAnswer.CONNECTION).size() == 1
                ? String.valueOf(naming.headers().get(PollingAnswer.CONNECTION))
                : "";
        PollingServerWire found = table.find(id, access);
        if (found != null) {
            known();
        } else if (table.hasEnded(id)) {
            write(HttpResponseStatus.GONE, PollingExchange.NOTHING, -1, null);
        } else {
            refuse(HttpResponseStatus.NOT_FOUND, "there is no such connection; it has ended, or never was");
        }
        return found;
    }

    /** Runs a task of the connection, on its loop; false if that has ended. */
    private boolean hand(Runnable task) {
        PollingExchange current = exchange;
        try {
            if (current != null) {
                current.wire().netty().execute(task);
            }
            return true;
        } catch (RejectedExecutionException loopEnded) {
            channel.closeAtOnce();
            return false;
        }
    }

    /** Answers that no, and closes the socket. */
    private void refuse(HttpResponseStatus status, String text) {
        PollingExchange current = exchange;
        if (current != null) {
            exchange = null;
            release(current);
        }
        connection.fail(new TransportException(
                Problem.NOT_ALLOWED,
                "http: request of peer=" + connection.peer(rules.secure() ? "https" : "http") + " was refused, status="
                        + status.code() + ", " + text));
        closing = true;
        write(status, PollingExchange.NOTHING, -1, text);
    }

    /** Answers for the connection. */
    void answer(PollingExchange answering, HttpResponseStatus status, byte[] bytes, long at) {
        if (answering == exchange && !answered && channel.isActive()) {
            write(status, bytes, at, null);
        } else {
            release(answering);
        }
    }

    private void release(PollingExchange over) {
        try {
            over.wire().netty().execute(() -> over.wire().released(over));
        } catch (RejectedExecutionException loopEnded) {
            channel.closeAtOnce();
        }
    }

    private void write(HttpResponseStatus status, byte[] bytes, long at, @Nullable String text) {
        HttpRequest answering = request;
        answered = true;
        batch.clear();
        startTimer(table.settings().silenceNanos(), "reading an answer");
        closing |= !complete || answering == null || !HttpUtil.isKeepAlive(answering);
        PollingAnswer answer = text == null ? new PollingAnswer(status, bytes) : new PollingAnswer(status, text);
        answer.position(at);
        if (status.equals(HttpResponseStatus.CREATED)) {
            answer.times(table.settings());
        }
        if (answering != null && taken) {
            answer.allowOrigin(answering);
        }
        channel.writeAndFlush(answer.message(closing)).addListener((ChannelFuture sent) -> left(sent.isSuccess()));
    }

    /** The answer has left, or the socket has ended. */
    private void left(boolean success) {
        PollingExchange over = exchange;
        exchange = null;
        request = null;
        if (over != null && !(uploads && success)) {
            release(over);
        }
        if (!success) {
            channel.closeAtOnce();
        } else if (closing) {
            stopTimer();
            channel.close();
        } else {
            awaitNext();
        }
    }

    private void awaitNext() {
        startTimer(known ? table.settings().silenceNanos() : table.settings().handshakeNanos(), "the next request");
        if (known && channel.isActive()) {
            table.idle().begin(this, channel);
        }
        watch();
    }

    private void stopReading() {
        closing = true;
        channel.config().setAutoRead(false);
    }

    /** Ends the socket, whose answer does not leave. */
    void cut(PollingExchange over) {
        if (over == exchange) {
            channel.closeAtOnce();
        }
    }

    @Override
    public void evict(LoopChannel evicted, Throwable reason) {
        loop.execute(() -> {
            if (request == null) {
                evicted.closeAtOnce();
            }
        });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            closing = true;
            if (!answered) {
                channel.closeAtOnce();
            }
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stopTimer();
        batch.clear();
        table.idle().ended(this);
        connection.fail("ended before it sent a request; check what is spoken at the other side");
        PollingExchange over = exchange;
        exchange = null;
        closing = true;
        if (over != null) {
            release(over);
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        connection.fail("failed, " + SafeLog.describe(cause));
        channel.closeAtOnce();
    }
}
