package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A mailbox that is limited by the bytes of what waits. The dispatcher runs only when told to. */
class MailboxBytesTest {
    private static final int CALL_BYTES = 96;

    public interface Lines {
        void put(String line, int number);

        Promise<Integer> length(String line);
    }

    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<String> lines = new ArrayList<>();
    private Lines actor;

    private void spawn(SpawnOptions options) {
        actor = system.spawn(
                Lines.class,
                () -> new Lines() {
                    @Override
                    public void put(String line, int number) {
                        lines.add(line + number);
                    }

                    @Override
                    public Promise<Integer> length(String line) {
                        return Promise.of(line.length());
                    }
                },
                options);
    }

    private SpawnOptions options(long bytes, ToLongFunction<Object> argumentBytes) {
        return SpawnOptions.on(dispatcher).withMailboxBytes(bytes, argumentBytes);
    }

    private ActorCell<?> cell() {
        return ((LocalReference) (Object) actor).cell();
    }

    @AfterEach
    void close() {
        if (actor != null) {
            system.stop(actor);
            dispatcher.run();
        }
        system.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void takesAsManyBytesAsTheLimitSays(int missingBytes) {
        int one = CALL_BYTES + 24 + 2 * "line".length();
        spawn(SpawnOptions.on(dispatcher).withMailboxBytes(3 * one - missingBytes));
        actor.put("line", 0);
        actor.put("line", 1);
        if (missingBytes == 0) {
            actor.put("line", 2);
        }
        long waiting = cell().queuedMessages();
        assertThatThrownBy(() -> actor.put("line", 3))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("bytes=" + waiting * one + " and messageBytes=" + one + " > mailboxBytes="
                        + (3 * one - missingBytes));
        assertThatThrownBy(() -> actor.length("line").join()).hasCauseInstanceOf(MailboxFullException.class);
        assertThat(cell().queuedMessages()).isEqualTo(waiting);
        dispatcher.run();
        Promise<Integer> later = actor.length("line");
        dispatcher.run();
        assertThat(later).isCompletedWithValue(4);
    }

    @Test
    void argumentsTakeWhatTheFunctionSays() {
        List<Object> asked = new ArrayList<>();
        spawn(options(2 * (CALL_BYTES + 50), argument -> {
            asked.add(argument);
            return 50;
        }));
        actor.put("a", 0);
        actor.put("b", 1);
        assertThatThrownBy(() -> actor.put("c", 2)).isInstanceOf(MailboxFullException.class);
        assertThat(asked).startsWith("a", "b", "c").doesNotContain(0);
    }

    @Test
    void nullTakesNothingAndAFunctionThatIsWrongTakesNothingOrAll() {
        spawn(options(2 * CALL_BYTES, argument -> argument.equals("much") ? Long.MAX_VALUE : -1));
        actor.put(null, 0);
        actor.put("negative", 1);
        assertThatThrownBy(() -> actor.put("negative", 2)).isInstanceOf(MailboxFullException.class);
        dispatcher.run();
        assertThatThrownBy(() -> actor.put("much", 3)).isInstanceOf(MailboxFullException.class);
        actor.put("negative", 4);
        dispatcher.run();
        assertThat(lines).containsExactly("null0", "negative1", "negative4");
    }

    @Test
    void aFunctionThatThrowsFailsTheCallAndCountsNothing() {
        spawn(options(CALL_BYTES, argument -> {
            if (argument.equals("bad")) {
                throw new IllegalStateException("no such argument");
            }
            return 0;
        }));
        assertThatThrownBy(() -> actor.put("bad", 0)).hasMessage("no such argument");
        actor.put("good", 1);
        dispatcher.run();
        assertThat(lines).containsExactly("good1");
    }

    @Test
    void theOldestCallsMakeRoomForALargeOne() {
        spawn(options(4 * CALL_BYTES + 10, argument -> argument.equals("large") ? CALL_BYTES : 0)
                .withMailbox(100, MailboxPolicy.DROP_OLDEST));
        List<String> ran = new ArrayList<>();
        cell().enqueue(() -> ran.add("continuation"));
        for (int i = 0; i < 4; i++) {
            actor.put("line", i);
        }
        actor.put("large", 4);
        assertThat(cell().droppedMessages()).isEqualTo(2);
        dispatcher.run();
        assertThat(lines).containsExactly("line2", "line3", "large4");
        assertThat(ran).containsExactly("continuation");
    }

    @ParameterizedTest
    @EnumSource(MailboxPolicy.class)
    void aMessageThatIsLargerThanTheMailboxIsNotTaken(MailboxPolicy policy) {
        spawn(options(3 * CALL_BYTES, argument -> argument.equals("large") ? 2 * CALL_BYTES + 1 : 0)
                .withMailbox(100, policy));
        actor.put("line", 0);
        Promise<Integer> large = actor.length("large");
        assertThatThrownBy(large::join).hasCauseInstanceOf(MailboxFullException.class);
        dispatcher.run();
        assertThat(lines).containsExactly("line0");
    }

    @Test
    void refusedAndDroppedMessagesGiveTheirBytesBack() {
        spawn(options(2 * CALL_BYTES, argument -> 0).withMailbox(1, MailboxPolicy.DROP_OLDEST));
        for (int i = 0; i < 10_000; i++) {
            actor.put("line", i);
        }
        dispatcher.run();
        assertThat(lines).containsExactly("line9999");
        Lines dropping = actor;
        spawn(options(2 * CALL_BYTES, argument -> 0).withMailbox(1, MailboxPolicy.DROP_NEWEST));
        for (int i = 0; i < 10_000; i++) {
            actor.put("line", i);
        }
        dispatcher.run();
        actor.put("last", 1);
        dispatcher.run();
        assertThat(lines).containsExactly("line9999", "line0", "last1");
        system.stop(dropping);
    }

    @Test
    void continuationsTakeNothing() {
        spawn(options(CALL_BYTES, argument -> 0));
        List<Integer> ran = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            cell().enqueue(() -> ran.add(number));
        }
        actor.put("line", 0);
        dispatcher.run();
        assertThat(ran).hasSize(10);
        assertThat(lines).hasSize(1);
    }

    @Test
    void optionsRefuseWhatCannotBe() {
        assertThatThrownBy(() -> SpawnOptions.defaults().withMailboxBytes(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mailboxBytes=0");
        assertThat(SpawnOptions.defaults().withMailboxBytes(1).mailbox().bytes())
                .isEqualTo(1);
    }

    @Test
    void estimatesWhatArgumentsTake() {
        assertThat(MailboxOptions.estimatedBytes(null)).isZero();
        assertThat(MailboxOptions.estimatedBytes("abc")).isEqualTo(30);
        assertThat(MailboxOptions.estimatedBytes(new StringBuilder("abc"))).isEqualTo(30);
        assertThat(MailboxOptions.estimatedBytes(new byte[5])).isEqualTo(29);
        assertThat(MailboxOptions.estimatedBytes(new boolean[5])).isEqualTo(29);
        assertThat(MailboxOptions.estimatedBytes(new short[5])).isEqualTo(34);
        assertThat(MailboxOptions.estimatedBytes(new char[5])).isEqualTo(34);
        assertThat(MailboxOptions.estimatedBytes(new int[5])).isEqualTo(44);
        assertThat(MailboxOptions.estimatedBytes(new float[5])).isEqualTo(44);
        assertThat(MailboxOptions.estimatedBytes(new long[5])).isEqualTo(64);
        assertThat(MailboxOptions.estimatedBytes(new double[5])).isEqualTo(64);
        assertThat(MailboxOptions.estimatedBytes(List.of("abc"))).isEqualTo(32);
    }
}
