package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkOracle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** {@code nCopies} is one reference that stands for many: counted as many. */
class CopiesTest {
    private static final Codec CODEC = Codec.standard();

    private static Codec limitedTo(int slots) {
        return Codec.builder()
                .limits(CodecLimits.standard().withArraySlots(slots))
                .build();
    }

    @Test
    void copiesTravelAsTheyAre() {
        List<Object> element = new ArrayList<>(List.of(1));
        for (List<?> copies : List.<List<?>>of(
                Collections.nCopies(1_000_000, element),
                Collections.nCopies(3, null),
                Collections.nCopies(0, "none"),
                Collections.unmodifiableList(Collections.nCopies(2, "x")))) {
            byte[] bytes = CODEC.encode(copies);
            List<?> back = CODEC.decode(bytes, List.class);

            assertThat(back.getClass()).isSameAs(copies.getClass());
            assertThat(back).hasSameSizeAs(copies).isEqualTo(copies);
            assertThat(bytes).hasSizeLessThan(16);
            assertThat(JdkOracle.roundTrip(copies)).isEqualTo(back);
            assertThat(CODEC.copy(copies)).isEqualTo(copies);
            assertThat(CODEC.describe(bytes)).isNotNull();
        }
    }

    @Test
    void elementIsSharedAndMayLeadBack() {
        List<Object> holder = new ArrayList<>();
        holder.add(Collections.nCopies(2, holder));

        List<?> back = CODEC.decode(CODEC.encode(holder), List.class);

        assertThat(((List<?>) back.getFirst()).get(1)).isSameAs(back);
    }

    @Test
    void countIsHeldToTheSlotsOnBothSides() {
        List<String> atLimit = Collections.nCopies(1_000, "x");
        List<String> beyond = Collections.nCopies(1_001, "x");

        assertThat(limitedTo(1_000).decode(CODEC.encode(atLimit), List.class)).hasSize(1_000);
        assertThatThrownBy(() -> limitedTo(1_000).encode(beyond)).hasMessageContaining("arraySlots=1001");
        assertThatThrownBy(() -> limitedTo(1_000).decode(CODEC.encode(beyond), List.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("arraySlots=1001 > limits.arraySlots=1000");
    }

    /** A wrapper compares its elements one by one, so few bytes would cost many steps. */
    @Test
    void copiesWithinKeysAreCountedAsVisits() {
        List<Integer> copies = Collections.nCopies(5_000_000, 1);
        Set<Object> keys = new HashSet<>();
        HashMap<Object, Object> nested = new HashMap<>();
        nested.put(Collections.nCopies(10_000, Collections.nCopies(10_000, 1)), 1);
        keys.add(List.of(copies, 1));
        keys.add(List.of(copies, 2));
        keys.add(List.of(copies, 3));

        for (Object bomb : List.of(keys, nested)) {
            byte[] bytes = CODEC.encode(bomb);
            assertThatThrownBy(() -> CODEC.decode(bytes, Object.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("keys");
        }
        Set<Object> harmless = Set.of(Collections.nCopies(10, 1), Collections.nCopies(10, "b"));
        assertThat(CODEC.decode(CODEC.encode(harmless), Set.class)).isEqualTo(harmless);
    }
}
