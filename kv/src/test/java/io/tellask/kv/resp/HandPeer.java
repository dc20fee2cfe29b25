package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tellask.actor.Dispatcher;
import io.tellask.kv.resp.client.Engine;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.ByteArrayOutputStream;

/** A client's side on a {@link HandLoop}: what the server sends to it is kept. */
public class HandPeer implements Wire {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final Dispatcher loop;
    private final Receiver receiver;
    private boolean reading = true;

    public HandPeer(Engine engine, Dispatcher loop) {
        this.loop = loop;
        receiver = new Acceptor(engine).accept(this);
    }

    public void sends(String requests) {
        byte[] bytes = requests.getBytes(ISO_8859_1);
        byte[] target = receiver.array(bytes.length);
        System.arraycopy(bytes, 0, target, receiver.offset(), bytes.length);
        receiver.received(bytes.length);
    }

    public String text() {
        return sent.toString(ISO_8859_1);
    }

    /** What has come since the last call. */
    public String takeText() {
        String text = text();
        sent.reset();
        return text;
    }

    /** Bytes that have come. */
    public int size() {
        return sent.size();
    }

    /** How many bytes the server would read now. */
    int mostBytes() {
        return receiver.mostBytes();
    }

    /** Whether the server reads what it sends. */
    public boolean reads() {
        return reading;
    }

    public void ends() {
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
