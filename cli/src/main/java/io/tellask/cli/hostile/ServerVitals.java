package io.tellask.cli.hostile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a server holds, asked from outside with the {@code jcmd} of the JDK, and what it counts itself. Immutable.
 *
 * @param liveBytes reachable objects in its heap
 * @param peerBytes what it counts as held for its peers
 * @param threads platform threads by name, numbers left out of the names
 * @param descriptors open files and sockets, 0 where this system does not tell
 * @param largestClasses which classes hold most, a line each
 */
record ServerVitals(
        long liveBytes, long peerBytes, Map<String, Integer> threads, long descriptors, List<String> largestClasses) {
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)$");
    private static final Pattern THREAD = Pattern.compile("(?m)^\"(.*?)\" (?:#|os_prio)");
    private static final Pattern CLASS = Pattern.compile("(?m)^ +[1-8]: .*$");
    private static final long PATIENCE_SECONDS = 60;

    static ServerVitals of(ServerUnderAttack server) throws IOException, InterruptedException {
        return parse(
                ask(server, "GC.class_histogram", "Thread.print"),
                info(server, "memory", "mem_peers"),
                descriptors(server.pid()));
    }

    /** Writes what is reachable in a server's heap to a file, in the format HPROF. */
    static void dumpHeap(ServerUnderAttack server, Path file) throws IOException, InterruptedException {
        String answer = ask(server, "GC.heap_dump \"" + file.toAbsolutePath() + "\"");
        if (!Files.exists(file)) {
            throw new IOException("no heap dump was written: " + answer.strip());
        }
    }

    private static String ask(ServerUnderAttack server, String... questions) throws IOException, InterruptedException {
        Path commands = Files.createTempFile("tellask-vitals", ".txt");
        Path answer = Files.createTempFile("tellask-vitals", ".out");
        try {
            Files.write(commands, List.of(questions));
            String jcmd =
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            Process process = new ProcessBuilder(
                            jcmd,
                            "-J-XX:TieredStopAtLevel=1",
                            "-J-XX:+UseSerialGC",
                            Long.toString(server.pid()),
                            "-f",
                            commands.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(answer.toFile())
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return Files.readString(answer, StandardCharsets.ISO_8859_1);
        } finally {
            Files.delete(commands);
            Files.delete(answer);
        }
    }

    /** How many commands the server has executed for clients of Redis. */
    static long commands(ServerUnderAttack server) throws IOException {
        return info(server, "stats", "total_commands_processed");
    }

    private static long info(ServerUnderAttack server, String section, String name) throws IOException {
        try (RespConnection connection =
                new RespConnection(server.respAddress(), (int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS))) {
            return String.valueOf(connection.call("INFO", section))
                    .lines()
                    .filter(line -> line.startsWith(name + ":"))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(name.length() + 1).strip()))
                    .findFirst()
                    .orElseThrow(() -> new IOException("INFO " + section + " has no " + name));
        }
    }

    private static ServerVitals parse(String text, long peerBytes, long descriptors) throws IOException {
        Matcher total = TOTAL.matcher(text);
        if (!total.find()) {
            throw new IOException("the server's virtual machine does not answer: "
                    + text.substring(0, Math.min(300, text.length())).strip());
        }
        Map<String, Integer> threads = new TreeMap<>();
        THREAD.matcher(text)
                .results()
                .forEach(thread -> threads.merge(thread.group(1).replaceAll("\\d+", "#"), 1, Integer::sum));
        List<String> largest =
                CLASS.matcher(text).results().map(line -> line.group().strip()).toList();
        return new ServerVitals(Long.parseLong(total.group(1)), peerBytes, threads, descriptors, largest);
    }

    /** Open files and sockets of a process, 0 where this system does not tell. */
    static long descriptors(long pid) {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return open.count();
        } catch (IOException notLinuxOrGone) {
            return 0;
        }
    }

    int threadCount() {
        return threads.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Which threads with a name of ours there were before and are no more. */
    List<String> lostSince(ServerVitals before) {
        return before.threads.entrySet().stream()
                .filter(thread -> thread.getKey().startsWith("tellask"))
                .filter(thread -> threads.getOrDefault(thread.getKey(), 0) < thread.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }
}
