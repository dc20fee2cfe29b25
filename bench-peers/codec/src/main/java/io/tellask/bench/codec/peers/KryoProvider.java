package io.tellask.bench.codec.peers;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Subject;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kryo 5 with registered classes: {@code kryo}, and {@code kryo-references}. */
public final class KryoProvider implements Engine.Provider {
    @Override
    public Engine open(String contender) {
        return new KryoEngine(contender.equals("kryo-references"));
    }

    private static final class KryoEngine implements Engine {
        private static final List<Class<?>> COMMON = List.of(
                ArrayList.class,
                HashMap.class,
                Instant.class,
                LocalDate.class,
                BigDecimal.class,
                int[].class,
                long[].class,
                double[].class,
                byte[].class);

        private final Kryo kryo = new Kryo();

        KryoEngine(boolean references) {
            kryo.setRegistrationRequired(true);
            kryo.setReferences(references);
            COMMON.forEach(kryo::register);
        }

        @Override
        public Subject meet(Class<?> root, List<Class<?>> types, Object example) {
            types.forEach(kryo::register);
            return new KryoSubject(kryo, root);
        }
    }

    private static final class KryoSubject implements Subject {
        private static final int INITIAL_BYTES = 1 << 10;
        private static final int MOST_BYTES = 1 << 20;

        private final Kryo kryo;
        private final Class<?> root;
        private final Output out = new Output(INITIAL_BYTES, MOST_BYTES);
        private final Input in = new Input();

        KryoSubject(Kryo kryo, Class<?> root) {
            this.kryo = kryo;
            this.root = root;
        }

        @Override
        public int encode(Object value) {
            out.reset();
            kryo.writeObject(out, value);
            return out.position();
        }

        @Override
        public byte[] encoded() {
            return out.toBytes();
        }

        @Override
        public @Nullable Object decode(byte[] bytes) {
            in.setBuffer(bytes);
            return kryo.readObject(in, root);
        }
    }
}
