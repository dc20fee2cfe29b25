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
    private static final int INITIAL_BYTES = 1 << 10;
    private static final int MOST_BYTES = 1 << 20;
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

    @Override
    public Engine open(String contender) {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(true);
        kryo.setReferences(contender.equals("kryo-references"));
        COMMON.forEach(kryo::register);
        return (root, types, example) -> {
            types.forEach(kryo::register);
            return subject(kryo, root, new Output(INITIAL_BYTES, MOST_BYTES), new Input());
        };
    }

    private static Subject subject(Kryo kryo, Class<?> root, Output out, Input in) {
        return new Subject() {
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
        };
    }
}
