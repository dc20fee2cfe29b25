package io.tellask.codec.references;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each object of a message has one number, whatever the hashes. */
class WriteReferencesTest {
    /** Slots of a table before it grows, and how far from its own slot a key may lie. */
    private static final int SLOTS = 64;

    private static final int MAX_PROBES = 24;

    /** As the table spreads hashes. */
    private static int slot(String text) {
        int mixed = text.hashCode() * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & SLOTS - 1;
    }

    /** Strings of one slot, which lie apart in a larger table. */
    private static List<String> ofOneSlot(int count) {
        List<String> found = new ArrayList<>();
        for (int i = 0; found.size() < count; i++) {
            if (slot("text" + i) == 5) {
                found.add("text" + i);
            }
        }
        return found;
    }

    @Test
    void textThatFoundNoSlotKeepsItsNumberWhenTheTableGrows() {
        WriteReferences references = new WriteReferences();
        List<String> texts = ofOneSlot(MAX_PROBES + 4);
        texts.forEach(text -> assertThat(references.idOfString(text)).isNegative());
        for (int i = 0; i < 1_000; i++) {
            assertThat(references.idOfString("other" + i)).isNegative();
        }

        for (int i = 0; i < texts.size(); i++) {
            assertThat(references.idOfString(texts.get(i))).isEqualTo(i);
        }
    }

    @Test
    void textsOfOneHashKeepTheirNumbersWhenTheTableGrows() {
        WriteReferences references = new WriteReferences();
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < 64; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 6; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            String one = text.toString();
            assertThat(references.idOfString(one)).isNegative();
            numbers.put(one, i);
        }
        for (int i = 0; i < 10_000; i++) {
            assertThat(references.idOf(new Object())).isNegative();
            assertThat(references.idOfString("other" + i)).isNegative();
        }

        numbers.forEach(
                (text, number) -> assertThat(references.idOfString(text)).isEqualTo(number));
    }
}
