package io.tellask.cli.hostile;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/** One hostile connection: walks through its {@link ConnectionPlan} as the socket lets it. Belongs to the thread of its attack. */
final class HostilePeer {
    private static final int PIECES_A_TURN = 64;
    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ConnectionPlan plan;
    private final ReplyScanner scanner;
    private final AttackTally tally;
    private ByteBuffer piece = NONE;
    private int step;
    private int sentOfStep;
    private int paceMillis;
    private long nextNanos;
    private boolean reads = true;
    private boolean ended;

    HostilePeer(SocketChannel channel, SelectionKey key, ConnectionPlan plan, ReplyScanner scanner, AttackTally tally) {
        this.channel = channel;
        this.key = key;
        this.plan = plan;
        this.scanner = scanner;
        this.tally = tally;
    }

    boolean isEnded() {
        return ended;
    }

    /** Whether it would send by now but for its pace. */
    boolean isDue(long nowNanos) {
        return !ended && paceMillis > 0 && channel.isConnected() && nowNanos - nextNanos >= 0;
    }

    /** Acts on what the selector found. */
    void ready(ByteBuffer shared) {
        try {
            if (key.isConnectable() && channel.finishConnect()) {
                advance();
            } else {
                if (key.isReadable()) {
                    read(shared);
                }
                if (!ended) {
                    advance();
                }
            }
        } catch (IOException broken) {
            endedByServer();
        }
    }

    /** Sends what is due. */
    void advance() {
        try {
            for (int turn = 0; turn < PIECES_A_TURN && !ended && sendNext(); turn++) {
                // the next piece
            }
            if (!ended) {
                boolean writes = piece.hasRemaining() || canAct() && paceMillis == 0;
                key.interestOps((reads ? SelectionKey.OP_READ : 0) | (writes ? SelectionKey.OP_WRITE : 0));
            }
        } catch (IOException broken) {
            endedByServer();
        }
    }

    /** Whether the present step can go on without something from the server. */
    private boolean canAct() {
        return step < plan.steps().size()
                && switch (plan.steps().get(step)) {
                    case ConnectionPlan.AwaitReferences awaited -> scanner.references() >= awaited.count();
                    case ConnectionPlan.AwaitBytes awaited -> scanner.bytes() >= awaited.count();
                    default -> true;
                };
    }

    /** Does a part of the plan; false if nothing more can be done now. */
    private boolean sendNext() throws IOException {
        if (piece.hasRemaining()) {
            tally.sentBytes += channel.write(piece);
            return !piece.hasRemaining();
        }
        if (!canAct()) {
            return false;
        }
        switch (plan.steps().get(step)) {
            case ConnectionPlan.Send send -> {
                return take(send);
            }
            case ConnectionPlan.Pace pace -> paceMillis = pace.millis();
            case ConnectionPlan.Read read -> reads = read.on();
            case ConnectionPlan.End end -> end(end.how());
            case ConnectionPlan.AwaitReferences _, ConnectionPlan.AwaitBytes _ -> {}
        }
        step++;
        return true;
    }

    private boolean take(ConnectionPlan.Send send) {
        if (sentOfStep == send.count()) {
            step++;
            sentOfStep = 0;
            return true;
        }
        if (paceMillis > 0) {
            long now = System.nanoTime();
            if (now - nextNanos < 0) {
                return false;
            }
            nextNanos = now + TimeUnit.MILLISECONDS.toNanos(paceMillis);
        }
        piece = ByteBuffer.wrap(send.pieces().apply(sentOfStep++));
        return true;
    }

    private void read(ByteBuffer shared) throws IOException {
        shared.clear();
        int count = channel.read(shared);
        if (count < 0) {
            endedByServer();
            return;
        }
        tally.receivedBytes += count;
        scanner.scan(shared.array(), count);
    }

    private void end(ConnectionPlan.Ending how) throws IOException {
        switch (how) {
            case HALF -> channel.shutdownOutput();
            case CLOSE -> close();
            case RESET -> {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                close();
            }
        }
    }

    private void endedByServer() {
        if (!ended) {
            tally.closed(scanner.reason());
            close();
        }
    }

    void close() {
        ended = true;
        try {
            channel.close();
        } catch (IOException broken) {
            tally.refused++;
        }
    }
}
