package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts of fixed length up to a word and one byte more, with a word in the struct behind them and without. */
class ShortTextTest {
    /** One text of each kind; the order of fields leaves no word behind the last ones. */
    @Struct(
            fields = {"eight", "five", "nine", "pairs", "one"},
            maxAlignmentBytes = 1)
    interface Texts {
        @Length(8)
        String eight();

        void eight(String value);

        boolean eightEquals(String other);

        @Length(5)
        String five();

        void five(String value);

        boolean fiveEquals(String other);

        @Length(9)
        String nine();

        void nine(String value);

        boolean nineEquals(String other);

        @Length(2)
        @Count(3)
        String pairs(int index);

        void pairs(int index, String value);

        boolean pairsEquals(int index, String other);

        @Length(1)
        String one();

        void one(String value);

        boolean oneEquals(String other);
    }

    static Stream<MemorySegment> memory() {
        int size = StructType.of(Texts.class).layout().sizeBytes();
        return Stream.of(
                MemorySegment.ofArray(new byte[size]),
                MemorySegment.ofArray(new long[size]),
                Arena.ofAuto().allocate(size));
    }

    @ParameterizedTest
    @MethodSource("memory")
    void textsComeBackWhateverWasThereBefore(MemorySegment memory) {
        Texts texts = StructType.of(Texts.class).view(memory, 0);
        for (String text : List.of("12345678", "", "1", "\u00e4", "1234567", "\u20ac5678", "a\u007f")) {
            memory.fill((byte) 0xff);
            texts.eight(text);
            texts.nine(text);
            assertThat(texts.eight()).isEqualTo(text);
            assertThat(texts.nine()).isEqualTo(text);
            assertThat(texts.eightEquals(text)).isTrue();
            assertThat(texts.nineEquals(text)).isTrue();
            assertThat(texts.eightEquals(text + "x")).isFalse();
            assertThat(texts.eightEquals("x")).isFalse();
        }
        for (String text : List.of("", "B", "\u00e4", "BM")) {
            texts.five(text);
            texts.pairs(2, text);
            assertThat(texts.five()).isEqualTo(text);
            assertThat(texts.pairs(2)).isEqualTo(text);
            assertThat(texts.fiveEquals(text)).isTrue();
            assertThat(texts.pairsEquals(2, text)).isTrue();
            assertThat(texts.pairsEquals(2, text + "x")).isFalse();
        }
        texts.one("z");
        assertThat(texts.one()).isEqualTo("z");
        assertThat(texts.oneEquals("z")).isTrue();
        assertThat(texts.oneEquals("")).isFalse();
        assertThat(texts.pairs(2)).isEqualTo("BM");
    }

    @ParameterizedTest
    @MethodSource("memory")
    void nothingBehindTheFirstZeroIsRead(MemorySegment memory) {
        Texts texts = StructType.of(Texts.class).view(memory, 0);
        byte[] foreign = "BM\0\u0001rest".getBytes(StandardCharsets.US_ASCII);
        MemorySegment.copy(MemorySegment.ofArray(foreign), 0, memory, 0, foreign.length);

        assertThat(texts.eight()).isEqualTo("BM");
        assertThat(texts.eightEquals("BM")).isTrue();
        assertThat(texts.eightEquals("BM\0\u0001rest")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("memory")
    void zeroInATextIsRefused(MemorySegment memory) {
        Texts texts = StructType.of(Texts.class).view(memory, 0);
        texts.five("old");

        for (String text : List.of("\0", "a\0", "\0a", "a\0b", "\u00e4\0")) {
            assertThatThrownBy(() -> texts.five(text)).isInstanceOf(StructValueException.class);
        }
        assertThat(texts.five()).isEqualTo("old");
    }
}
