package io.tellask.bench.keyvalue;

import io.tellask.bench.map.Users;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Our own load: users by their keys in database 1, from one thread over several connections, of which each has a number of commands open. Every
 * value is compared. Used by one thread.
 */
final class RespLoad implements AutoCloseable {
    /** How many there are; each turn is a multiple of it. */
    static final int CONNECTIONS = 16;

    private static final int LOAD_BATCH = 500;
    private static final byte[] GET = ascii("GET");
    private static final byte[] SET = ascii("SET");

    private final int users;
    private final List<RespClient> clients = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);

    RespLoad(int port, int users) throws IOException {
        this.users = users;
        for (int i = 0; i < CONNECTIONS; i++) {
            RespClient client = new RespClient(port);
            clients.add(client);
            client.send(ascii("SELECT"), ascii("1"));
            client.flush();
            client.expectOk();
        }
    }

    /** Puts all users, and into database 0 as many keys as {@code redis-benchmark} asks for. */
    void fill(int port) throws IOException {
        byte[] value = new byte[60];
        try (RespClient other = new RespClient(port)) {
            for (int from = 0; from < users; from += LOAD_BATCH) {
                int end = Math.min(users, from + LOAD_BATCH);
                for (int id = from; id < end; id++) {
                    other.send(SET, ascii(String.format(Locale.ROOT, "key:%012d", id)), value);
                    clients.getFirst().send(SET, key(id), Users.value(id, 0));
                }
                other.flush();
                clients.getFirst().flush();
                for (int id = from; id < end; id++) {
                    other.expectOk();
                    clients.getFirst().expectOk();
                }
            }
        }
    }

    /** Gets or sets so many random users with a number of commands open on each connection, and returns the operations a second. */
    double rate(String command, int pipeline, long operations) throws IOException {
        boolean gets = command.equals("get");
        int[] ids = new int[CONNECTIONS * pipeline];
        long startNanos = System.nanoTime();
        long done = 0;
        while (done < operations) {
            for (int i = 0; i < ids.length; i++) {
                ids[i] = random.nextInt(users);
            }
            send(ids, pipeline, gets);
            receive(ids, pipeline, gets);
            done += ids.length;
        }
        return done * 1e9 / (System.nanoTime() - startNanos);
    }

    private void send(int[] ids, int pipeline, boolean gets) throws IOException {
        for (int i = 0; i < ids.length; i++) {
            RespClient client = clients.get(i / pipeline);
            if (gets) {
                client.send(GET, key(ids[i]));
            } else {
                client.send(SET, key(ids[i]), Users.value(ids[i], 0));
            }
            if ((i + 1) % pipeline == 0) {
                client.flush();
            }
        }
    }

    private void receive(int[] ids, int pipeline, boolean gets) throws IOException {
        for (int i = 0; i < ids.length; i++) {
            RespClient client = clients.get(i / pipeline);
            if (gets) {
                client.expectValue(Users.value(ids[i], 0));
            } else {
                client.expectOk();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (RespClient client : clients) {
            client.close();
        }
    }

    private static byte[] key(int id) {
        return ascii(Users.key(id));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
