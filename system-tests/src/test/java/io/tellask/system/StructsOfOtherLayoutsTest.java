package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.codec.BodyReader;
import io.tellask.codec.BodyWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CustomCodec;
import io.tellask.remote.Remote;
import io.tellask.store.DurableMap;
import io.tellask.struct.Struct;
import io.tellask.struct.StructBytes;
import io.tellask.struct.StructCodec;
import io.tellask.struct.StructLayoutException;
import io.tellask.struct.StructType;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Structs that a map keeps from a version with more fields, cursors that leave a map, and cursors that are copied for actors of one process. */
@Timeout(60)
class StructsOfOtherLayoutsTest {
    /** A price. */
    @Struct
    public interface Tick {
        double price();

        void price(double price);
    }

    /** The same with more fields. */
    @Struct
    public interface LongerTick {
        double price();

        long volume();
    }

    /** Keeps ticks. */
    public interface Keeper {
        void push(Tick tick);

        Promise<List<Double>> prices();
    }

    private static final class KeeperActor implements Keeper {
        private final List<Tick> kept = new ArrayList<>();

        @Override
        public void push(Tick tick) {
            kept.add(tick);
        }

        @Override
        public Promise<List<Double>> prices() {
            return Promise.of(kept.stream().map(Tick::price).toList());
        }
    }

    private static final StructType<Tick> TICKS = StructType.of(Tick.class);
    private static final StructType<LongerTick> LONGER = StructType.of(LongerTick.class);

    private static Codec codec() {
        return StructCodec.addTo(Codec.builder(), Tick.class).build();
    }

    /** Writes the longer struct under the name of the other. */
    private static final class Longer implements CustomCodec<LongerTick> {
        private final StructBytes<LongerTick> form = StructBytes.of(LONGER);

        @Override
        public void write(LongerTick value, BodyWriter out) {
            out.writeBytes(form.copy(value));
        }

        @Override
        public LongerTick read(BodyReader in) {
            return form.view(Objects.requireNonNull(in.readBytes()));
        }
    }

    @Test
    void valueOfALongerLayoutIsToldByItsDigest(@TempDir Path folder) {
        Codec longer = Codec.builder()
                .customTree(LongerTick.class, Tick.class.getName(), new Longer())
                .build();
        try (DurableMap<String, LongerTick> map = DurableMap.builder(folder, String.class, LongerTick.class)
                .codec(longer)
                .open()) {
            map.put("BMW", LONGER.allocate());
        }
        try (DurableMap<String, Tick> map = DurableMap.builder(folder, String.class, Tick.class)
                .codec(codec())
                .changeValueClass()
                .open()) {
            assertThatThrownBy(() -> map.get("BMW"))
                    .hasRootCauseInstanceOf(StructLayoutException.class)
                    .hasStackTraceContaining("digest=" + hex(LONGER))
                    .hasStackTraceContaining("limit=" + hex(TICKS) + " of Tick");
        }
    }

    private static String hex(StructType<?> type) {
        return HexFormat.of().toHexDigits(type.layout().digest());
    }

    @Test
    void cursorThatLeavesAMapIsReadOnlyAndEndsWithIt(@TempDir Path folder) {
        StructBytes<Tick> form = StructBytes.of(TICKS);
        Tick cursor = TICKS.allocate();
        try (DurableMap<String, byte[]> map = DurableMap.open(folder, String.class, byte[].class)) {
            cursor.price(5);
            map.put("BMW", form.copy(cursor));
            Double price = map.view("BMW", stored -> read(form, cursor, stored));
            assertThat(price).isEqualTo(5);
            assertThatThrownBy(() -> cursor.price(1)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(cursor::price).isInstanceOf(IllegalStateException.class);
    }

    private static double read(StructBytes<Tick> form, Tick cursor, MemorySegment stored) {
        form.move(cursor, stored);
        return cursor.price();
    }

    @Test
    void systemThatCopiesLocalCallsCopiesCursors() {
        try (ActorSystem system =
                ActorSystem.builder().copyLocalCalls(Remote.copying(codec())).build()) {
            Keeper keeper = system.spawn(Keeper.class, KeeperActor::new);
            Tick cursor = TICKS.allocate();
            for (double price = 1; price <= 2; price++) {
                cursor.price(price);
                keeper.push(cursor);
            }
            assertThat(keeper.prices().join()).containsExactly(1.0, 2.0);
        }
    }
}
