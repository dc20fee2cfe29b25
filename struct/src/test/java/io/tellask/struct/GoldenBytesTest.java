package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Bytes that programs of other versions and languages read: they must not change. */
class GoldenBytesTest {
    enum Side {
        BUY,
        SELL
    }

    @Struct(
            fields = {"side", "symbol", "quantities", "price", "flag"},
            byteOrder = Endianness.BIG,
            maxAlignmentBytes = 1)
    interface Packed {
        Side side();

        void side(Side side);

        @MaxLength(6)
        String symbol();

        void symbol(String symbol);

        @Count(2)
        short quantities(int index);

        void quantities(int index, short quantity);

        double price();

        void price(double price);

        boolean flag();

        void flag(boolean flag);
    }

    @Test
    void priceUpdateHasTheseBytes() {
        StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);
        PriceUpdate update = type.allocate();
        update.instrument().mnemonic("BMW");
        update.instrument().id(100);
        update.quantity(13);
        update.price(99.0);

        assertThat(hex(type, update))
                .isEqualTo("6400000000000000" + "424d570000000000" + "0000000000c05840" + "0d00000000000000");
        assertThat(type.layout().diagram()).isEqualTo("""
                PriceUpdate: 32 bytes, aligned to 8, little-endian, digest 75970532b7f1244e
                +--------+-------+---------------------+------------+
                | offset | bytes | field               | type       |
                +--------+-------+---------------------+------------+
                |      0 |    16 | instrument          | Instrument |
                |      0 |     8 | instrument.id       | long       |
                |      8 |     5 | instrument.mnemonic | text(5)    |
                |     13 |     3 |                     | (padding)  |
                |     16 |     8 | price               | double     |
                |     24 |     4 | quantity            | int        |
                |     28 |     4 |                     | (padding)  |
                +--------+-------+---------------------+------------+
                """);
    }

    @Test
    void packedBigEndianStructHasTheseBytes() {
        StructType<Packed> type = StructType.of(Packed.class);
        Packed packed = type.allocate();
        packed.side(Side.SELL);
        packed.symbol("longer");
        packed.symbol("Öl");
        packed.quantities(0, (short) 1);
        packed.quantities(1, (short) -2);
        packed.price(1.5);
        packed.flag(true);

        assertThat(hex(type, packed)).isEqualTo("01" + "0003c3966c000000" + "0001fffe" + "3ff8000000000000" + "01");
    }

    private static <T> String hex(StructType<T> type, T view) {
        return HexFormat.of().formatHex(type.bytes(view).toArray(ValueLayout.JAVA_BYTE));
    }
}
