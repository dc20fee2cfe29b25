package io.tellask.bench.aeron;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.CoreToCore;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast do messages go to all who receive them? {@code multicast-N}: 70 bytes to N processes, each with a media driver of its own, at the pace of the
 * slowest. {@code encode}: a price from fields to fields, by different encodings over the same wire of Aeron, to one process.
 *
 * <p>Command: {@code tellask bench multicast}. A rate counts to the last receiver's last message; CPU time is that of all processes. Not shown:
 * networks, and what they lose.
 */
public final class MulticastSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String HOST = "239.255.7.1";
    private static final String RECEIVERS = "multicast-";
    private static final List<String> EFFORT = List.of("warmUpMillis", "measuredMillis", "messages");

    @Override
    public Map<String, Object> effort(Comparison comparison, Options options) {
        Map<String, Object> effort = new LinkedHashMap<>();
        effort.put("rounds", options.rounds(comparison.rounds()));
        EFFORT.forEach(name -> effort.put(name, (int) comparison.number(name, options)));
        return effort;
    }

    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        return List.of(new Block(comparison.groups(), 0, "", 1, options.rounds(comparison.rounds()), true));
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        Contender contender = turn.contender();
        String label = turn.labels().getFirst();
        harness.report().flags(contender.name(), contender.flags());
        int receivers = label.startsWith(RECEIVERS) ? Integer.parseInt(label.substring(RECEIVERS.length())) : 1;
        double coreToCore = CoreToCore.measureNanos();
        int port = freePort();
        List<ChildProcess> all = new ArrayList<>();
        try {
            for (int i = 0; i < receivers; i++) {
                all.add(start(contender, "subscribe", port, receivers));
            }
            for (ChildProcess each : all) {
                each.await("ready", PATIENCE);
            }
            ChildProcess publisher = start(contender, "publish", port, receivers);
            all.addFirst(publisher);
            publisher.await("ready", PATIENCE);
            long before = publish(all, harness.number("warmUpMillis"), harness);
            Usage usedBefore = used(all);
            long start = System.nanoTime();
            long count = publish(all, harness.number("measuredMillis"), harness) - before;
            double seconds = (System.nanoTime() - start) / 1e9;
            double cpuNanos = used(all).since(usedBefore).cpuNanos();
            Run run = Run.of(label, "", "messages/s", count / seconds)
                    .with(Run.CPU, cpuNanos / count)
                    .with(Run.CORE_TO_CORE, coreToCore);
            return harness.record(turn, List.of(run));
        } finally {
            all.forEach(ChildProcess::close);
            all.forEach(each -> BareAeron.deleteFolder(each.handle().pid()));
        }
    }

    private static ChildProcess start(Contender contender, String half, int port, int receivers) throws IOException {
        List<String> mains = contender.mains();
        String form = mains.size() > 1 ? mains.getLast() : PlainForm.class.getName();
        return contender.startBesideOwn(
                MulticastProcess.class.getName(),
                half,
                mains.getFirst(),
                form,
                contender.name(),
                HOST,
                "" + port,
                "" + receivers);
    }

    /** Publishes for a time, and waits until all has come: the number of all messages so far. */
    private static long publish(List<ChildProcess> all, long millis, Harness harness) throws InterruptedException {
        String sent = all.getFirst().ask("run " + millis + " " + harness.number("messages"), "sent", PATIENCE);
        for (ChildProcess receiver : all.subList(1, all.size())) {
            receiver.ask("await " + sent, "received", PATIENCE);
        }
        return Long.parseLong(sent);
    }

    private static Usage used(List<ChildProcess> all) {
        return all.stream().map(each -> Usage.of(each.handle())).reduce(Usage.NONE, Usage::plus);
    }

    private static int freePort() throws SocketException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        }
    }
}
