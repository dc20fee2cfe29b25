package io.tellask.bench.codec.peers;

import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Subject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;

/** {@code jdk}: Java's object streams, a new pair for each message, since a stream remembers what it has sent. */
public final class StreamProvider implements Engine.Provider {
    @Override
    public Engine open(String contender) {
        return (root, types, example) -> new StreamSubject();
    }

    private static final class StreamSubject implements Subject {
        private final ReusedOutput out = new ReusedOutput();

        @Override
        public int encode(Object value) {
            out.clear();
            try (ObjectOutputStream stream = new ObjectOutputStream(out)) {
                stream.writeObject(value);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return out.length();
        }

        @Override
        public byte[] encoded() {
            return out.toByteArray();
        }

        @Override
        @SuppressWarnings("BanSerializableRead") // bytes that this process has written
        public Object decode(byte[] bytes) {
            try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
                return stream.readObject();
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
