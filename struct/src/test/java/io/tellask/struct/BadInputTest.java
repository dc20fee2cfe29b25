package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Places, indexes, texts and bytes that are not right, each with the error that names it, and what is at the limit taken. */
class BadInputTest {
    enum Shape {
        NONE,
        CIRCLE,
        BOX
    }

    interface Figure {
        Shape shape();

        void shape(Shape shape);

        @Variant(tag = "shape", value = "CIRCLE")
        double radius();

        void radius(double radius);

        @Variant(tag = "shape", value = "BOX")
        int width();

        void width(int width);

        @Variant(tag = "shape", value = "BOX")
        @Count(2)
        Corner corners(int index);

        @MaxLength(4)
        String name();

        void name(String name);

        boolean nameEquals(String other);

        interface Corner {
            Shape kind();

            void kind(Shape kind);
        }
    }

    interface Counter {
        long count();

        long countVolatile();
    }

    private final StructType<Figure> type = StructType.of(Figure.class);
    private final StructType<PriceUpdate> prices = StructType.of(PriceUpdate.class);

    @Test
    void viewsStayInsideOfTheirMemory() {
        byte[] bytes = new byte[40];
        PriceUpdate view = prices.view(bytes, 8);

        view.quantity(7);
        for (int offset : new int[] {-1, 9, Integer.MAX_VALUE}) {
            bounds(() -> prices.move(view, bytes, offset), "offset=" + offset + ", limit=8");
            bounds(() -> prices.move(view, MemorySegment.ofArray(bytes), offset), "offset=" + offset + ", limit=8");
            bounds(() -> prices.move(view, offset), "offset=" + offset + ", limit=8");
        }
        bounds(() -> prices.view(new byte[31], 0), "memory=31 bytes, limit=32 at least");

        assertThat(prices.offset(view)).isEqualTo(8);
        assertThat(view.quantity()).isEqualTo(7);
    }

    @Test
    void viewOfASliceStaysInsideOfTheSlice() {
        byte[] bytes = new byte[100];
        MemorySegment slice = MemorySegment.ofArray(bytes).asSlice(10, 32);
        PriceUpdate view = prices.view(slice, 0);

        view.instrument().id(-1);

        assertThat(bytes[9]).isZero();
        assertThat(bytes[10]).isEqualTo((byte) -1);
        bounds(() -> prices.move(view, 1), "offset=1, limit=0");
        assertThat(prices.offset(view)).isZero();
        assertThat(prices.bytes(view).mismatch(slice)).isEqualTo(-1);
    }

    @Test
    void atomicMethodsNeedAlignedMemory() {
        StructType<Counter> counters = StructType.of(Counter.class);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(32, 8);
            Counter counter = counters.view(memory, 8);
            assertThat(counter.countVolatile()).isZero();
            bounds(() -> counters.view(memory, 12), "offset=12");
            bounds(() -> counters.move(counter, 1), "limit=8 since the struct has atomic methods");
            bounds(() -> counters.view(new byte[32], 0), "alignment of the memory=1, limit=8");
        }
    }

    @Test
    void viewOfAnotherTypeIsRefused() {
        PriceUpdate foreign = new PriceUpdate() {
            @Override
            public Instrument instrument() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int quantity() {
                return 0;
            }

            @Override
            public void quantity(int quantity) {}

            @Override
            public double price() {
                return 0;
            }

            @Override
            public void price(double price) {}
        };

        assertThatExceptionOfType(StructTypeException.class)
                .isThrownBy(() -> prices.move(foreign, 0))
                .withMessageContaining("is none of io.tellask.struct.PriceUpdate");
    }

    @Test
    void textsLongerThanTheirFieldAreRefusedAndChangeNothing() {
        PriceUpdate.Instrument instrument = prices.allocate().instrument();
        instrument.mnemonic("12345");
        bounds(
                () -> instrument.mnemonic("123456"),
                "field=Instrument.mnemonic, value=123456, length=6 bytes of UTF-8, limit=5");
        bounds(
                () -> instrument.mnemonic("äöü"),
                "field=Instrument.mnemonic, value=äöü, length=6 bytes of UTF-8, limit=5");
        value(() -> instrument.mnemonic("a\0b"), "field=Instrument.mnemonic, value contains U+0000");
        value(() -> instrument.mnemonic("a\ud800"), "field=Instrument.mnemonic, value contains half of a pair");
        assertThat(instrument.mnemonic()).isEqualTo("12345");
        assertThat(instrument.mnemonicEquals("12345")).isTrue();
        assertThat(instrument.mnemonicEquals("1234")).isFalse();

        Figure figure = type.allocate();
        figure.name("äö");
        assertThat(figure.nameEquals("äö")).isTrue();
        bounds(() -> figure.name("12345"), "field=Figure.name, value=12345, length=5 bytes of UTF-8, limit=4");
        figure.name("a\0b");
        assertThat(figure.name()).isEqualTo("a\0b");
        assertThat(figure.nameEquals("äö")).isFalse();
    }

    @Test
    void lengthThatNobodyWroteIsRefused() {
        byte[] bytes = new byte[type.layout().sizeBytes()];
        Figure figure = type.view(bytes, 0);
        bytes[type.layout().field("name").orElseThrow().offsetBytes()] = 5;

        value(figure::name, "field=Figure.name, length=5, limit=4");
        figure.name("abcd");
        assertThat(figure.name()).isEqualTo("abcd");
    }

    @Test
    void unknownConstantIsRefused() {
        byte[] bytes = new byte[type.layout().sizeBytes()];
        Figure figure = type.view(bytes, 0);
        int offset = type.layout().field("shape").orElseThrow().offsetBytes();

        bytes[offset] = 2;
        assertThat(figure.shape()).isEqualTo(Shape.BOX);
        bytes[offset] = 3;
        value(figure::shape, "field=Figure.shape, ordinal=3, limit=2");
        bytes[offset] = -1;
        value(figure::shape, "field=Figure.shape, ordinal=255, limit=2");
        value(figure::radius, "field=Figure.radius, tag=255, limit=CIRCLE");
    }

    @Test
    void unionHasOnlyTheFieldsOfItsTag() {
        Figure figure = type.allocate();
        value(figure::radius, "field=Figure.radius, tag=NONE, limit=CIRCLE; ask for the tag first");
        value(() -> figure.width(3), "field=Figure.width, tag=NONE, limit=BOX");

        figure.shape(Shape.CIRCLE);
        figure.radius(1.5);
        figure.shape(Shape.CIRCLE);
        assertThat(figure.radius()).isEqualTo(1.5);
        value(figure::width, "field=Figure.width, tag=CIRCLE, limit=BOX");

        figure.shape(Shape.BOX);
        assertThat(figure.width()).isZero();
        figure.width(7);
        figure.corners(1).kind(Shape.BOX);
        assertThat(figure.corners(0).kind()).isEqualTo(Shape.NONE);
        assertThat(figure.corners(1).kind()).isEqualTo(Shape.BOX);
        assertThat(figure.width()).isEqualTo(7);
        bounds(() -> figure.corners(-1), "field=Figure.corners, index=-1, limit=1");
        bounds(() -> figure.corners(2), "field=Figure.corners, index=2, limit=1");
        assertThat(type.layout().sizeBytes()).isEqualTo(16);
    }

    private static void bounds(Runnable code, String message) {
        assertThatExceptionOfType(StructBoundsException.class)
                .isThrownBy(code::run)
                .withMessageContaining(message);
    }

    private static void value(Runnable code, String message) {
        assertThatExceptionOfType(StructValueException.class)
                .isThrownBy(code::run)
                .withMessageContaining(message);
    }
}
