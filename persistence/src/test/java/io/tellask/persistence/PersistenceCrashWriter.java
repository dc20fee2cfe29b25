package io.tellask.persistence;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.store.Durability;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A process that persists until it is killed: {@code from} adds to itself and, by an effect, to {@code to}, which takes each number once. It
 * writes the sum of {@code from} to its standard output after each promise that settled.
 */
public final class PersistenceCrashWriter {
    static final PersistenceLimits LIMITS =
            PersistenceLimits.defaults().withEventsPerSnapshot(17).withUnconfirmedEffects(200);

    private static final int IN_FLIGHT = 32;

    private PersistenceCrashWriter() {}

    static Persistence open(Path folder, Durability durability) {
        return Persistence.builder(folder, Account.State.class, Account.Event.class)
                .limits(LIMITS)
                .durability(durability)
                .open();
    }

    static Account from(ActorSystem system, Persistence persistence, Account to) {
        return AccountActor.spawn(
                system,
                persistence,
                "from",
                (number, event) ->
                        event instanceof Account.Added(long amount) ? to.addOnce("from", number, amount) : null);
    }

    /** Arguments: folder and durability. */
    public static void main(String[] arguments) throws IOException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        Persistence persistence = open(Path.of(arguments[0]), Durability.valueOf(arguments[1]));
        ActorSystem system = ActorSystem.create();
        Account from = from(system, persistence, AccountActor.spawn(system, persistence, "to"));
        out.write(word(from.sum().join()));
        Promise<?>[] inFlight = new Promise<?>[IN_FLIGHT];
        for (int n = 0; ; n++) {
            Promise<?> earlier = inFlight[n % IN_FLIGHT];
            if (earlier != null
                    && earlier.handle((sum, failure) -> failure == null ? sum : null)
                                    .join()
                            instanceof Long sum) {
                out.write(word(sum));
            }
            inFlight[n % IN_FLIGHT] = from.add(1);
        }
    }

    private static byte[] word(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    static Child start(Path folder, Durability durability) throws IOException {
        return new Child(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PersistenceCrashWriter.class.getName(),
                        folder.toString(),
                        durability.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** The writer as its parent sees it. */
    static final class Child implements AutoCloseable {
        private final Process process;
        private final DataInputStream in;
        private long acknowledged;

        Child(Process process) {
            this.process = process;
            in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
        }

        long acknowledged() {
            return acknowledged;
        }

        /** Reads so many acknowledged sums. */
        void awaitMore(int count) throws IOException {
            for (int i = 0; i < count; i++) {
                acknowledged = in.readLong();
            }
        }

        /** Kills with signal 9 and reads what was acknowledged before. */
        void kill() throws IOException, InterruptedException {
            process.toHandle().destroyForcibly();
            process.waitFor();
            try {
                while (true) {
                    acknowledged = in.readLong();
                }
            } catch (EOFException _) {
                // all is read
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
