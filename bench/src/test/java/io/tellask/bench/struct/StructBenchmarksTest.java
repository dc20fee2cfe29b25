package io.tellask.bench.struct;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.struct.StructArray;
import io.tellask.struct.StructType;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contenders of the struct suite write and read the same values, and one that does not is found. */
class StructBenchmarksTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"tellask-array", "tellask-segment", "tellask-records", "tellask-codec", "limit-array", "jdk"})
    void messagesHoldWhatWasWritten(String contender) throws IOException {
        PriceBenchmark.verify(new OwnPrices().open(contender), PriceBenchmark.prices());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tellask", "tellask-mixed", "limit-segment", "limit-mixed"})
    void structsOfArraysHoldWhatWasWritten(String contender) {
        try (StructArray<PriceUpdate> memory = memory()) {
            PriceArrayBenchmark.verify(PriceArray.of(contender, memory), (int) memory.length());
        }
    }

    @Test
    void otherMessagesAreFound() {
        PriceCodec first = new OwnPrices().open("tellask-array");
        PriceCodec forgetful = new PriceCodec() {
            @Override
            public void encode(int slot, Price price) throws IOException {
                first.encode(0, price);
            }

            @Override
            public Price decode(int slot) throws IOException {
                return first.decode(0);
            }
        };

        assertThatThrownBy(() -> PriceBenchmark.verify(forgetful, PriceBenchmark.prices()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("slot=0");
    }

    @Test
    void otherStructsAreFound() {
        try (StructArray<PriceUpdate> memory = memory()) {
            memory.memory().fill((byte) 1);
            PriceArray array = PriceArray.of("tellask", memory);

            assertThatThrownBy(() -> PriceArrayBenchmark.verify(array, (int) memory.length()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("index=");
        }
    }

    private static StructArray<PriceUpdate> memory() {
        StructArray<PriceUpdate> memory = StructArray.allocate(StructType.of(PriceUpdate.class), 1_000);
        PriceArray.fill(memory);
        return memory;
    }
}
