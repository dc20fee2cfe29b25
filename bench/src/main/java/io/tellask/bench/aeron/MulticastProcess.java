package io.tellask.bench.aeron;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Phase;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One process of a contender of the multicast suite. Arguments: {@code subscribe} or {@code publish}, the class of the {@link Broadcast}, that of the
 * messages' form, the contender, the group's address and port, and for who publishes how many processes receive.
 *
 * <p>Commands: to who publishes {@code run MILLIS MESSAGES}, answered by the number of all messages so far; to the others {@code await COUNT}, answered
 * when so many have come.
 */
public final class MulticastProcess {
    private MulticastProcess() {}

    public static void main(String[] args) {
        Commands.run(args, MulticastProcess::open);
    }

    private static Commands.Opened open(String[] words) throws Exception {
        Broadcast way = (Broadcast) Class.forName(words[1]).getConstructor().newInstance();
        UpdateForm form = UpdateForm.of(words[2], words[3]);
        int port = Integer.parseInt(words[5]);
        if (words[0].equals("publish")) {
            Sending sending = new Sending(form, way.publish(words[4], port, Integer.parseInt(words[6])));
            return new Commands.Opened("ready", sending::run);
        }
        Receiving receiving = new Receiving(form);
        way.subscribe(words[4], port, receiving);
        return new Commands.Opened("ready", receiving::await);
    }

    private static final class Sending {
        private final UpdateForm form;
        private final Broadcast.Publisher publisher;
        private long sent;

        Sending(UpdateForm form, Broadcast.Publisher publisher) {
            this.form = form;
            this.publisher = publisher;
        }

        String run(String[] command) throws Exception {
            Phase phase = Phase.start(Long.parseLong(command[1]), Long.parseLong(command[2]));
            for (long i = 0; phase.open(i); i++) {
                int length = form.encode(sent);
                publisher.publish(form.bytes(), length);
                sent++;
            }
            return "sent " + sent;
        }
    }

    /** Thread-safety: messages on one thread, which others read the count of. */
    private static final class Receiving implements Broadcast.Messages {
        private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
        private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

        private final UpdateForm form;
        private volatile long received;
        private volatile @Nullable Throwable failure;

        Receiving(UpdateForm form) {
            this.form = form;
        }

        @Override
        public void message(byte[] bytes, int length) {
            if (failure != null) {
                return;
            }
            try {
                form.decode(bytes, length, received);
                received = received + 1;
            } catch (Exception wrong) {
                failure = wrong;
            }
        }

        String await(String[] command) {
            long expected = Long.parseLong(command[1]);
            long start = System.nanoTime();
            while (received < expected) {
                if (failure != null) {
                    throw new IllegalStateException("message failed", failure);
                }
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    throw new IllegalStateException("messages missing: received=" + received + ", sent=" + expected);
                }
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
            return "received " + received;
        }
    }
}
