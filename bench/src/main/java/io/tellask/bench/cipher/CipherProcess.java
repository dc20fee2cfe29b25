package io.tellask.bench.cipher;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Run;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/**
 * The process of one contender and one case: calls it again and again on one thread, and says what a call cost in CPU time of that thread. Arguments:
 * the class of the {@link CipherSubject}, the case, milliseconds of warm-up, windows, and milliseconds of each.
 */
public final class CipherProcess {
    /** The name of the number that agrees between contenders. */
    static final String CHECKSUM = "checksum";

    private static final int TOKEN_BYTES = 16;
    private static final int RESERVE_BYTES = 512;
    private static final int CHECKED_CALLS = 20;
    private static final int CALLS_OF_A_LOOK = 16;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CipherProcess() {}

    /** Answers with its runs. */
    public static void main(String[] args) {
        Commands.run(args, words -> new Commands.Opened("runs " + Run.toLine(List.of(measure(words))), none -> ""));
    }

    private static Run measure(String[] words) throws Exception {
        CipherSubject subject =
                (CipherSubject) Class.forName(words[0]).getConstructor().newInstance();
        String label = words[1];
        String what = label.replaceFirst("-\\d+k?$", "");
        byte[] source = new byte[bytes(label)];
        for (int at = 1; at < source.length; at++) {
            source[at] = (byte) (at * 7);
        }
        byte[] target = new byte[source.length + RESERVE_BYTES];
        long checksum = checksum(subject.open(what), source, target);
        CipherSubject.Call call = subject.open(what);
        nanosPerCall(call, source, target, Long.parseLong(words[2]));
        List<Double> nanos = new ArrayList<>();
        for (int window = Integer.parseInt(words[3]); window > 0; window--) {
            nanos.add(nanosPerCall(call, source, target, Long.parseLong(words[4])));
        }
        Collections.sort(nanos);
        double median = nanos.get(nanos.size() / 2);
        Run run = label.startsWith("token-")
                ? Run.of(label, "", "CPU ns/op", median)
                : Run.of(label, "", "MB/s", source.length * 1e3 / median).with(CHECKSUM, checksum);
        return run.with(Run.CPU, median);
    }

    /** A label ends in bytes or, with a k, in kibibytes; tokens are short. */
    private static int bytes(String label) {
        if (label.startsWith("token-")) {
            return TOKEN_BYTES;
        }
        String size = label.substring(label.lastIndexOf('-') + 1);
        return size.endsWith("k")
                ? 1_024 * Integer.parseInt(size.substring(0, size.length() - 1))
                : Integer.parseInt(size);
    }

    private static long checksum(CipherSubject.Call call, byte[] source, byte[] target) throws Exception {
        CRC32C sum = new CRC32C();
        for (int i = 0; i < CHECKED_CALLS; i++) {
            call.run(source, target);
            sum.update(target);
        }
        return sum.getValue();
    }

    private static double nanosPerCall(CipherSubject.Call call, byte[] source, byte[] target, long millis)
            throws Exception {
        int calls = CALLS_OF_A_LOOK * Math.max(1, source.length <= TOKEN_BYTES ? 64 : 16_384 / source.length);
        long wanted = TimeUnit.MILLISECONDS.toNanos(millis);
        long start = THREADS.getCurrentThreadCpuTime();
        long used = 0;
        long done = 0;
        while (used < wanted) {
            for (int i = 0; i < calls; i++) {
                call.run(source, target);
            }
            done += calls;
            used = THREADS.getCurrentThreadCpuTime() - start;
        }
        return (double) used / done;
    }
}
