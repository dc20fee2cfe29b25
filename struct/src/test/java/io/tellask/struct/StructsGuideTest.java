package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/STRUCTS.md. */
class StructsGuideTest {
    enum Side {
        BUY,
        SELL
    }

    interface PriceUpdate {
        Instrument instrument();

        int quantity();

        void quantity(int quantity);

        double price();

        void price(double price);

        interface Instrument {
            @Length(5)
            String mnemonic();

            void mnemonic(String mnemonic);

            boolean mnemonicEquals(String other);

            long id();

            void id(long id);
        }
    }

    @Struct(
            fields = {"side", "quantity", "price"},
            byteOrder = Endianness.BIG,
            maxAlignmentBytes = 1)
    interface Order {
        Side side();

        void side(Side side);

        int quantity();

        void quantity(int quantity);

        double price();

        void price(double price);
    }

    interface Counter {
        long count();

        long countVolatile();

        boolean countCompareAndSet(long expected, long value);

        long countGetAndAdd(long delta);
    }

    record Price(Named instrument, int quantity, double price) {}

    record Named(String mnemonic, long id) {}

    private final byte[] bytes = new byte[128];

    @Test
    void viewIsWrittenMovedAndCopied() throws IOException {
        StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);
        PriceUpdate update = type.view(bytes, 64);
        update.instrument().mnemonic("BMW");
        update.instrument().id(100);
        update.quantity(13);
        update.price(99.0);
        type.move(update, bytes, 96);

        assertThat(update.quantity()).isZero();
        type.move(update, 64);
        StructRecords<PriceUpdate, Price> records = StructRecords.of(type, Price.class, MethodHandles.lookup());
        Price price = records.read(update);
        assertThat(price).isEqualTo(new Price(new Named("BMW", 100), 13, 99));
        assertThat(Files.readString(Path.of("../docs/STRUCTS.md")))
                .contains(type.layout().diagram());
    }

    @Test
    void foreignLayoutAndAtomicMethods() {
        assertThat(StructType.of(Order.class).layout().sizeBytes()).isEqualTo(13);
        Counter counter = StructType.of(Counter.class).allocate();
        assertThat(counter.countGetAndAdd(2)).isZero();
        assertThat(counter.countCompareAndSet(2, 3)).isTrue();
        assertThat(counter.countVolatile()).isEqualTo(3);
    }

    @Test
    void messagesAndKeptBytes() {
        Order order = StructType.of(Order.class).allocate();
        order.quantity(7);
        Codec codec = StructCodec.addTo(Codec.builder(), Order.class).build();
        byte[] message = codec.encode(order);
        Order received = codec.decode(message, Order.class);

        order.quantity(8);
        assertThat(received.quantity()).isEqualTo(7);
        StructBytes<Order> form = StructBytes.of(StructType.of(Order.class));
        byte[] kept = form.copy(order);
        form.move(received, MemorySegment.ofArray(kept));
        assertThat(received.quantity()).isEqualTo(8);
    }

    @Test
    void arrayInAFile(@TempDir Path folder) throws IOException {
        StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);
        Path file = folder.resolve("prices");
        try (StructArray<PriceUpdate> array = StructArray.create(type, file, 1_000_000)) {
            PriceUpdate view = array.view(0);
            for (int i = 0; i < array.length(); i++) {
                array.move(view, i);
                view.instrument().id(10L * i);
            }
            long index = array.binarySearch(view, update -> update.instrument().id(), 420);
            assertThat(index).isEqualTo(42);
        }
    }

    @Test
    void everyJavaBlockOfThePageStandsHere() throws IOException {
        String here = words(Files.readString(Path.of("src/test/java/io/tellask/struct/StructsGuideTest.java")));
        List<String> blocks = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/STRUCTS.md")))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(6);
        for (String block : blocks) {
            assertThat(here).contains(words(block));
        }
    }

    private static String words(String code) {
        return code.replaceAll("\\s+", " ").trim();
    }
}
