package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

/** An interface that is no struct is refused by the rule that it breaks. */
class StructTypeRulesTest {
    abstract static class NoInterface {}

    interface Empty {}

    interface Generic<T> {
        int value();
    }

    interface NoLength {
        String text();
    }

    interface TwoLengths {
        @Length(3)
        @MaxLength(4)
        String text();
    }

    interface Fluent {
        int number();

        Fluent number(int number);
    }

    enum Nothing {}

    interface NoConstants {
        Nothing nothing();
    }

    interface LengthOfInt {
        @Length(4)
        int number();
    }

    interface ZeroLength {
        @Length(0)
        String text();
    }

    interface LongestText {
        @MaxLength(0xffff)
        String text();
    }

    interface TooLongText {
        @MaxLength(0x10000)
        String text();
    }

    interface NoCount {
        int values(int index);
    }

    interface CountWithoutIndex {
        @Count(3)
        int values();
    }

    interface LargestStruct {
        @Count(StructLayout.MAX_SIZE_BYTES)
        byte values(int index);
    }

    interface TooLargeStruct {
        @Count(StructLayout.MAX_SIZE_BYTES)
        byte values(int index);

        byte more();
    }

    interface UnknownType {
        List<String> names();
    }

    interface SetterAlone {
        int number();

        void other(int value);
    }

    interface SetterOfOtherType {
        int number();

        void number(long value);
    }

    interface TwoParameters {
        int number(int a, int b);
    }

    interface OfItself {
        int number();

        Outer outer();

        interface Outer {
            OfItself inner();
        }
    }

    interface CompareAndSetOfShort {
        short number();

        boolean numberCompareAndSet(short expected, short value);
    }

    interface SetterOfStruct {
        PriceUpdate update();

        void update(PriceUpdate update);
    }

    @Struct(fields = {"a", "c"})
    interface WrongOrder {
        int a();

        int b();
    }

    @Struct(maxAlignmentBytes = 3)
    interface WrongAlignment {
        int a();
    }

    @Struct(
            fields = {"a", "b"},
            maxAlignmentBytes = 1)
    interface PackedAtomic {
        byte a();

        long b();

        long bVolatile();
    }

    interface WrongTag {
        int tag();

        @Variant(tag = "tag", value = "A")
        int a();
    }

    interface WrongConstant {
        Thread.State tag();

        @Variant(tag = "tag", value = "ASLEEP")
        int a();
    }

    @Test
    void eachBrokenRuleIsNamed() {
        refused(NoInterface.class, "is no interface");
        refused(Override.class, "is no interface");
        refused(Empty.class, "has no fields");
        refused(Generic.class, "sealed or generic");
        refused(NoLength.class, "method=text has no length; annotate it with either @Length or @MaxLength");
        refused(TwoLengths.class, "method=text has two lengths; annotate it with either @Length or @MaxLength");
        refused(Fluent.class, "method=number returns its struct; let a setter return nothing");
        refused(
                NoConstants.class,
                "method=nothing has result=" + Nothing.class.getName() + ", an enum without constants");
        refused(LengthOfInt.class, "method=number has @Length but is no String");
        refused(ZeroLength.class, "method=text has Length=0, limit=65535");
        refused(TooLongText.class, "method=text has MaxLength=65536, limit=65535");
        refused(NoCount.class, "method=values has Count=0");
        refused(CountWithoutIndex.class, "method=values has @Count but has no index");
        refused(TooLargeStruct.class, "sizeBytes=1048577, limit=1048576");
        refused(UnknownType.class, "method=names has result=java.util.List");
        refused(SetterAlone.class, "method=other has no field; declare a getter of the same name");
        refused(SetterOfOtherType.class, "method=number has type=(long)void where its field needs (int)void");
        refused(TwoParameters.class, "method=number is neither getter nor setter");
        refused(OfItself.class, "contains itself");
        refused(CompareAndSetOfShort.class, "method=numberCompareAndSet cannot access a field of kind=SHORT");
        refused(SetterOfStruct.class, "method=update cannot access a field of kind=STRUCT");
        refused(WrongOrder.class, "fields of @Struct=[a, c] are not those of the interface=[a, b]");
        refused(WrongAlignment.class, "maxAlignmentBytes=3, limit=8");
        refused(PackedAtomic.class, "field=b, offset=1");
        refused(WrongTag.class, "field=a has tag=tag; name a field of the same struct that is an enum");
        refused(WrongConstant.class, "field=a has value=ASLEEP; name a constant of java.lang.Thread$State");
        refused(CharSequence.class, "does not see io.tellask.struct");
    }

    @Test
    void largestStructAndTextAreTaken() {
        assertThat(StructType.of(LargestStruct.class).layout().sizeBytes()).isEqualTo(StructLayout.MAX_SIZE_BYTES);
        LongestText longest = StructType.of(LongestText.class).allocate();
        assertThat(longest.text()).isEmpty();
    }

    private static void refused(Class<?> type, String rule) {
        assertThatExceptionOfType(StructTypeException.class)
                .isThrownBy(() -> StructType.of(type))
                .withMessageStartingWith("struct: type=" + type.getName().replaceAll("OfItself$", ""))
                .withMessageContaining(rule);
    }
}
