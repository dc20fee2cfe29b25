package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.ValueEncoding;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedTextsTest {
    private final SharedTexts texts = new SharedTexts();

    record Trade(String symbol, double price, Integer size, Instant at, Side side) {}

    enum Side {
        BUY,
        SELL
    }

    record Pair(Trade first, Trade second) {}

    record Many(List<String> lines) {}

    record Page<T>(T content) {}

    record Deep(Deep next) {}

    record Replaced(String text) {
        private Object writeReplace() {
            return text;
        }
    }

    @Test
    void keepsRecordsThatCannotChange() {
        assertThat(SharedTexts.keeps(Trade.class)).isTrue();
        assertThat(SharedTexts.keeps(Pair.class)).isTrue();
    }

    @Test
    void keepsNothingElse() {
        assertThat(List.of(Many.class, Page.class, Deep.class, Replaced.class, String.class, int[].class))
                .noneMatch(SharedTexts::keeps);
    }

    @Test
    void findsTheTextOfTheSameItemOnly() {
        Trade item = trade();
        byte[] text = {1, 2, 3};
        texts.keep(item, Trade.class, ValueEncoding.JSON, text);

        assertThat(texts.find(item, Trade.class, ValueEncoding.JSON)).isEqualTo(text);
        assertThat(texts.find(item, Trade.class, ValueEncoding.CBOR)).isNull();
        assertThat(texts.find(item, Object.class, ValueEncoding.JSON)).isNull();
        assertThat(texts.find(trade(), Trade.class, ValueEncoding.JSON)).isNull();
    }

    @Test
    void keepsTextsUpToTheLimit() {
        Trade longest = trade();
        Trade longer = trade();
        texts.keep(longest, Trade.class, ValueEncoding.JSON, new byte[SharedTexts.MOST_BYTES]);
        assertThat(texts.find(longest, Trade.class, ValueEncoding.JSON)).hasSize(SharedTexts.MOST_BYTES);

        texts.keep(longer, Trade.class, ValueEncoding.JSON, new byte[SharedTexts.MOST_BYTES + 1]);
        assertThat(texts.find(longer, Trade.class, ValueEncoding.JSON)).isNull();
    }

    private static Trade trade() {
        return new Trade("ACME", 1.5, 2, Instant.EPOCH, Side.BUY);
    }
}
