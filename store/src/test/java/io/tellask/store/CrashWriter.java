package io.tellask.store;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A process that puts as fast as it can until it is killed, and says over its standard output what it has put, after each put: the parent,
 * not the store, knows what was acknowledged.
 *
 * <p>Puts, replacements and removals are drawn from a seed, so the parent knows what each number stands for.
 */
public final class CrashWriter {
    static final int KEYS = 5000;

    private CrashWriter() {}

    /** What step {@code n} of a seed does: a key, and its new value or null for its removal. */
    record Step(int key, byte[] value) {
        static Step of(long seed, int n) {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + n);
            int key = random.nextInt(KEYS);
            if (random.nextInt(10) == 0) {
                return new Step(key, null);
            }
            byte[] value = new byte[20 + random.nextInt(random.nextInt(50) == 0 ? 9000 : 80)];
            random.nextBytes(value);
            return new Step(key, value);
        }
    }

    /** Arguments: directory and seed. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        StoreLimits limits =
                StoreLimits.defaults().withFirstSegmentBytes(64 << 10).withSegmentBytes(4 << 20);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        DurableMap<Integer, byte[]> map = DurableMap.builder(directory, Integer.class, byte[].class)
                .limits(limits)
                .open();
        out.write(word(0));
        for (int n = 0; ; n++) {
            Step step = Step.of(seed, n);
            if (step.value == null) {
                map.remove(step.key);
            } else {
                map.put(step.key, step.value);
            }
            out.write(word(n + 1));
        }
    }

    private static byte[] word(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    /** Starts a writer and waits until it has opened the store. */
    public static Child start(Path directory, long seed) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashWriter.class.getName(),
                        directory.toString(),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new Child(process);
    }

    /** The writer as its parent sees it. */
    public static final class Child implements AutoCloseable {
        private final Process process;
        private final DataInputStream in;
        private int acknowledged;

        Child(Process process) throws IOException {
            this.process = process;
            in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
            in.readInt();
        }

        public long pid() {
            return process.pid();
        }

        /** Reads acknowledgements until step {@code count} is done. */
        public void awaitAcknowledged(int count) throws IOException {
            while (acknowledged < count) {
                acknowledged = in.readInt();
            }
        }

        /** Kills with signal 9; returns how many steps were acknowledged in all. */
        public int kill() throws IOException, InterruptedException {
            process.toHandle().destroyForcibly();
            process.waitFor();
            try {
                while (true) {
                    acknowledged = in.readInt();
                }
            } catch (EOFException e) {
                return acknowledged;
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
