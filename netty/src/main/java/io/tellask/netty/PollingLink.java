package io.tellask.netty;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.tellask.actor.Cancellable;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeText;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One socket of long polling at the client, which is opened when it is needed and again when it has ended: sends one request at a time, and
 * sends it again where no answer of the server comes. Belongs to the loop.
 */
final class PollingLink {
    /** Opens a socket to the server; one of the two is called, on the loop. */
    interface Dialer {
        void dial(BiConsumer<LoopChannel, @Nullable TlsHandshake> opened, Consumer<Throwable> failed);
    }

    private static final int MOST_TEXT_BYTES = 8 * 1024;
    private static final int MOST_TEXT_CHARS = 200;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MOST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final NettyLoop loop;
    private final Dialer dialer;
    private final Supplier<String> name;
    private long patienceNanos;
    private long retryNanos;
    private @Nullable PollingAsker asker;
    private @Nullable Socket socket;
    private @Nullable TlsHandshake tls;
    private boolean staysHere;
    private @Nullable Cancellable timer;
    private int attempt; // changes with each, so that what comes late is known
    private int failures;
    private long failingSince;
    private boolean closed;

    /** Waits so long for an answer, and sends a request again until it has failed for so long. */
    PollingLink(NettyLoop loop, Dialer dialer, Supplier<String> name, long patienceNanos, long retryNanos) {
        this.loop = loop;
        this.dialer = dialer;
        this.name = name;
        this.patienceNanos = patienceNanos;
        this.retryNanos = retryNanos;
    }

    void patience(long newPatienceNanos, long newRetryNanos) {
        patienceNanos = newPatienceNanos;
        retryNanos = newRetryNanos;
    }

    boolean isBusy() {
        return asker != null;
    }

    /** The handshake of TLS of the socket, or of the last one; null where there was none. */
    @Nullable
    TlsHandshake tls() {
        return tls;
    }

    /** Whether bytes do not leave this machine. */
    boolean staysHere() {
        return staysHere;
    }

    /** Asks, while nobody else does. */
    void ask(PollingAsker asking) {
        if (!closed) {
            asker = asking;
            failures = 0;
            begin();
        }
    }

    private void begin() {
        int now = ++attempt;
        stopTimer();
        Socket known = socket;
        if (known != null) {
            send(known);
            return;
        }
        dialer.dial(
                (channel, handshake) -> {
                    if (now == attempt && !closed && socket == null) {
                        Socket made = new Socket(channel);
                        socket = made;
                        tls = handshake;
                        staysHere = channel.staysHere();
                        made.begin();
                        send(made);
                    } else {
                        channel.closeAtOnce();
                    }
                },
                cause -> {
                    if (now == attempt && !closed) {
                        failed(cause);
                    }
                });
    }

    private void send(Socket open) {
        startTimer(this::timedOut, patienceNanos);
        open.send();
    }

    private void timedOut() {
        PollingAsker waiting = asker;
        if (waiting != null && !waiting.mayRead()) {
            startTimer(this::timedOut, patienceNanos); // it is this side that does not read
        } else {
            failed(new TransportException(
                    Problem.TIMED_OUT,
                    "http: " + name.get() + " did not answer, patienceMillis="
                            + TimeUnit.NANOSECONDS.toMillis(patienceNanos)
                            + "; check the network and what is between here and the server"));
        }
    }

    private void startTimer(Runnable task, long nanos) {
        stopTimer();
        timer = loop.schedule(task, nanos);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void failed(Throwable cause) {
        PollingAsker waiting = asker;
        boolean wasReused = socket != null && socket.answers > 0;
        drop();
        if (waiting == null || closed) {
            return;
        }
        long now = loop.nanoTime();
        if (failures++ == 0) {
            failingSince = now;
        }
        if (now - failingSince >= retryNanos) {
            asker = null;
            stopTimer();
            waiting.failed(cause);
            return;
        }
        try {
            tryAgain(wasReused);
        } catch (RejectedExecutionException loopEnded) {
            asker = null;
            waiting.failed(cause);
        }
    }

    private void tryAgain(boolean wasReused) {
        if (wasReused && failures == 1) {
            begin(); // the server, or somebody between, has closed a socket that nothing was asked on for a while
        } else {
            startTimer(this::begin, Math.min(MOST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(10, failures - 1)));
        }
    }

    /** Ends the socket. */
    private void drop() {
        attempt++;
        Socket known = socket;
        socket = null;
        if (known != null) {
            known.channel.closeAtOnce();
        }
    }

    /** Reads on if it may. */
    void watch() {
        Socket known = socket;
        if (known != null) {
            known.watch();
        }
    }

    /** Forgets what is asked, and the answer to it. */
    void interrupt() {
        if (asker != null) {
            asker = null;
            stopTimer();
            drop();
        }
    }

    void close() {
        closed = true;
        asker = null;
        stopTimer();
        drop();
    }

    /** What one socket sends and reads. */
    private final class Socket extends ChannelInboundHandlerAdapter implements LoopChannel.Reads {
        private final LoopChannel channel;
        private final StringBuilder text = new StringBuilder();
        private @Nullable HttpResponse head;
        private boolean takes;
        private int contentBytes;
        private int answers;

        Socket(LoopChannel channel) {
            this.channel = channel;
        }

        void begin() {
            channel.pipeline()
                    .addLast(
                            new HttpClientCodec(
                                    WebSocketHandshake.MOST_LINE_BYTES,
                                    WebSocketHandshake.MOST_HEADER_BYTES,
                                    PollingWire.MOST_BYTES),
                            this);
            channel.reads(this);
            watch();
        }

        void send() {
            PollingAsker asking = asker;
            if (asking != null) {
                channel.writeAndFlush(asking.request()).addListener((ChannelFuture sent) -> {
                    if (!sent.isSuccess()) {
                        lost(sent.cause());
                    }
                });
            }
        }

        void watch() {
            if (channel.isActive() && channel.config().isAutoRead() != mayRead()) {
                channel.config().setAutoRead(mayRead());
            }
        }

        @Override
        public int mostBytes(int turnBytes) {
            return Math.min(turnBytes, NettyLoop.BUFFER_BYTES);
        }

        @Override
        public boolean mayRead() {
            PollingAsker asking = asker;
            return asking == null || asking.mayRead();
        }

        @Override
        public boolean drops() {
            return false;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            try {
                if (socket == this && asker != null) {
                    read(asker, message);
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private void read(PollingAsker asking, Object message) {
            if (message instanceof HttpResponse response) {
                if (response.decoderResult().isFailure()) {
                    lost(new TransportException(
                            Problem.OTHER_PROTOCOL,
                            "http: " + name.get() + " met a peer that does not speak HTTP; check the port"));
                    return;
                }
                head = response;
                takes = response.status().code() == 200 && asking.takes(response.headers());
                contentBytes = 0;
                text.setLength(0);
            }
            HttpResponse known = head;
            if (known == null
                    || known.status().codeClass() == HttpStatusClass.INFORMATIONAL
                    || !(message instanceof HttpContent content)) {
                return;
            }
            contentBytes += content.content().readableBytes();
            if (content.decoderResult().isFailure()
                    || contentBytes > (takes ? PollingWire.MOST_BYTES : MOST_TEXT_BYTES)) {
                lost(new TransportException(
                        Problem.OTHER_PROTOCOL,
                        "http: " + name.get() + " was answered what is no answer of Tellask, bytes=" + contentBytes));
                return;
            }
            if (takes) {
                asking.content(content.content().retain());
            } else if (text.length() < MOST_TEXT_CHARS) {
                text.append(content.content().toString(StandardCharsets.UTF_8));
            }
            if (content instanceof LastHttpContent) {
                complete(asking, known);
            }
        }

        private void complete(PollingAsker asking, HttpResponse answer) {
            int status = answer.status().code();
            head = null;
            answers++;
            String said = SafeText.of(
                    text.substring(0, Math.min(text.length(), MOST_TEXT_CHARS)).strip());
            if (status >= 500 || status == 408 || status == 429 || status == 200 && !takes) {
                lost(new TransportException(
                        Problem.FAILED,
                        "http: " + name.get() + " was answered status=" + status + ", reason=" + said
                                + "; look at the server, and at what is between here and there"));
                return;
            }
            asker = null;
            stopTimer();
            if (!HttpUtil.isKeepAlive(answer)) {
                drop();
            }
            asking.answered(status, answer.headers(), said);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            PollingAsker asking = asker;
            if (socket == this && asking != null) {
                asking.readComplete();
            }
            watch();
            context.fireChannelReadComplete();
        }

        private void lost(Throwable cause) {
            if (socket == this) {
                if (asker == null) {
                    drop();
                } else {
                    failed(cause);
                }
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof ChannelInputShutdownEvent) {
                channel.closeAtOnce();
            } else {
                context.fireUserEventTriggered(event);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            lost(new TransportException(
                    Problem.FAILED,
                    "http: " + name.get() + " lost its connection before the answer; check the network"));
            context.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            lost(cause);
            channel.closeAtOnce();
        }
    }
}
