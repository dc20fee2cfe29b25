package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicArgumentsTest {
    public interface Everything {
        void first(int a, String b, long c, boolean d, double e, float f);

        void second(byte g, short h, char i, List<String> j, int[] k, int... l);

        void nothing();

        void fails() throws Exception;
    }

    static final class Seen implements Everything {
        final List<Object> values = new ArrayList<>();

        @Override
        public void first(int a, String b, long c, boolean d, double e, float f) {
            values.addAll(Arrays.asList(a, b, c, d, e, f));
        }

        @Override
        public void second(byte g, short h, char i, List<String> j, int[] k, int... l) {
            values.addAll(Arrays.asList(g, h, i, j, k[0], l.length));
        }

        @Override
        public void nothing() {
            values.add("nothing");
        }

        @Override
        public void fails() throws Exception {
            throw new IOException("as asked");
        }
    }

    private static void pass(String name, Object target, Object... arguments) throws Throwable {
        ContractMethod method = Contract.of(Everything.class).methods().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        TopicArguments form = new TopicArguments(method, Codec.standard());
        ByteWriter out = new ByteWriter(16);
        form.write(arguments, out);
        ByteReader in = new ByteReader(out.toByteArray());
        form.call(target, in);
    }

    @Test
    void argumentsComeAsTheyWere() throws Throwable {
        Seen seen = new Seen();
        pass("first", seen, -1, null, Long.MIN_VALUE, true, 0.5, 1.5f);
        pass("second", seen, (byte) -2, (short) -3, 'x', List.of("y"), new int[] {7}, new int[3]);
        pass("nothing", seen);
        assertThat(seen.values)
                .containsExactly(
                        -1,
                        null,
                        Long.MIN_VALUE,
                        true,
                        0.5,
                        1.5f,
                        (byte) -2,
                        (short) -3,
                        'x',
                        List.of("y"),
                        7,
                        3,
                        "nothing");
    }

    @Test
    void failureOfTheMethodComesOutAsItIs() {
        assertThatThrownBy(() -> pass("fails", new Seen())).isInstanceOf(IOException.class);
    }
}
