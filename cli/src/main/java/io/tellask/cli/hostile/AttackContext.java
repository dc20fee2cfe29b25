package io.tellask.cli.hostile;

import java.net.InetSocketAddress;
import java.util.SplittableRandom;

/**
 * Where and how much to attack. Immutable but for its random numbers, which belong to the thread of the attack.
 *
 * @param server the process under attack
 * @param connections most connections at a time
 * @param deadlineNanos when to end, in {@link System#nanoTime}
 * @param random decides whatever is left to chance
 */
record AttackContext(ServerUnderAttack server, int connections, long deadlineNanos, SplittableRandom random) {
    InetSocketAddress address(AttackKind.Port port) {
        return port == AttackKind.Port.NATIVE ? server.nativeAddress() : server.respAddress();
    }

    /** The numbers that calls need to name methods. */
    MethodNumbers methods() {
        return server.methods();
    }

    boolean isOver() {
        return System.nanoTime() - deadlineNanos >= 0;
    }
}
