package io.tellask.bench.aeron;

import com.sun.management.ThreadMXBean;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Run;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * One of the two processes of a contender. Arguments: {@code serve} or {@code call}, the class of the {@link PingPong}, the medium, {@code spinning} or
 * {@code resting}, and the address for who calls.
 *
 * <p>Commands: {@code allocated}, answered by the bytes that all threads have allocated so far; to who calls {@code run LABEL RATE MILLIS PINGS},
 * where rate 0 means one at a time.
 */
public final class PingProcess {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private PingProcess() {}

    public static void main(String[] args) {
        Commands.run(args, PingProcess::open);
    }

    private static Commands.Opened open(String[] words) throws Exception {
        PingPong way = (PingPong) Class.forName(words[1]).getConstructor().newInstance();
        String medium = words[2];
        boolean spins = words[3].equals("spinning");
        if (words[0].equals("serve")) {
            return new Commands.Opened("at " + way.serve(medium, spins), PingProcess::allocated);
        }
        PingCaller caller = new PingCaller(spins);
        caller.open(way.connect(medium, words[4], spins, caller));
        return new Commands.Opened(
                "ready", command -> command[0].equals("run") ? run(caller, command) : allocated(command));
    }

    private static String allocated(String[] command) {
        return "allocated " + THREADS.getTotalThreadAllocatedBytes();
    }

    private static String run(PingCaller caller, String[] command) throws Exception {
        long rate = Long.parseLong(command[2]);
        long millis = Long.parseLong(command[3]);
        long pings = Long.parseLong(command[4]);
        Run run = rate == 0
                ? caller.roundTrips(command[1], millis, pings)
                : caller.paced(command[1], rate, millis, pings);
        return "run " + Run.toLine(List.of(run));
    }
}
