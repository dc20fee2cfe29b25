package io.tellask.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports to listen on, for members that must know the ports of others beforehand and take theirs again when they begin again. They lie below those
 * that systems give to connections, so that none is taken by a connection of another process meanwhile.
 */
public final class FreePorts {
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 1_000;

    private FreePorts() {}

    /** Different ports that nobody listens on. */
    public static List<Integer> take(int count) {
        List<Integer> ports = new ArrayList<>();
        for (int tries = 0; ports.size() < count && tries < TRIES; tries++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (!ports.contains(port) && isFree(port)) {
                ports.add(port);
            }
        }
        if (ports.size() < count) {
            throw new IllegalStateException("no free ports in " + FIRST + ".." + LAST);
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
