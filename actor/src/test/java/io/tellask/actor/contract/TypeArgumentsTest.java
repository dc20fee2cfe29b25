package io.tellask.actor.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.LeavesIoLoop;
import io.tellask.actor.Promise;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class TypeArgumentsTest {
    record Event(int number) {}

    @LeavesIoLoop
    interface Code {}

    static class Broken extends Exception {
        private static final long serialVersionUID = 1;
    }

    interface Top<A, B extends Comparable<B>, X extends Exception> {
        Promise<A> get(B key) throws X;

        Flow.Publisher<Map<B, ? extends A>> all(A[] array, List<? super A> list);

        A plain(List<A>[] lists);

        default A first(B key) {
            try {
                return get(key).join();
            } catch (Exception unexpected) {
                throw new AssertionError(unexpected);
            }
        }
    }

    interface Middle<T> extends Top<List<T>, String, Broken> {
        void note(T item);

        <M> M own(M item);
    }

    /** Two levels of variables. */
    public interface Bottom extends Middle<Event> {}

    /** Code comes by a variable. */
    public interface Running extends Middle<Code> {}

    /** What javac writes for the same types by hand. */
    @SuppressWarnings("unused")
    public interface Written {
        Promise<List<Event>> get(String key) throws Broken;

        Flow.Publisher<Map<String, ? extends List<Event>>> all(List<Event>[] array, List<? super List<Event>> list);

        List<Event> plain(List<List<Event>>[] lists);

        void note(Event item);
    }

    private static ContractMethod method(Class<?> contract, String name) {
        return Contract.of(contract).methods().stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void variablesAreWhatTheInterfaceSaysOfThem() {
        for (String name : List.of("get", "all", "plain", "note")) {
            ContractMethod inherited = method(Bottom.class, name);
            ContractMethod written = method(Written.class, name);

            assertThat(inherited.signature()).isEqualTo(written.signature());
            assertThat(inherited.types().result()).isEqualTo(written.types().result());
            assertThat(inherited.types().parameters()).isEqualTo(written.types().parameters());
            assertThat(inherited.types().failures()).isEqualTo(written.types().failures());
            assertThat(written.types().result()).isEqualTo(inherited.types().result());
            assertThat(inherited.types().result())
                    .hasSameHashCodeAs(written.types().result());
            assertThat(inherited.types().parameters())
                    .hasSameHashCodeAs(written.types().parameters());
        }
        assertThat(method(Bottom.class, "get").kind()).isEqualTo(ContractMethod.Kind.ASK);
        assertThat(Contract.of(Bottom.class).methods()).hasSize(5);
    }

    @Test
    void variablesOfAMethodStay() {
        Type own = method(Bottom.class, "own").resultType();

        assertThat(own.getTypeName()).isEqualTo("M");
    }

    @Test
    void codeThatComesByAVariableLeavesTheIoLoop() {
        assertThat(Contract.of(Running.class).leavesIoLoop()).isTrue();
        assertThat(Contract.of(Bottom.class).leavesIoLoop()).isFalse();
    }
}
