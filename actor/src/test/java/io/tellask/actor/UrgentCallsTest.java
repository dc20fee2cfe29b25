package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.WaitingMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that go ahead of others. The dispatcher runs only when told to. */
class UrgentCallsTest {
    private static final int IN_A_ROW = 16;

    public interface Worker {
        void work(int item);

        @Urgent
        void pause(int number);

        @Urgent
        Promise<Integer> done();
    }

    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<String> handled = new ArrayList<>();
    private Worker worker;

    private void spawn(SpawnOptions options) {
        worker = system.spawn(
                Worker.class,
                () -> new Worker() {
                    @Override
                    public void work(int item) {
                        handled.add("work" + item);
                    }

                    @Override
                    public void pause(int number) {
                        handled.add("pause" + number);
                    }

                    @Override
                    public Promise<Integer> done() {
                        return Promise.of(handled.size());
                    }
                },
                options);
    }

    private ActorCell<?> cell() {
        return ((LocalReference) (Object) worker).cell();
    }

    @AfterEach
    void close() {
        system.stop(worker);
        dispatcher.run();
        system.close();
    }

    @Test
    void goAheadOfTheOthersInTheirOwnOrder() {
        spawn(SpawnOptions.on(dispatcher));
        worker.work(0);
        worker.pause(0);
        worker.work(1);
        worker.pause(1);
        Promise<Integer> done = worker.done();
        assertThat(cell().queuedMessages()).isEqualTo(5);
        assertThat(cell().waitingMessages(4))
                .extracting(WaitingMessage::method)
                .containsExactly("Worker.pause", "Worker.pause", "Worker.done", "Worker.work");
        dispatcher.run();
        assertThat(handled).containsExactly("pause0", "pause1", "work0", "work1");
        assertThat(done).isCompletedWithValue(2);
        assertThat(cell().statistics().handled()).isEqualTo(5);
    }

    @Test
    void letOneOfTheOthersThroughAfterSixteen() {
        spawn(SpawnOptions.on(dispatcher));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 3 * IN_A_ROW; i++) {
            worker.pause(i);
            expected.add("pause" + i);
            if ((i + 1) % IN_A_ROW == 0) {
                expected.add("work" + i / IN_A_ROW);
            }
        }
        IntStream.range(0, 4).forEach(worker::work);
        expected.add("work3");
        dispatcher.run();
        assertThat(handled).containsExactlyElementsOf(expected);
    }

    @Test
    void moreThanSixteenAreHandledWhereNothingElseWaits() {
        spawn(SpawnOptions.on(dispatcher));
        IntStream.range(0, 100).forEach(worker::pause);
        dispatcher.run();
        assertThat(handled).hasSize(100);
        assertThat(cell().queuedMessages()).isZero();
    }

    @Test
    void haveRoomOfTheirOwn() {
        spawn(SpawnOptions.on(dispatcher).withMailbox(1, MailboxPolicy.DROP_OLDEST));
        worker.work(0);
        IntStream.range(0, MailboxOptions.URGENT_MESSAGES).forEach(worker::pause);
        assertThatThrownBy(() -> worker.pause(-1))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("mailboxMessages=" + MailboxOptions.URGENT_MESSAGES);
        assertThatThrownBy(() -> worker.done().join()).hasCauseInstanceOf(MailboxFullException.class);
        worker.work(1);
        assertThat(cell().droppedMessages()).isEqualTo(1);
        while (dispatcher.run()) {
            assertThat(cell().droppedMessages()).isEqualTo(1);
        }
        assertThat(handled)
                .hasSize(MailboxOptions.URGENT_MESSAGES + 1)
                .contains("work1")
                .doesNotContain("pause-1");
    }

    @Test
    void areExecutedBeforeAStopThatWasSentBeforeThem() {
        spawn(SpawnOptions.on(dispatcher));
        worker.work(0);
        system.stop(worker);
        worker.pause(0);
        worker.work(1);
        dispatcher.run();
        worker.pause(1);
        assertThat(handled).containsExactly("pause0", "work0");
        assertThatThrownBy(() -> worker.done().join()).hasCauseInstanceOf(ActorStoppedException.class);
    }
}
