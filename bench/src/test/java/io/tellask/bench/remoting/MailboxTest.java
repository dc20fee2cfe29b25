package io.tellask.bench.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MailboxTest {
    @Test
    void showsOnlyWhatIsPublished() {
        Mailbox<String> mailbox = new Mailbox<>(new String[4]);
        List<String> taken = new ArrayList<>();
        mailbox.put("first");
        assertThat(mailbox.hasMoreThan(0)).isFalse();

        mailbox.publish();
        mailbox.put("second");

        assertThat(mailbox.hasMoreThan(0)).isTrue();
        assertThat(mailbox.takeAll(0, taken::add)).isEqualTo(1);
        assertThat(taken).containsExactly("first");
    }

    @Test
    void handsOverInOrderThroughFewPlaces() {
        int messages = 100_000;
        Mailbox<Integer> mailbox = new Mailbox<>(new Integer[8]);
        CompletableFuture<List<Integer>> receiver = CompletableFuture.supplyAsync(() -> {
            List<Integer> taken = new ArrayList<>();
            for (long count = 0; count < messages; ) {
                count = mailbox.takeAll(count, taken::add);
            }
            return taken;
        });

        for (int i = 0; i < messages; i++) {
            mailbox.put(i);
            if (i % 5 == 0) {
                mailbox.publish();
            }
        }
        mailbox.publish();

        assertThat(receiver.join()).hasSize(messages).isSorted();
    }
}
