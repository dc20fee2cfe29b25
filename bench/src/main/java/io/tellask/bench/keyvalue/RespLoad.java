package io.tellask.bench.keyvalue;

import io.tellask.bench.map.Users;
import io.tellask.bench.spi.Caller;
import io.tellask.bench.spi.Usage;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What asks over Redis' protocol: {@code redis-benchmark}, and a client of ours, one thread over several connections of which each has a
 * number of commands open, and which compares every value. What they use themselves does not count.
 */
final class RespLoad {
    private static final int CONNECTIONS = 16;
    private static final int LOAD_BATCH = 500;
    /** As many as take about the time that a turn has, on a small machine. */
    private static final double OPERATIONS_A_SECOND = 70_000;

    private static final double MOST_A_SECOND = 700_000;
    private static final byte[] GET = Users.bytes("GET");
    private static final byte[] SET = Users.bytes("SET");

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
            client.send(Users.bytes("SELECT"), Users.bytes("1"));
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
                other.send(SET, Users.bytes(String.format(Locale.ROOT, "key:%012d", id)), value);
                own.send(SET, Users.bytes(Users.key(id)), Users.value(id, 0));
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
        return Caller.done(operations, wallNanos, Usage.NONE);
    }

    private long own(boolean gets, int pipeline, long operations) throws IOException {
        int[] ids = new int[CONNECTIONS * pipeline];
        long startNanos = System.nanoTime();
        for (long done = 0; done < operations; done += ids.length) {
            for (int i = 0; i < ids.length; i++) {
                ids[i] = random.nextInt(users);
            }
            for (int i = 0; i < ids.length; i++) {
                RespClient client = clients.get(i / pipeline);
                byte[] key = Users.bytes(Users.key(ids[i]));
                if (gets) {
                    client.send(GET, key);
                } else {
                    client.send(SET, key, Users.value(ids[i], 0));
                }
                if ((i + 1) % pipeline == 0) {
                    client.flush();
                }
            }
            for (int i = 0; i < ids.length; i++) {
                RespClient client = clients.get(i / pipeline);
                if (gets) {
                    client.expectValue(Users.value(ids[i], 0));
                } else {
                    client.expectOk();
                }
            }
        }
        return System.nanoTime() - startNanos;
    }

    /**
     * The load generator that comes with Redis, which counts whole milliseconds, so that a short run may have none: 50 connections, values of 60 bytes, keys random over a range.
     */
    private long redisBenchmark(String command, int pipeline, long operations)
            throws IOException, InterruptedException {
        String line = "redis-benchmark -p " + port + " -c 50 -d 60 -r " + users + " -P " + pipeline + " -n "
                + operations + " -t " + command + " --csv";
        Process process = RedisProcess.start(line, Redirect.PIPE);
        String row = "\"" + command.toUpperCase(Locale.ROOT) + "\"";
        double rate = Double.NaN;
        try (BufferedReader out = process.inputReader()) {
            for (String each = out.readLine(); each != null; each = out.readLine()) {
                if (each.startsWith(row)) {
                    String told = each.split(",")[1].replace("\"", "");
                    rate = told.equals("inf") ? operations * 1e3 : Double.parseDouble(told);
                }
            }
        }
        if (process.waitFor() != 0 || Double.isNaN(rate)) {
            throw new IOException("redis-benchmark failed: command=" + line);
        }
        return (long) (operations / rate * 1e9);
    }
}
