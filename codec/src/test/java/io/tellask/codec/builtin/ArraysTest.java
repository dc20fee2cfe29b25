package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arrays of every component, nested, jagged, shared and on cycles. */
class ArraysTest {
    private final Codec codec = Codec.builder().allow(Point.class, Marked.class).build();

    interface Marked extends Serializable {}

    record Point(int x, int y) implements Marked {}

    @Test
    void nestedAndJaggedArraysComeBack() {
        Object[] arrays = {
            new int[][][] {{{1, 2}, {}}, {}, null},
            new String[][] {{"a", null}, null, {}},
            new Point[][] {{new Point(1, 2)}, null},
            new Marked[] {new Point(3, 4), null},
            new Object[][] {{1, "x"}, new String[] {"inside"}},
            new Number[][] {new Integer[] {1}, new Long[] {2L}},
            new Point[0],
            new byte[0][0],
            new Cloneable[] {new int[] {1}},
            new List<?>[] {List.of(1)}
        };

        Object[] back = RoundTrips.standalone(codec, arrays);
        Object[] jdk = JdkOracle.roundTrip(Arrays.copyOf(arrays, arrays.length - 1));

        assertThat(Arrays.deepEquals(back, arrays)).isTrue();
        for (int i = 0; i < jdk.length; i++) {
            assertThat(back[i]).hasSameClassAs(jdk[i]);
        }
        assertThat(((Object[][]) back[4])[1]).isInstanceOf(String[].class);
    }

    @Test
    void arrayThatHoldsItselfComesBack() {
        Object[] self = new Object[2];
        self[0] = self;
        self[1] = new Object[][] {self};

        Object[] back = RoundTrips.standalone(codec, self);

        assertThat(back[0]).isSameAs(back);
        assertThat(((Object[][]) back[1])[0]).isSameAs(back);
    }

    @Test
    void sharedRowsStayShared() {
        int[] row = {1, 2};

        int[][] back = RoundTrips.standalone(codec, new int[][] {row, row});

        assertThat(back[0]).isSameAs(back[1]);
    }
}
