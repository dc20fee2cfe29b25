package io.tellask.codec.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.io.Serializable;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Inner, local and anonymous classes keep what they captured, and the object that encloses them is the same again. */
class NestedClassesTest {
    private static final Codec CODEC =
            Codec.builder().allowTree("io.tellask.codec").build();

    interface Named extends Serializable {
        String name();

        Object outer();
    }

    static class Outer implements Serializable {
        String title = "outer";
        Inner inner = new Inner();
        Object other = inner.new Innermost();

        class Inner implements Named {
            int count = 3;

            class Innermost implements Named {
                @Override
                public String name() {
                    return title + count + "innermost";
                }

                @Override
                public Object outer() {
                    return Inner.this;
                }
            }

            @Override
            public String name() {
                return title + count;
            }

            @Override
            public Object outer() {
                return Outer.this;
            }
        }

        Named anonymous(String suffix, int[] counts) {
            return new Named() {
                private final String own = "own";

                @Override
                public String name() {
                    return title + suffix + counts[0] + own;
                }

                @Override
                public Object outer() {
                    return Outer.this;
                }
            };
        }

        Named local(List<String> captured) {
            class Local implements Named {
                private final int size = captured.size();

                @Override
                public String name() {
                    return title + captured + size;
                }

                @Override
                public Object outer() {
                    return Outer.this;
                }
            }
            return new Local();
        }
    }

    private static Named same(Named value) {
        Named back = RoundTrips.standalone(CODEC, value);
        Named jdk = JdkOracle.roundTrip(value);

        assertThat(back).hasSameClassAs(value).isNotSameAs(value);
        assertThat(back.name()).isEqualTo(jdk.name()).isEqualTo(value.name());
        assertThat(back.outer()).hasSameClassAs(jdk.outer()).isNotSameAs(value.outer());
        return back;
    }

    @Test
    void innerObjectBringsTheOneAroundIt() {
        Outer outer = new Outer();
        Outer.Inner back = (Outer.Inner) same(outer.inner);
        Outer around = (Outer) back.outer();

        assertThat(around.inner).isSameAs(back);
        assertThat(((Named) around.other).outer()).isSameAs(back);
        assertThat(same((Named) outer.other).name()).isEqualTo("outer3innermost");
    }

    @Test
    void anonymousObjectKeepsWhatItCaptured() {
        assertThat(same(new Outer().anonymous("-", new int[] {5})).name()).isEqualTo("outer-5own");
    }

    @Test
    void localObjectKeepsWhatItCaptured() {
        assertThat(same(new Outer().local(List.of("a", "b"))).name()).isEqualTo("outer[a, b]2");
    }

    @Test
    void objectInAStaticContextHasNoneAroundIt() {
        String captured = "captured";
        Supplier<String> anonymous = new Supplier<>() {
            @Override
            public String get() {
                return captured;
            }
        };
        record Local(Supplier<String> supplier) {}

        assertThat(RoundTrips.standalone(CODEC, new Local(anonymous)).supplier().get())
                .isEqualTo("captured");
    }

    @Test
    void classAroundNeedsAGrantAsAnyOther() {
        Outer outer = new Outer();
        outer.other = null;

        assertThat(RoundTrips.standalone(Codec.standard(), outer.inner).name()).isEqualTo("outer3");
        assertThatThrownBy(() -> Codec.standard().encode(new Object[] {outer.inner}))
                .hasMessageContaining("allow(NestedClassesTest.Outer.Inner.class)");
    }
}
