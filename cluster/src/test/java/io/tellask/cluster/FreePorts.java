package io.tellask.cluster;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports to listen on, for members that must know the ports of others beforehand and take theirs again when they begin again. They lie below those
 * that systems give to connections, so that none is taken by a connection of another process meanwhile. They are even, and the port after each is
 * left to whoever has it, since engines may take two.
 */
public final class FreePorts {
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 1_000;

    private FreePorts() {}

    /** Different ports that nobody listens on, by TCP and UDP, nor on the ones after them. */
    public static List<Integer> take(int count) {
        List<Integer> ports = new ArrayList<>();
        for (int tries = 0; ports.size() < count && tries < TRIES; tries++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST / 2, LAST / 2) * 2;
            if (!ports.contains(port) && isFree(port) && isFree(port + 1)) {
                ports.add(port);
            }
        }
        if (ports.size() < count) {
            throw new IllegalStateException("no free ports in " + FIRST + ".." + LAST);
        }
        return ports;
    }

    private static boolean isFree(int port) {
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocket stream = new ServerSocket(port, 1, host);
                DatagramSocket messages = new DatagramSocket(port, host)) {
            return stream.isBound() && messages.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
