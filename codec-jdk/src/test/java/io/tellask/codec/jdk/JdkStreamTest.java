package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.GraphText;
import io.tellask.codec.JdkBytes;
import io.tellask.codec.builtin.BuiltInTypesTest;
import java.io.ByteArrayInputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Streams of the JDK are read under the codec's grants, into what the JDK itself would read. */
class JdkStreamTest {
    private final Codec codec = Codec.builder()
            .allow(Account.class, TimeUnit.class, Character.UnicodeScript.class)
            .build();

    private static final class Account implements Serializable {
        private static final long serialVersionUID = 1;

        private final String owner;
        private final transient int length;
        private Object partner;

        Account(String owner) {
            this.owner = owner;
            this.length = owner.length();
        }

        private void readObject(ObjectInputStream in) throws Exception {
            in.defaultReadObject();
            var field = Account.class.getDeclaredField("length");
            field.setAccessible(true);
            field.setInt(this, owner.length());
        }

        private void writeObject(ObjectOutputStream out) throws Exception {
            out.defaultWriteObject();
        }
    }

    private record Pair(Object left, List<Account> right) implements Serializable {}

    @Test
    void builtInValuesComeBackAsTheJdkReadsThem() throws Exception {
        for (Object value : BuiltInTypesTest.values().toList()) {
            if (!(value instanceof Serializable) || !isWritten(value)) {
                continue;
            }
            byte[] bytes = JdkBytes.of(value);
            try (ObjectInputStream stock = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
                String expected = GraphText.of(stock.readObject(), true);
                assertThat(GraphText.of(JdkStreams.of(codec).decode(bytes, Object.class), true))
                        .as(value.getClass().getName())
                        .isEqualTo(expected);
            }
        }
    }

    private static boolean isWritten(Object value) {
        try {
            JdkBytes.of(value);
            return true;
        } catch (java.io.UncheckedIOException e) {
            return false;
        }
    }

    @Test
    void hooksOfGrantedClassesRunAndCyclesStay() {
        Account account = new Account("ada");
        account.partner = new ArrayList<>(List.of(account));

        Account back = JdkStreams.of(codec).decode(JdkBytes.of(account), Account.class);

        assertThat(back.length).isEqualTo(3);
        assertThat(((List<?>) back.partner).get(0)).isSameAs(back);
    }

    @Test
    void closureOfTheDeclaredTypeComesIn() {
        Pair pair = new Pair(new EnumMap<>(Map.of(TimeUnit.DAYS, 1)), List.of(new Account("x")));

        Pair back = JdkStreams.of(Codec.builder().allow(TimeUnit.class).build()).decode(JdkBytes.of(pair), Pair.class);

        assertThat(back.left()).isEqualTo(pair.left());
        assertThat(back.right().getFirst().owner).isEqualTo("x");
        assertThatThrownBy(() -> JdkStreams.of(Codec.standard()).decode(JdkBytes.of(pair), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=" + Pair.class.getName() + " is not granted");
    }

    @Test
    void migratedGraphGoesOnInTheCodecsOwnFormat() {
        Account account = new Account("ada");
        Map<String, Object> map = new TreeMap<>(Map.of("a", new int[] {1, 2}, "b", new HashMap<>(Map.of(1, account))));

        Object read = JdkStreams.of(codec).decode(JdkBytes.of(map), Object.class);

        assertThat(read).isInstanceOf(TreeMap.class);
        assertThat(((Map<?, ?>) read).keySet()).hasToString("[a, b]");
    }

    @Test
    void anotherTypeAndFurtherBytesAreRefused() {
        byte[] bytes = JdkBytes.of("text");

        assertThatThrownBy(() -> JdkStreams.of(codec).decode(bytes, Account.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=java.lang.String is no " + Account.class.getName());
        assertThatThrownBy(() -> JdkStreams.of(codec).decode(Arrays.copyOf(bytes, bytes.length + 1), String.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("bytes=1 follow the object");
    }

    @Test
    void filterLetsAStockStreamReadWhatIsGranted() throws Exception {
        ObjectInputFilter filter = JdkStreams.of(Codec.standard()).newFilter(Account.class);
        try (ObjectInputStream stock = new ObjectInputStream(new ByteArrayInputStream(JdkBytes.of(new Account("x"))))) {
            stock.setObjectInputFilter(filter);

            assertThat(((Account) stock.readObject()).owner).isEqualTo("x");
        }
    }

    @Test
    void filterRefusesWhatIsNotGranted() throws Exception {
        ObjectInputFilter filter = JdkStreams.of(Codec.standard()).newFilter(String.class, List.class);
        try (ObjectInputStream stock = new ObjectInputStream(new ByteArrayInputStream(JdkBytes.of(new Account("x"))))) {
            stock.setObjectInputFilter(filter);

            assertThatThrownBy(stock::readObject)
                    .isInstanceOf(InvalidClassException.class)
                    .hasMessageContaining("REJECTED");
        }
    }

    @Test
    void bringsNoListOfCopies() {
        assertThatThrownBy(() -> JdkStreams.of(codec).decode(JdkBytes.of(Collections.nCopies(3, 1)), List.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=java.util.Collections$CopiesList is not granted");
    }

    @Test
    void primitiveStandsForItsBox() {
        assertThat(JdkStreams.of(codec).decode(JdkBytes.of('c'), char.class)).isEqualTo('c');
    }
}
