package io.tellask.aeron;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between one subscriber and a publisher: of what the publisher sends, every fifth datagram goes on twice, and every seventh behind the
 * one that follows it.
 */
final class UdpRelay implements AutoCloseable {
    private final DatagramSocket socket;
    private final InetSocketAddress publisher;
    private final Thread thread;
    private final AtomicInteger doubled = new AtomicInteger();
    private final AtomicInteger swapped = new AtomicInteger();
    private SocketAddress subscriber;
    private byte[] held;
    private int count;

    private UdpRelay(int publisherPort) throws SocketException {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        socket = new DatagramSocket(0, loopback);
        publisher = new InetSocketAddress(loopback, publisherPort);
        thread = Thread.ofPlatform().name("relay").start(this::run);
    }

    static UdpRelay to(int publisherPort) throws SocketException {
        return new UdpRelay(publisherPort);
    }

    int port() {
        return socket.getLocalPort();
    }

    int doubled() {
        return doubled.get();
    }

    int swapped() {
        return swapped.get();
    }

    private void run() {
        byte[] buffer = new byte[65_536];
        while (!socket.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                socket.receive(packet);
                byte[] bytes = Arrays.copyOf(buffer, packet.getLength());
                if (packet.getSocketAddress().equals(publisher)) {
                    toSubscriber(bytes);
                } else {
                    subscriber = packet.getSocketAddress();
                    socket.send(new DatagramPacket(bytes, bytes.length, publisher));
                }
            } catch (IOException closed) {
                if (!socket.isClosed()) {
                    throw new AssertionError(closed);
                }
            }
        }
    }

    private void toSubscriber(byte[] bytes) throws IOException {
        count++;
        if (held == null && count % 7 == 0) {
            held = bytes;
            return;
        }
        send(bytes);
        if (count % 5 == 0) {
            send(bytes);
            doubled.incrementAndGet();
        }
        if (held != null) {
            send(held);
            held = null;
            swapped.incrementAndGet();
        }
    }

    private void send(byte[] bytes) throws IOException {
        socket.send(new DatagramPacket(bytes, bytes.length, subscriber));
    }

    @Override
    public void close() throws InterruptedException {
        socket.close();
        thread.join();
    }
}
