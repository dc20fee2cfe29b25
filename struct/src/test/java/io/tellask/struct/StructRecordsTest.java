package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/** Copies of structs as records. */
class StructRecordsTest {
    record Price(double price, Named instrument, int quantity) {}

    record Named(long id, String mnemonic) {}

    record Unnamed(long id) {}

    record OtherType(int id, String mnemonic) {}

    record More(long id, String mnemonic, int more) {}

    private final StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);

    @Test
    void recordsAreWrittenAndReadBack() {
        StructRecords<PriceUpdate, Price> records = StructRecords.of(type, Price.class, MethodHandles.lookup());
        Price price = new Price(99, new Named(100, "BMW"), 13);
        PriceUpdate view = type.allocate();

        records.write(view, price);

        assertThat(view.instrument().mnemonic()).isEqualTo("BMW");
        assertThat(view.quantity()).isEqualTo(13);
        assertThat(records.read(view)).isEqualTo(price);
    }

    @Test
    void recordThatDoesNotFitIsRefusedByItsComponent() {
        refused(Unnamed.class, "has no components for fields=[mnemonic]");
        refused(OtherType.class, "has component=id of type=int for a field of long");
        refused(More.class, "has component=more, which is no field");
    }

    private static void refused(Class<? extends Record> record, String rule) {
        StructType<PriceUpdate.Instrument> type = StructType.of(PriceUpdate.Instrument.class);
        assertThatExceptionOfType(StructTypeException.class)
                .isThrownBy(() -> StructRecords.of(type, record, MethodHandles.lookup()))
                .withMessageContaining(rule);
    }
}
