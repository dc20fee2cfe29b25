package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cluster.CommandQueue.Command;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandQueueTest {
    private final CommandQueue queue = new CommandQueue();

    private Command add(int bytes) {
        Command command = new Command(new byte[bytes], 0);
        queue.add(command);
        return command;
    }

    private List<Long> send(int most) {
        return queue.send(most).stream().map(each -> each.number).toList();
    }

    @Test
    void sendsInOrderAndOnceMoreWhatWasTakenBack() {
        for (int i = 0; i < 5; i++) {
            add(1);
        }
        assertThat(send(2)).containsExactly(1L, 2L);
        assertThat(send(2)).containsExactly(3L, 4L);
        assertThat(queue.sent()).isEqualTo(4);
        queue.takeBack();
        assertThat(send(9)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(send(9)).isEmpty();
        assertThat(queue.size()).isEqualTo(5);
    }

    @Test
    void boundsTheBytesOfOneCall() {
        add(CommandQueue.MOST_BYTES_TOGETHER - 1);
        add(1);
        add(1);
        add(CommandQueue.MOST_BYTES_TOGETHER + 1);
        add(1);
        assertThat(send(9)).containsExactly(1L, 2L);
        assertThat(send(9)).containsExactly(3L);
        assertThat(send(9)).containsExactly(4L);
        assertThat(send(9)).containsExactly(5L);
    }

    @Test
    void keepsWhatIsAnsweredBehindOneThatIsNot() {
        Command first = add(1);
        Command second = add(1);
        add(1);
        queue.send(2);
        second.answer.complete(new byte[0]);
        assertThat(queue.removeAnswered()).isFalse();
        assertThat(queue.size()).isEqualTo(3);
        first.answer.complete(new byte[0]);
        assertThat(queue.removeAnswered()).isFalse();
        assertThat(queue.size()).isEqualTo(1);
        assertThat(queue.first().number).isEqualTo(3);
    }

    @Test
    void sendsNothingBehindOneThatBreaksItsSession() {
        add(1);
        Command broken = add(1);
        Command last = add(1);
        queue.send(9);
        queue.takeBack();
        broken.breaksSession = true;
        broken.answer.completeExceptionally(new IllegalStateException("too long"));
        assertThat(send(9)).containsExactly(1L);
        assertThat(send(9)).isEmpty();
        queue.first().answer.complete(new byte[0]);
        assertThat(queue.removeAnswered()).isTrue();
        assertThat(last.wasSent).isFalse();
        queue.renumber();
        assertThat(send(9)).containsExactly(1L);
        assertThat(queue.first()).isSameAs(last);
    }
}
