package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a full mailbox does with one message more. The dispatcher runs only when told to, so the mailbox is as full as the test says. */
class MailboxPolicyTest {
    private static final int LIMIT = 3;

    public interface Sink {
        void put(int item);

        Promise<Integer> ask(int item);
    }

    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<Integer> items = new ArrayList<>();
    private Sink sink;

    private void spawn(MailboxPolicy policy) {
        sink = system.spawn(
                Sink.class,
                () -> new Sink() {
                    @Override
                    public void put(int item) {
                        items.add(item);
                    }

                    @Override
                    public Promise<Integer> ask(int item) {
                        items.add(item);
                        return Promise.of(item);
                    }
                },
                SpawnOptions.on(dispatcher).withMailbox(LIMIT, policy));
    }

    private ActorCell<?> cell() {
        return ((LocalReference) (Object) sink).cell();
    }

    private void fill() {
        for (int i = 0; i < LIMIT; i++) {
            sink.put(i);
        }
        assertThat(cell().queuedMessages()).isEqualTo(LIMIT);
    }

    @AfterEach
    void close() {
        system.stop(sink);
        dispatcher.run();
        system.close();
    }

    @Test
    void refuseThrowsToTheTellerAndFailsTheAsker() {
        spawn(MailboxPolicy.REFUSE);
        fill();
        assertThatThrownBy(() -> sink.put(3))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("mailboxMessages=3");
        assertThatThrownBy(() -> sink.ask(4).join()).hasCauseInstanceOf(MailboxFullException.class);
        dispatcher.run();
        assertThat(items).containsExactly(0, 1, 2);
        sink.put(5);
        dispatcher.run();
        assertThat(items).containsExactly(0, 1, 2, 5);
        assertThat(cell().droppedMessages()).isZero();
        assertThat(system.droppedMessages()).isZero();
    }

    @Test
    void dropNewestLosesTheNewMessage() {
        spawn(MailboxPolicy.DROP_NEWEST);
        fill();
        sink.put(3);
        Promise<Integer> dropped = sink.ask(4);
        dispatcher.run();
        assertThat(items).containsExactly(0, 1, 2);
        assertThatThrownBy(dropped::join).hasCauseInstanceOf(MailboxFullException.class);
        assertThat(cell().droppedMessages()).isEqualTo(2);
        assertThat(system.droppedMessages()).isEqualTo(2);
    }

    @Test
    void dropOldestLosesTheOldestCall() {
        spawn(MailboxPolicy.DROP_OLDEST);
        Promise<Integer> dropped = sink.ask(-1);
        sink.put(0);
        sink.put(1);
        Promise<Integer> kept = sink.ask(2);
        sink.put(3);
        assertThatThrownBy(dropped::join).hasCauseInstanceOf(MailboxFullException.class);
        dispatcher.run();
        assertThat(items).containsExactly(1, 2, 3);
        assertThat(kept).isCompletedWithValue(2);
        assertThat(cell().droppedMessages()).isEqualTo(2);
        assertThat(system.droppedMessages()).isEqualTo(2);
    }

    @Test
    void systemCountsTheDroppedMessagesOfAllActors() {
        spawn(MailboxPolicy.DROP_NEWEST);
        fill();
        sink.put(3);
        Sink first = sink;
        spawn(MailboxPolicy.DROP_OLDEST);
        fill();
        sink.put(3);
        assertThat(cell().droppedMessages()).isEqualTo(1);
        assertThat(system.droppedMessages()).isEqualTo(2);
        system.stop(first);
    }

    @Test
    void dropOldestKeepsContinuationsAndTheStop() {
        spawn(MailboxPolicy.DROP_OLDEST);
        List<String> ran = new ArrayList<>();
        cell().enqueue(() -> ran.add("continuation"));
        fillOver();
        system.stop(sink);
        sink.put(9);
        dispatcher.run();
        assertThat(ran).containsExactly("continuation");
        assertThat(cell().isStopped()).isTrue();
        assertThat(items).isSubsetOf(0, 1, 2, 3).isSorted();
    }

    private void fillOver() {
        for (int i = 0; i <= LIMIT; i++) {
            sink.put(i);
        }
    }

    @ParameterizedTest
    @EnumSource(MailboxPolicy.class)
    void continuationsAndTheStopFindRoomInAFullMailbox(MailboxPolicy policy) {
        spawn(policy);
        fill();
        List<String> ran = new ArrayList<>();
        cell().enqueue(() -> ran.add("continuation"));
        system.stop(sink);
        dispatcher.run();
        assertThat(ran).containsExactly("continuation");
        assertThat(items).containsExactly(0, 1, 2);
        assertThat(cell().isStopped()).isTrue();
    }
}
