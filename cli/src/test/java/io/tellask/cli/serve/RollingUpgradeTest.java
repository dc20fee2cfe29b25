package io.tellask.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.cli.CommandRun;
import io.tellask.cli.server.Connection;
import io.tellask.cluster.FreePorts;
import io.tellask.kv.KeyValueMap;
import io.tellask.test.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A group whose members are replaced by those of another version, one after the other, while clients write: what was acknowledged is there afterwards.
 *
 * <p>{@code -Dtellask.older=COMMAND} names the {@code tellask} command of the older version, the launcher of its checkout or its distribution; without
 * it both versions are this one.
 */
@Tag("slow")
@Timeout(600)
class RollingUpgradeTest {
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final int WRITERS = 4;

    @TempDir
    private Path folder;

    private final List<Integer> ports = FreePorts.take(2 * NAMES.size());
    private final Map<String, Process> running = new TreeMap<>();
    private final ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failed = new AtomicInteger();
    private volatile boolean isOver;

    private static List<String> newer() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.tellask.cli.Main");
    }

    private static List<String> older() {
        String command = System.getProperty("tellask.older");
        return command == null ? newer() : List.of(command);
    }

    private String address(String name) {
        return "tellask://127.0.0.1:" + ports.get(2 * NAMES.indexOf(name) + 1);
    }

    private void start(List<String> program, String name) {
        List<String> members = NAMES.stream()
                .map(each -> each + "=127.0.0.1:" + ports.get(2 * NAMES.indexOf(each)) + "=" + address(each))
                .toList();
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(
                "serve", "--stop-with-input", "--dir", folder.resolve(name).toString()));
        command.addAll(List.of("--cluster", String.join(",", members), "--member", name));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            synchronized (running) {
                running.put(name, process);
            }
            BufferedReader output = process.inputReader();
            String line = output.readLine();
            while (line != null && !line.startsWith("listening on")) {
                line = output.readLine();
            }
            assertThat(line).as("member " + name + " of " + program).isNotNull();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Puts keys of its own until all is over; where a member does not answer it goes to the next one. */
    private void write(int writer) {
        int key = 0;
        int member = writer;
        while (!isOver) {
            String address = address(NAMES.get(member++ % NAMES.size()));
            try (Connection connection = Connection.open(URI.create(address))) {
                KeyValueMap map = connection.map("map");
                while (!isOver) {
                    String name = writer + "-" + key++;
                    Connection.answer(map.put(name.getBytes(UTF_8), name.getBytes(UTF_8)));
                    acknowledged.add(name);
                }
            } catch (Exception unknown) { // the put may have happened or not, and its key is not used again
                failed.incrementAndGet();
            }
        }
    }

    private void awaitMore(String what) {
        int before = acknowledged.size();
        Await.until("writes " + what, () -> acknowledged.size() > before + 100);
    }

    private void replace(List<String> program, String name) throws InterruptedException {
        Process old = running.get(name);
        old.toHandle().destroy();
        assertThat(old.waitFor(60, TimeUnit.SECONDS)).isTrue();
        awaitMore("without " + name);
        start(program, name);
        Await.until(name + " to be ready", () -> isDone("cluster", "status", "--ready", "--server", address(name)));
        awaitMore("with another " + name);
    }

    private static boolean isDone(String... command) {
        return CommandRun.of(command).exitCode() == 0;
    }

    @Test
    void noAcknowledgedWriteIsLostWhileMembersAreReplaced() throws Exception {
        List<Thread> writers = new ArrayList<>();
        try {
            NAMES.parallelStream().forEach(name -> start(older(), name));
            IntStream.range(0, WRITERS)
                    .forEach(each -> writers.add(Thread.ofVirtual().start(() -> write(each))));
            awaitMore("at first");
            for (String name : NAMES) {
                replace(newer(), name);
            }
            replace(older(), "b"); // back, as where something was found wrong
            isOver = true;
            for (Thread each : writers) {
                each.join();
            }
            System.out.println("acknowledged=" + acknowledged.size() + ", failed=" + failed + ", missing="
                    + missing().size());
            assertThat(missing()).isEmpty();
        } finally {
            isOver = true;
            running.values().forEach(Process::destroyForcibly);
        }
    }

    private List<String> missing() throws Exception {
        List<String> missing = new ArrayList<>();
        try (Connection connection = Connection.open(URI.create(address("a")))) {
            KeyValueMap map = connection.existingMap("map");
            List<String> names = List.copyOf(acknowledged);
            List<Promise<byte @Nullable []>> values = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                values.add(map.get(names.get(i).getBytes(UTF_8)));
                if (values.size() == 1_000 || i == names.size() - 1) {
                    int first = i + 1 - values.size();
                    for (int k = 0; k < values.size(); k++) {
                        if (Connection.answer(values.get(k)) == null) {
                            missing.add(names.get(first + k));
                        }
                    }
                    values.clear();
                }
            }
        }
        return missing;
    }
}
