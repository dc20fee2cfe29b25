package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.ByteArrayOutputStream;

/** A client's side on a {@link HandLoop}: what the server sends to it is kept. */
class HandPeer implements Wire {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final Dispatcher loop;
    private final Receiver receiver;
    private boolean reading = true;

    HandPeer(Engine engine, Dispatcher loop) {
        this.loop = loop;
        receiver = engine.accept(this);
    }

    void sends(String requests) {
        byte[] bytes = requests.getBytes(ISO_8859_1);
        byte[] target = receiver.array(bytes.length);
        System.arraycopy(bytes, 0, target, receiver.offset(), bytes.length);
        receiver.received(bytes.length);
    }

    String text() {
        return sent.toString(ISO_8859_1);
    }

    /** What has come since the last call. */
    String takeText() {
        String text = text();
        sent.reset();
        return text;
    }

    /** Bytes that have come. */
    int size() {
        return sent.size();
    }

    /** How many bytes the server would read now. */
    int mostBytes() {
        return receiver.mostBytes();
    }

    /** Whether the server reads what it sends. */
    boolean reads() {
        return reading;
    }

    void ends() {
        receiver.closed(null);
    }

    @Override
    public Dispatcher loop() {
        return loop;
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        sent.write(bytes, offset, length);
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void reading(boolean wanted) {
        reading = wanted;
    }

    @Override
    public void close() {}

    @Override
    public String peer() {
        return "127.0.0.1:1";
    }
}
