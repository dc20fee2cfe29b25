package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.budget.NestingDepth;
import io.tellask.test.Seed;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Hooks that nest deeply, fail, or read what a hostile sender wrote. */
class HookLimitsTest {
    private final Codec codec = Codec.builder().allowTree("io.tellask.codec").build();

    static class Link implements Serializable {
        transient Object next;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(next);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            next = in.readObject();
        }
    }

    private static Link chain(int length) {
        Link head = new Link();
        Link tail = head;
        for (int i = 1; i < length; i++) {
            Link next = new Link();
            tail.next = next;
            tail = next;
        }
        return head;
    }

    @Test
    void hooksNestUpToTheirLimit() {
        Link back = codec.decode(codec.encode(chain(NestingDepth.HOOK_LEVELS + 1)), Link.class);

        int length = 0;
        for (Object each = back; each != null; each = ((Link) each).next) {
            length++;
        }
        assertThat(length).isEqualTo(NestingDepth.HOOK_LEVELS + 1);
    }

    @Test
    void hooksNestedBeyondTheirLimitAreRefused() {
        assertThatThrownBy(() -> codec.encode(chain(NestingDepth.HOOK_LEVELS + 2)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("levels within a hook=" + (NestingDepth.HOOK_LEVELS + 1) + " > HOOK_LEVELS="
                        + NestingDepth.HOOK_LEVELS);
        assertThat(codec.encode(chain(2))).isNotEmpty();
    }

    static class Deep extends ArrayList<Object> {}

    @Test
    void hooksOfTheJdkNestDeeply() {
        Object deep = new Deep();
        for (int i = 0; i < 20_000; i++) {
            Deep outer = new Deep();
            outer.add(deep);
            deep = outer;
        }

        Object back = codec.decode(codec.encode(deep), Deep.class);

        int depth = 0;
        for (Object each = back; !((Deep) each).isEmpty(); each = ((Deep) each).get(0)) {
            depth++;
        }
        assertThat(depth).isEqualTo(20_000);
    }

    static class Swallower implements Serializable {
        transient Object inner;

        private void writeObject(ObjectOutputStream out) throws IOException {
            try {
                out.writeObject(inner);
            } catch (RuntimeException e) {
                out.writeObject("replaced");
            }
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            try {
                inner = in.readObject();
            } catch (RuntimeException e) {
                inner = "swallowed";
            }
        }
    }

    @Test
    void hookCannotSwallowTheFailureOfAMessage() {
        Swallower value = new Swallower();
        value.inner = new Thread();

        assertThatThrownBy(() -> codec.encode(value)).isInstanceOf(EncodeException.class);

        value.inner = new int[] {1, 2, 3};
        byte[] bytes = codec.encode(value);
        byte[] truncated = Arrays.copyOf(bytes, bytes.length - 6);
        assertThatThrownBy(() -> codec.decode(truncated, Swallower.class)).isInstanceOf(DecodeException.class);
    }

    static class Sizes extends HashMap<String, Integer> {}

    @Test
    void damagedPartsAreRefusedOrReadButNeverHalfDone() {
        long seed = Seed.given();
        Random random = new Random(seed);
        Sizes sizes = new Sizes();
        sizes.put("a", 1);
        sizes.put("b", 2);
        Link link = chain(3);
        Deep deep = new Deep();
        deep.add(link);
        byte[] bytes = codec.encode(new Object[] {sizes, deep, link});
        for (int length = 0; length < bytes.length; length++) {
            byte[] truncated = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> codec.decode(truncated, Object[].class)).isInstanceOf(DecodeException.class);
        }
        for (int round = 0; round < 5_000; round++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                codec.decode(damaged, Object[].class);
            } catch (DecodeException e) {
                assertThat(e).as("seed=%d round=%d", seed, round).hasMessageStartingWith("decode: ");
            }
        }
        assertThat(codec.decode(bytes, Object[].class)[0]).isEqualTo(sizes);
    }

    @Test
    void countThatAHookOfTheJdkTakesFromTheMessageAllocatesNoMoreThanItsLength() {
        Sizes sizes = new Sizes();
        sizes.put("a", 1);
        byte[] bytes = codec.encode(sizes);
        int at = indexOf(bytes, new byte[] {HierarchyPartItems.BYTES + 7, 0, 0, 0, 16, 0, 0, 0, 1});
        bytes[at + 5] = 0x3F;

        assertThatThrownBy(() -> codec.decode(bytes, Sizes.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("readObject of class=java.util.HashMap failed")
                .hasCauseInstanceOf(java.io.InvalidClassException.class);
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int i = 0; i + part.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        throw new AssertionError("no such bytes in " + Arrays.toString(bytes));
    }

    static class Lonely implements Serializable {
        transient int[] own = {1};
        transient List<Object> rest;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUnshared(own);
            out.writeObject(own);
            out.writeObject(own);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            own = (int[]) in.readUnshared();
            rest = List.of(in.readObject(), in.readObject());
        }
    }

    @Test
    void unsharedObjectIsReferredToByNothingElse() {
        Lonely back = codec.decode(codec.encode(new Lonely()), Lonely.class);

        assertThat(back.rest.get(0)).isSameAs(back.rest.get(1)).isNotSameAs(back.own);
    }

    static class Sharing implements Serializable {
        transient String failure;

        private void writeObject(ObjectOutputStream out) throws IOException {
            int[] array = {1};
            out.writeObject(array);
            out.writeObject(array);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.readObject();
            in.readUnshared();
        }
    }

    @Test
    void sharedObjectIsNotReadAsUnshared() {
        byte[] bytes = codec.encode(new Sharing());

        assertThatThrownBy(() -> codec.decode(bytes, Sharing.class))
                .isInstanceOf(DecodeException.class)
                .hasCauseInstanceOf(java.io.InvalidObjectException.class);
    }
}
