package io.tellask.cli.hostile;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens connections and lets each follow its plan, all from the calling thread.
 *
 * <p>On Linux they come from loopback addresses other than that of the honest clients, so that what a server does to an address that attacks it does
 * not hit them. Receive buffers are small, so that what is not read weighs on the server and not on the kernel.
 */
final class PlannedAttack implements Attack {
    private static final int OPENED_A_TURN = 100;
    private static final int RECEIVE_BYTES = 16 << 10;
    private static final int READ_BYTES = 256 << 10;
    private static final long SELECT_MILLIS = 5;
    private static final int ADDRESSES = 32;
    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    private final AttackKind.Port port;
    private final ConnectionPlan.Maker plans;
    private final boolean again;

    PlannedAttack(AttackKind.Port port, ConnectionPlan.Maker plans, boolean again) {
        this.port = port;
        this.plans = plans;
        this.again = again;
    }

    @Override
    public AttackTally run(AttackContext setting) throws IOException {
        try (Selector selector = Selector.open()) {
            Run run = new Run(setting, selector);
            try {
                while (!setting.isOver()) {
                    run.turn();
                }
            } finally {
                run.peers.forEach(HostilePeer::close);
            }
            return run.tally;
        }
    }

    /** One run of the attack. */
    private final class Run {
        final AttackTally tally = new AttackTally();
        final List<HostilePeer> peers = new ArrayList<>();
        private final AttackContext setting;
        private final Selector selector;
        private final ByteBuffer shared = ByteBuffer.allocate(READ_BYTES);
        private final InetSocketAddress target;

        Run(AttackContext setting, Selector selector) {
            this.setting = setting;
            this.selector = selector;
            target = setting.address(port);
        }

        void turn() throws IOException {
            openMore();
            selector.select(SELECT_MILLIS);
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.isValid()) {
                    ((HostilePeer) key.attachment()).ready(shared);
                }
            }
            selector.selectedKeys().clear();
            long now = System.nanoTime();
            for (HostilePeer peer : peers) {
                if (peer.isDue(now)) {
                    peer.advance();
                }
            }
        }

        private void openMore() {
            if (again) {
                peers.removeIf(HostilePeer::isEnded);
            }
            for (int i = 0; i < OPENED_A_TURN && peers.size() < setting.connections(); i++) {
                if (!open()) {
                    tally.refused++;
                    return;
                }
            }
        }

        private boolean open() {
            int number = (int) tally.opened;
            try {
                SocketChannel channel = SocketChannel.open();
                try {
                    connect(channel, number);
                } catch (IOException failure) {
                    channel.close();
                    return false;
                }
                tally.opened++;
                return true;
            } catch (IOException noSocket) {
                return false;
            }
        }

        private void connect(SocketChannel channel, int number) throws IOException {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
            if (LINUX) {
                byte[] source = {127, 0, 1, (byte) (1 + number % ADDRESSES)};
                channel.bind(new InetSocketAddress(Inet4Address.getByAddress(source), 0));
            }
            boolean connected = channel.connect(target);
            SelectionKey key = channel.register(selector, connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT);
            HostilePeer peer = new HostilePeer(channel, key, plans.plan(setting, number), ReplyScanner.of(port), tally);
            key.attach(peer);
            peers.add(peer);
        }
    }
}
