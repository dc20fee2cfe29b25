package io.tellask.bench.keyvalue;

import io.tellask.bench.map.Users;
import io.tellask.bench.spi.CallerProcess;
import io.tellask.bench.spi.Usage;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What asks over Redis' protocol: {@code redis-benchmark}, and a client of ours, one thread over several connections of which each has a
 * number of commands open, and which compares every value. What they use themselves does not count.
 */
final class RespLoad {
    private static final double MILLIS_A_SECOND = 1e3;
    private static final int CONNECTIONS = 16;
    private static final int LOAD_BATCH = 500;
    /** As many as take about the time that a turn has, on a small machine. */
    private static final double OPERATIONS_A_SECOND = 70_000;

    private static final double MOST_A_SECOND = 700_000;
    private static final byte[] GET = ascii("GET");
    private static final byte[] SET = ascii("SET");

    private final int port;
    private final int users;
    private final List<RespClient> clients = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);

    /** Puts all users into database 1, and into database 0 as many keys as {@code redis-benchmark} asks for. */
    RespLoad(int port, int users) throws IOException {
        this.port = port;
        this.users = users;
        for (int i = 0; i < CONNECTIONS; i++) {
            RespClient client = new RespClient(port);
            clients.add(client);
            client.send(ascii("SELECT"), ascii("1"));
            client.flush();
            client.expectOk();
        }
        fill(clients.getFirst(), new RespClient(port));
    }

    private void fill(RespClient own, RespClient other) throws IOException {
        byte[] value = new byte[60];
        for (int from = 0; from < users; from += LOAD_BATCH) {
            int end = Math.min(users, from + LOAD_BATCH);
            for (int id = from; id < end; id++) {
                other.send(SET, ascii(String.format(Locale.ROOT, "key:%012d", id)), value);
                own.send(SET, key(id), Users.value(id, 0));
            }
            other.flush();
            own.flush();
            for (int id = from; id < end; id++) {
                other.expectOk();
                own.expectOk();
            }
        }
    }

    /** Takes about as long as it is told, for a case such as {@code resp-own-get-p16}; whole batches of our own client. */
    String run(String label, long millis, long calls) throws IOException, InterruptedException {
        String[] words = label.split("-");
        int pipeline = Integer.parseInt(words[words.length - 1].substring(1));
        String command = words[words.length - 2];
        long batch = (long) CONNECTIONS * pipeline;
        double expected = Math.min(MOST_A_SECOND, OPERATIONS_A_SECOND * pipeline) * millis / 1e3;
        long operations = Math.max(1, (long) Math.min(expected, calls) / batch) * batch;
        long wallNanos = words[1].equals("own")
                ? own(command.equals("get"), pipeline, operations)
                : redisBenchmark(command, pipeline, operations);
        return CallerProcess.done(operations, wallNanos, Usage.NONE);
    }

    private long own(boolean gets, int pipeline, long operations) throws IOException {
        int[] ids = new int[CONNECTIONS * pipeline];
        long startNanos = System.nanoTime();
        for (long done = 0; done < operations; done += ids.length) {
            for (int i = 0; i < ids.length; i++) {
                ids[i] = random.nextInt(users);
            }
            for (int i = 0; i < ids.length; i++) {
                send(clients.get(i / pipeline), ids[i], gets);
                if ((i + 1) % pipeline == 0) {
                    clients.get(i / pipeline).flush();
                }
            }
            for (int i = 0; i < ids.length; i++) {
                receive(clients.get(i / pipeline), ids[i], gets);
            }
        }
        return System.nanoTime() - startNanos;
    }

    private static void send(RespClient client, int id, boolean gets) {
        if (gets) {
            client.send(GET, key(id));
        } else {
            client.send(SET, key(id), Users.value(id, 0));
        }
    }

    private static void receive(RespClient client, int id, boolean gets) throws IOException {
        if (gets) {
            client.expectValue(Users.value(id, 0));
        } else {
            client.expectOk();
        }
    }

    /**
     * The load generator that comes with Redis, which counts whole milliseconds, so that a short run may have none: 50 connections, values of 60 bytes, keys random over a range.
     */
    private long redisBenchmark(String command, int pipeline, long operations)
            throws IOException, InterruptedException {
        String line = "redis-benchmark -p " + port + " -c 50 -d 60 -r " + users + " -P " + pipeline + " -n "
                + operations + " -t " + command + " --csv";
        Process process = start(line);
        String row = "\"" + command.toUpperCase(Locale.ROOT) + "\"";
        double rate = Double.NaN;
        try (BufferedReader out = process.inputReader()) {
            for (String each = out.readLine(); each != null; each = out.readLine()) {
                if (each.startsWith(row)) {
                    String told = each.split(",")[1].replace("\"", "");
                    rate = told.equals("inf") ? operations * MILLIS_A_SECOND : Double.parseDouble(told);
                }
            }
        }
        if (process.waitFor() != 0 || Double.isNaN(rate)) {
            throw new IOException("redis-benchmark failed: command=" + line);
        }
        return (long) (operations / rate * 1e9);
    }

    private static Process start(String line) throws IOException {
        try {
            return new ProcessBuilder(line.split(" "))
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException("redis-benchmark is not installed: " + e.getMessage(), e);
        }
    }

    private static byte[] key(int id) {
        return ascii(Users.key(id));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
