package io.tellask.system;

import com.sun.management.OperatingSystemMXBean;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.Limits;
import io.tellask.remote.Server;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A process of {@link IdleTlsSessionsIT}: a server behind TLS that prints its address, and for each line that it reads one about itself.
 * Ends with its input.
 */
final class IdleTlsServer {
    static final int IO_LOOPS = 4;
    static final String COLLECT = "collect";
    static final String STATUS = "status";

    private static final int SETTLING_READS = 20;
    private static final int SETTLING_MILLIS = 500;

    private IdleTlsServer() {}

    /** What is published. */
    public interface Doubler {
        Promise<Long> twice(long number);
    }

    /**
     * The server at one moment.
     *
     * @param heapBytes of the heap that are in use; after a full collection where {@link #COLLECT} asked
     * @param committedBytes of the heap that the JVM has from the system
     * @param directBytes of direct buffers of the JDK and of Netty
     * @param residentBytes of the process that are in memory
     * @param cpuNanos that the process has used
     * @param connections that are open
     * @param opened sessions since the start
     * @param lost sessions that were ended by no wish of a side
     * @param refused connections
     * @param closedForMemory connections that were closed because peers held too much
     */
    record Status(
            long heapBytes,
            long committedBytes,
            long directBytes,
            long residentBytes,
            long cpuNanos,
            long connections,
            long opened,
            long lost,
            long refused,
            long closedForMemory) {
        private static Status of(Server server) {
            MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
            Server.Statistics statistics = server.statistics();
            return new Status(
                    heap.getUsed(),
                    heap.getCommitted(),
                    direct(),
                    resident(),
                    usedCpuNanos(),
                    statistics.connections(),
                    statistics.sessionsOpened(),
                    statistics.sessionsLost(),
                    statistics.refusedConnections(),
                    statistics.memory().closedConnections());
        }

        private String line() {
            return LongStream.of(
                            heapBytes,
                            committedBytes,
                            directBytes,
                            residentBytes,
                            cpuNanos,
                            connections,
                            opened,
                            lost,
                            refused,
                            closedForMemory)
                    .mapToObj(Long::toString)
                    .collect(Collectors.joining(" "));
        }

        static Status parse(String line) {
            long[] each = Stream.of(line.split(" ")).mapToLong(Long::parseLong).toArray();
            return new Status(each[0], each[1], each[2], each[3], each[4], each[5], each[6], each[7], each[8], each[9]);
        }
    }

    /** The CPU time of this process. */
    static long usedCpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** Direct buffers of the JDK, and the memory of Netty's allocator, which the JDK does not always know of. */
    private static long direct() {
        long known = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return known
                + ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                        .metric()
                        .usedDirectMemory();
    }

    private static long resident() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The collector gives memory back to the system by a thread of its own, some time after the collection. */
    private static void awaitResidentSettled() throws InterruptedException {
        long before = Long.MAX_VALUE;
        long now = resident();
        for (int i = 0; i < SETTLING_READS && now < before; i++) {
            TimeUnit.MILLISECONDS.sleep(SETTLING_MILLIS);
            before = now;
            now = resident();
        }
    }

    /** Arguments: key store, its password, and how many connections are let in. */
    public static void main(String[] arguments) throws Exception {
        char[] password = arguments[1].toCharArray();
        KeyStore keys = KeyStore.getInstance(Path.of(arguments[0]).toFile(), password);
        try (ActorSystem system = ActorSystem.builder().ioLoops(IO_LOOPS).build()) {
            Doubler doubler =
                    system.spawn(Doubler.class, () -> number -> Promise.of(2 * number), SpawnOptions.ioLoop());
            Server server = Server.builder(system)
                    .transport(
                            TlsTransport.builder().certificate(keys, password).build())
                    .limits(Limits.builder()
                            .connections(Integer.parseInt(arguments[2]))
                            .build())
                    .publish("doubler", Doubler.class, doubler)
                    .listen("tls://127.0.0.1:0")
                    .start();
            System.out.println(server.address());
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                if (command.equals(COLLECT)) {
                    System.gc();
                    System.gc(); // what references and cleaners let go with the first
                    awaitResidentSettled();
                }
                System.out.println(Status.of(server).line());
            }
        }
    }
}
