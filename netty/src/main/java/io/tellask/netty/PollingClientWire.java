package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.tellask.actor.Cancellable;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of a connection over requests of HTTP: one socket asks for bytes as long as the session takes them, another brings
 * what the session sends. Belongs to its loop.
 */
final class PollingClientWire extends PollingWire {
    /** An answer without bytes that comes sooner is no reason to ask again at once. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long the server may take to hear that the connection is closed. */
    private static final long FAREWELL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PollingTarget target;
    private final PollingLink polls;
    private final PollingLink uploads;
    private final @Nullable X509Certificate certificate;
    private final boolean isPrivate;
    private @Nullable Cancellable pollPause; // before the next request, since the last has brought nothing
    private @Nullable Cancellable uploadPause;
    private @Nullable Cancellable heartbeat;
    private boolean serverEnded;

    PollingClientWire(NettyLoop loop, PollingTarget target, PollingLink polls, PollingLink uploads) {
        super(loop);
        this.target = target;
        this.polls = polls;
        this.uploads = uploads;
        TlsHandshake tls = uploads.tls();
        certificate = tls == null ? null : tls.certificate();
        isPrivate = tls != null || uploads.staysHere();
        long patienceNanos = target.pollNanos() + target.silenceNanos();
        polls.patience(patienceNanos, target.silenceNanos());
        uploads.patience(patienceNanos, target.silenceNanos());
    }

    @Override
    void step() {
        if (serverEnded) {
            dropUnsent();
        }
        if (!uploads.isBusy() && uploadPause == null) {
            if (unsentBytes() > 0) {
                uploads.ask(new Upload());
            } else if (state() == State.FLUSHING) {
                uploads.ask(new Farewell());
            }
        }
        tellWritable();
        if (state() == State.ENDED) {
            return;
        }
        if (!polls.isBusy() && pollPause == null && wantsBytes()) {
            polls.ask(new Poll());
        } else if (polls.isBusy()) {
            polls.watch();
        }
        if (heartbeat == null && !wantsBytes()) {
            heartbeat = netty().schedule(this::beat, target.silenceNanos() / 3);
        }
    }

    /** While the session takes no bytes none are asked for, and the server should not believe that this side has gone. */
    private void beat() {
        heartbeat = null;
        if (state() != State.ENDED && !wantsBytes() && !uploads.isBusy()) {
            uploads.ask(new Upload());
        }
        stepLater();
    }

    private void pausePolls() {
        pollPause = netty().schedule(
                        () -> {
                            pollPause = null;
                            stepLater();
                        },
                        SOON_NANOS);
    }

    private void pauseUploads() {
        uploadPause = netty().schedule(
                        () -> {
                            uploadPause = null;
                            stepLater();
                        },
                        SOON_NANOS);
    }

    /** What all answers have in common; false where there was something else than an answer to what was asked. */
    private boolean isAnswer(int status, String text) {
        boolean known = status == 200 || status == 204 || status == 409;
        if (status == 404 || status == 410) {
            serverEnded = true;
        } else if (!known) {
            end(new IOException("http: the server refused a request, status=" + status + ", reason=" + text));
        }
        return known;
    }

    private void lost(Throwable cause) {
        serverEnded = true;
        end(cause);
    }

    /** Asks for bytes. */
    private final class Poll implements PollingAsker {
        private final long sentNanos = netty().nanoTime();
        private long position;
        private boolean any;

        @Override
        public FullHttpRequest request() {
            position = receivedBytes();
            return target.request(HttpMethod.GET, position, PollingExchange.NOTHING);
        }

        @Override
        public boolean takes(HttpHeaders headers) {
            return Long.toString(position).equals(headers.get(PollingAnswer.POSITION));
        }

        @Override
        public void content(ByteBuf bytes) {
            any |= bytes.isReadable();
            HeldBytes part = new HeldBytes();
            int count = bytes.readableBytes();
            part.add(bytes);
            take(part, position);
            position += count;
        }

        @Override
        public void readComplete() {
            stepNow();
        }

        @Override
        public boolean mayRead() {
            return wantsBytes();
        }

        @Override
        public void answered(int status, HttpHeaders headers, String text) {
            if (status == 409) {
                end(new IOException("http: the server disagrees on what was received: position=" + position + ", there "
                        + headers.get(PollingAnswer.POSITION)));
                return;
            }
            if (isAnswer(status, text)) {
                if (!any && netty().nanoTime() - sentNanos < SOON_NANOS) {
                    pausePolls();
                }
            } else if (serverEnded) {
                end(
                        status == 410 || state() == State.FLUSHING
                                ? null
                                : new IOException(
                                        "http: the server knows nothing of this connection any more: it has ended"
                                                + " there, or the server was started again"));
                return;
            }
            stepNow();
        }

        @Override
        public void failed(Throwable cause) {
            lost(cause);
        }
    }

    /** Brings bytes; none, where it only says that this side is here. */
    private final class Upload implements PollingAsker {
        @Override
        public FullHttpRequest request() {
            return target.request(HttpMethod.POST, confirmedBytes(), oldest());
        }

        @Override
        public void answered(int status, HttpHeaders headers, String text) {
            long before = confirmedBytes();
            if (isAnswer(status, text)) {
                confirmUpTo(headers.get(PollingAnswer.POSITION));
            }
            if (confirmedBytes() == before && unsentBytes() > 0 && state() != State.ENDED) {
                pauseUploads();
            }
            stepNow();
        }

        private void confirmUpTo(@Nullable String position) {
            long at = PollingTarget.position(position);
            if (at < confirmedBytes() || at > confirmedBytes() + unsentBytes()) {
                end(new IOException("http: the server took bytes that were not sent, or lost some: position=" + at
                        + " is not in " + confirmedBytes() + " to " + (confirmedBytes() + unsentBytes())));
            } else {
                confirm(at);
            }
        }

        @Override
        public void failed(Throwable cause) {
            lost(cause);
        }
    }

    /** Says that the connection is closed. */
    private final class Farewell implements PollingAsker {
        @Override
        public FullHttpRequest request() {
            return target.request(HttpMethod.DELETE, confirmedBytes(), PollingExchange.NOTHING);
        }

        @Override
        public void answered(int status, HttpHeaders headers, String text) {
            over();
        }

        @Override
        public void failed(Throwable cause) {
            over();
        }

        private void over() {
            serverEnded = true;
            end(null);
            uploads.close();
        }
    }

    @Override
    void ended(@Nullable Throwable cause) {
        polls.close();
        stop(pollPause);
        stop(uploadPause);
        stop(heartbeat);
        if (serverEnded) {
            uploads.close();
        } else {
            uploads.interrupt();
            uploads.patience(FAREWELL_NANOS, 0);
            uploads.ask(new Farewell());
        }
    }

    private static void stop(@Nullable Cancellable timer) {
        if (timer != null) {
            timer.cancel();
        }
    }

    @Override
    int otherBytes() {
        return 0;
    }

    @Override
    public String peer() {
        return target.address().toString();
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return certificate;
    }

    @Override
    public boolean isPrivate() {
        return isPrivate;
    }
}
