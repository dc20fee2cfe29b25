package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which interfaces are contracts, and how their methods arrive. */
class ContractTest {
    public interface Generic<K, V extends Comparable<V>> {
        Promise<V> put(K key, V value);

        <R extends List<? super V>> Promise<R> collect(R into);

        Promise<Map<K, List<V>>> all();
    }

    public interface Words extends Generic<String, Integer> {
        @Override
        Promise<Integer> put(String key, Integer value);

        Promise<String> which(int value);

        Promise<String> which(long value);

        Promise<String> which(Integer value);

        Promise<String> which(Object value);

        Promise<String> which(String... values);

        CompletionStage<Object> echo(Object value);

        CompletableFuture<int[][]> echo(int[][] value);

        Flow.Publisher<Integer> upTo(int end);

        long plainLong();

        String plainNull();

        char plainChar(char a, double b, long c, byte d);

        default String hello(String name) {
            return "hello " + name + " from " + Thread.currentThread().getName();
        }

        static String nothing() {
            return "nothing";
        }

        @Override
        String toString();
    }

    static final class WordsActor implements Words {
        @Override
        public Promise<Integer> put(String key, Integer value) {
            return Promise.of(value);
        }

        @Override
        public <R extends List<? super Integer>> Promise<R> collect(R into) {
            into.add(7);
            return Promise.of(into);
        }

        @Override
        public Promise<Map<String, List<Integer>>> all() {
            return Promise.of(Map.of("a", List.of(1)));
        }

        @Override
        public Promise<String> which(int value) {
            return Promise.of("int");
        }

        @Override
        public Promise<String> which(long value) {
            return Promise.of("long");
        }

        @Override
        public Promise<String> which(Integer value) {
            return Promise.of("Integer");
        }

        @Override
        public Promise<String> which(Object value) {
            return Promise.of("Object");
        }

        @Override
        public Promise<String> which(String... values) {
            return Promise.of("String...");
        }

        @Override
        public CompletionStage<Object> echo(Object value) {
            return CompletableFuture.completedStage(value);
        }

        @Override
        public CompletableFuture<int[][]> echo(int[][] value) {
            return CompletableFuture.completedFuture(value);
        }

        @Override
        public Flow.Publisher<Integer> upTo(int end) {
            List<Integer> items = new ArrayList<>();
            for (int i = 0; i < end; i++) {
                items.add(i);
            }
            return Streams.of(items);
        }

        @Override
        public long plainLong() {
            return Long.MIN_VALUE;
        }

        @Override
        public String plainNull() {
            return null;
        }

        @Override
        public char plainChar(char a, double b, long c, byte d) {
            return (char) (a + b + c + d);
        }
    }

    private final ActorSystem system = ActorSystem.create();
    private final Words words = system.spawn(Words.class, WordsActor::new);

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void overloadsArriveWhereTheyWereCalled() {
        assertThat(words.which(1).join()).isEqualTo("int");
        assertThat(words.which(1L).join()).isEqualTo("long");
        assertThat(words.which(Integer.valueOf(1)).join()).isEqualTo("Integer");
        assertThat(words.which((Object) 1).join()).isEqualTo("Object");
        assertThat(words.which("a", "b").join()).isEqualTo("String...");
        assertThat(words.which((Integer) null).join()).isEqualTo("Integer");
    }

    @Test
    void genericMethodsAndInheritedOnesArrive() {
        Generic<String, Integer> generic = words;
        assertThat(generic.put("a", 1).join()).isEqualTo(1);
        List<Number> into = new ArrayList<>();
        assertThat(words.collect(into).join()).isSameAs(into).containsExactly(7);
        assertThat(words.all().join()).containsEntry("a", List.of(1));
    }

    @Test
    void nullsAndPrimitivesArriveAsTheyAre() {
        int[][] numbers = {{1}, {2, 3}};
        assertThat(words.put(null, null).join()).isNull();
        assertThat(words.echo((Object) null).toCompletableFuture().join()).isNull();
        assertThat(words.echo(numbers).join()).isSameAs(numbers);
        assertThat(words.plainLong()).isEqualTo(Long.MIN_VALUE);
        assertThat(words.plainNull()).isNull();
        assertThat(words.plainChar('a', 1.5, 1L, (byte) 1)).isEqualTo('d');
    }

    @Test
    void streamsArrive() {
        assertThat(Streams.collect(words.upTo(1_000)).join()).hasSize(1_000).isSorted();
    }

    @Test
    void defaultMethodsRunAtTheCaller() {
        assertThat(words.hello("ada"))
                .isEqualTo("hello ada from " + Thread.currentThread().getName());
        assertThat(Words.nothing()).isEqualTo("nothing");
    }

    @Test
    void methodsOfObjectAreLocal() {
        assertThat(words.toString()).startsWith("actor Words-");
        assertThat(words.equals(words)).isTrue();
        assertThat(words.hashCode()).isEqualTo(words.hashCode());
    }

    interface PackagePrivate {
        Promise<String> call(Hidden hidden);
    }

    record Hidden(String text) {}

    private interface Private {
        Promise<Integer> one();
    }

    @Test
    void inAnOpenPackageAContractNeedNotBePublic() {
        PackagePrivate reference = system.spawn(PackagePrivate.class, () -> hidden -> Promise.of(hidden.text()));
        assertThat(reference.call(new Hidden("seen")).join()).isEqualTo("seen");
        Private nested = system.spawn(Private.class, () -> () -> Promise.of(1));
        assertThat(nested.one().join()).isEqualTo(1);
    }

    @Test
    void whatIsNoInterfaceIsNoContract() {
        for (Class<?> type : List.of(String.class, WordsActor.class, int.class, Override.class, Thread.State.class)) {
            assertThatThrownBy(() -> spawnAny(type))
                    .isInstanceOf(ContractException.class)
                    .hasMessageContaining("is not an interface");
        }
    }

    private <C> void spawnAny(Class<C> type) {
        system.spawn(type, () -> null);
    }

    public sealed interface Closed {
        record Only() implements Closed {}
    }

    @Test
    void aSealedInterfaceIsNoContract() {
        assertThatThrownBy(() -> system.spawn(Closed.class, Closed.Only::new))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("sealed");
    }

    @LeavesIoLoop
    public record Script(String text) {}

    public interface TakesCode {
        Promise<Boolean> onIoLoop(Script script);
    }

    @Test
    void anActorThatTakesCodeStaysOffTheIoLoops() {
        TakesCode reference = system.spawn(TakesCode.class, () -> script -> {
            return Promise.of(
                    io.tellask.actor.runtime.ActorCell.current().dispatcher().servesIo());
        });
        assertThat(reference.onIoLoop(new Script("")).join()).isFalse();
        assertThatThrownBy(() -> system.spawn(TakesCode.class, () -> null, SpawnOptions.ioLoop()))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("dedicatedThread()");
    }

    @Test
    void spawnOptionsRefuseWhatCannotBe() {
        assertThatThrownBy(() -> SpawnOptions.defaults().withMailbox(0, MailboxPolicy.REFUSE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mailboxMessages=0");
        assertThat(SpawnOptions.defaults()
                        .withMailbox(1, MailboxPolicy.REFUSE)
                        .mailbox()
                        .messages())
                .isEqualTo(1);
        assertThatThrownBy(() -> SpawnOptions.on(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("dispatcher");
    }
}
