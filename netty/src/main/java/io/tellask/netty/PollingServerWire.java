package io.tellask.netty;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.tellask.actor.Cancellable;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of a connection over requests of HTTP. One request may wait for bytes and one may bring them; where another comes for
 * the same, the newer wins and the older is answered. Belongs to its loop.
 */
final class PollingServerWire extends PollingWire {
    /** How the one who opened it came; nobody else may use it. */
    record Access(boolean isPrivate, @Nullable X509Certificate certificate) {}

    /** What a connection holds at most of a request's bytes that the wire has not taken. */
    static final int UPLOAD_BYTES = LoopChannel.HANDSHAKE_BYTES;

    private final PollingTable table;
    private final String id;
    private final String peer;
    private final Access access;
    private @Nullable PollingExchange poll;
    private @Nullable Cancellable pollTimer;
    private @Nullable PollingExchange answering; // its bytes have not left
    private @Nullable PollingExchange upload;
    private @Nullable Cancellable uploadTimer;
    private @Nullable Cancellable silenceTimer;
    private boolean uploadWaits; // it has bytes for which nobody has asked
    private boolean uploadComplete;
    private boolean peerClosed;
    private boolean used;
    private int answeringBytes;
    private long offeredBytes; // the position behind the bytes that the other side may have
    private long lastRequestNanos;

    PollingServerWire(NettyLoop loop, PollingTable table, String id, String peer, Access access) {
        super(loop);
        this.table = table;
        this.id = id;
        this.peer = peer;
        this.access = access;
        lastRequestNanos = loop.nanoTime();
    }

    String id() {
        return id;
    }

    Access access() {
        return access;
    }

    /** Begins to look whether requests come. */
    void watchSilence() {
        silenceTimer = netty().schedule(this::checkSilence, table.settings().silenceNanos());
    }

    private void checkSilence() {
        if (state() == State.ENDED) {
            return;
        }
        boolean busy = poll != null || upload != null || answering != null;
        long silence = table.settings().silenceNanos();
        long left = busy ? silence : silence - (netty().nanoTime() - lastRequestNanos);
        if (left > 0) {
            silenceTimer = netty().schedule(this::checkSilence, left);
        } else {
            end(new IOException("sent no request for silenceTimeMillis=" + TimeUnit.NANOSECONDS.toMillis(silence)
                    + ": its process has ended, or somebody on the way cut the connection"));
        }
    }

    private void touch() {
        lastRequestNanos = netty().nanoTime();
    }

    /** A request asks for the bytes from the position on, and has all before it. */
    void poll(PollingExchange request, long position) {
        if (state() == State.ENDED) {
            request.answer(HttpResponseStatus.GONE, PollingExchange.NOTHING, confirmedBytes());
            return;
        }
        touch();
        if (position < confirmedBytes() || position > offeredBytes) {
            request.answer(HttpResponseStatus.CONFLICT, PollingExchange.NOTHING, confirmedBytes());
            return;
        }
        if (answering != null) {
            answering.cut();
            answering = null;
            answeringBytes = 0;
        }
        answerPoll(HttpResponseStatus.NO_CONTENT, PollingExchange.NOTHING);
        confirm(position);
        poll = request;
        stepNow();
    }

    private void answerPoll(HttpResponseStatus status, byte[] bytes) {
        PollingExchange request = poll;
        if (request != null) {
            poll = null;
            pollTimer = stop(pollTimer);
            touch();
            request.answer(status, bytes, confirmedBytes());
        }
    }

    /** A request begins that brings bytes. */
    void beginUpload(PollingExchange request) {
        if (state() == State.ENDED) {
            request.answer(HttpResponseStatus.GONE, PollingExchange.NOTHING, receivedBytes());
            return;
        }
        touch();
        answerUpload(HttpResponseStatus.NO_CONTENT);
        upload = request;
        uploadWaits = true;
        uploadComplete = false;
        stepNow();
    }

    private void answerUpload(HttpResponseStatus status) {
        PollingExchange request = upload;
        if (request != null) {
            upload = null;
            uploadTimer = stop(uploadTimer);
            touch();
            request.answer(status, PollingExchange.NOTHING, receivedBytes());
            count();
        }
    }

    private static @Nullable Cancellable stop(@Nullable Cancellable timer) {
        if (timer != null) {
            timer.cancel();
        }
        return null;
    }

    /** Bytes of a request, from the position on; {@code last} where it has no more. Takes them over. */
    void uploaded(PollingExchange request, HeldBytes bytes, long position, boolean last) {
        if (request != upload) {
            bytes.clear(); // a newer one has come, and this one is answered
            return;
        }
        boolean any = !bytes.isEmpty();
        if (!take(bytes, position)) {
            answerUpload(HttpResponseStatus.CONFLICT);
            return;
        }
        if (any && !used && state() == State.OPEN) {
            used = true;
            table.used(this);
        }
        uploadComplete = last;
        uploadWaits = !last;
        stepNow();
    }

    /** The other side closes the connection, having sent so many bytes. */
    void closedByPeer(PollingExchange request, long position) {
        if (state() != State.ENDED && position > receivedBytes()) {
            request.answer(HttpResponseStatus.CONFLICT, PollingExchange.NOTHING, receivedBytes());
            return;
        }
        peerClosed = true;
        request.answer(HttpResponseStatus.NO_CONTENT, PollingExchange.NOTHING, receivedBytes());
        stepNow();
    }

    /** The answer to a request has left, or its connection has ended. */
    void released(PollingExchange request) {
        if (request == answering) {
            answering = null;
            answeringBytes = 0;
            touch();
        } else if (request == poll) {
            poll = null;
            pollTimer = stop(pollTimer);
            touch();
        } else if (request == upload) {
            upload = null;
            uploadTimer = stop(uploadTimer);
            touch();
        }
        count();
    }

    @Override
    void closing() {
        table.closing(this);
    }

    /** Ends it in favour of others. */
    void evict(Throwable reason) {
        netty().execute(() -> end(reason));
    }

    @Override
    void step() {
        serveUpload();
        if (peerClosed && hasDelivered() || state() == State.FLUSHING && unsentBytes() == 0) {
            end(null);
            return;
        }
        tellWritable();
        servePoll();
    }

    private void serveUpload() {
        PollingExchange request = upload;
        if (request == null) {
            return;
        }
        if (!wantsBytes()) {
            if (uploadTimer == null) {
                uploadTimer = netty().schedule(() -> answerUpload(HttpResponseStatus.NO_CONTENT), pollNanos());
            }
            return;
        }
        uploadTimer = stop(uploadTimer);
        if (uploadComplete) {
            answerUpload(HttpResponseStatus.NO_CONTENT);
        } else if (uploadWaits) {
            uploadWaits = false;
            request.readMore();
        }
    }

    private void servePoll() {
        PollingExchange request = poll;
        if (request == null) {
            return;
        }
        if (unsentBytes() > 0) {
            byte[] bytes = oldest();
            answering = request;
            answeringBytes = bytes.length;
            offeredBytes = Math.max(offeredBytes, confirmedBytes() + bytes.length);
            answerPoll(HttpResponseStatus.OK, bytes);
        } else if (pollTimer == null) {
            pollTimer = netty().schedule(
                            () -> answerPoll(HttpResponseStatus.NO_CONTENT, PollingExchange.NOTHING), pollNanos());
        }
    }

    private long pollNanos() {
        return table.settings().pollNanos();
    }

    @Override
    void ended(@Nullable Throwable cause) {
        table.ended(this);
        silenceTimer = stop(silenceTimer);
        answerPoll(HttpResponseStatus.GONE, PollingExchange.NOTHING);
        answerUpload(HttpResponseStatus.GONE);
    }

    @Override
    int otherBytes() {
        return answeringBytes + (upload == null ? 0 : UPLOAD_BYTES);
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return access.certificate();
    }

    @Override
    public boolean isPrivate() {
        return access.isPrivate();
    }
}
