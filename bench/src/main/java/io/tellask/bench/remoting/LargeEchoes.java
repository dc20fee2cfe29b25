package io.tellask.bench.remoting;

import io.tellask.bench.spi.Caller.Tally;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import java.util.concurrent.TimeUnit;

/** Messages of one MiB, there and back, one after the other. */
final class LargeEchoes {
    private static final int BYTES = 1 << 20;
    private static final int LAST = BYTES - 1;

    private LargeEchoes() {}

    /** Echoes while the phase is open. */
    static Tally run(Adding adder, Phase phase) throws Exception {
        byte[] bytes = new byte[BYTES];
        long end = 0;
        while (phase.open(end << 10)) {
            echo(adder, bytes, (byte) end);
            end++;
        }
        return new Tally(end, Pairs.total(end));
    }

    /** Echoes until the process ends, beside what is measured. */
    static void beside(Adding adder) {
        Thread.ofPlatform().daemon().name("large-echoes").start(() -> {
            byte[] bytes = new byte[BYTES];
            try {
                for (byte mark = 0; ; mark++) {
                    echo(adder, bytes, mark);
                }
            } catch (Exception | Error e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        });
    }

    private static void echo(Adding adder, byte[] bytes, byte mark) throws Exception {
        bytes[0] = mark;
        bytes[LAST] = mark;
        byte[] back = adder.echo(bytes).get(30, TimeUnit.SECONDS);
        if (back.length != BYTES || back[0] != mark || back[LAST] != mark) {
            throw new IllegalStateException("wrong echo: bytes=" + back.length + ", first=" + back[0]);
        }
    }
}
