package io.tellask.cli.hostile;

import java.util.List;
import java.util.stream.Stream;

/**
 * One way to attack a server. Immutable.
 *
 * @param name how it is named on the command line; begins with its port
 * @param port which port of the server it attacks
 * @param what what each of its connections does, in a line
 * @param connections how many it opens at most at a time
 * @param attack what it runs
 */
public record AttackKind(String name, Port port, String what, int connections, Attack attack) {
    /** A port of the server. */
    public enum Port {
        NATIVE,
        RESP
    }

    /** A kind whose connections follow a plan, each one of its own. */
    static AttackKind of(Port port, String name, String what, int connections, ConnectionPlan.Maker plans) {
        return new AttackKind(name, port, what, connections, new PlannedAttack(port, plans, false));
    }

    /** A kind that puts a new connection in the place of each that has ended. */
    static AttackKind again(Port port, String name, String what, int connections, ConnectionPlan.Maker plans) {
        return new AttackKind(name, port, what, connections, new PlannedAttack(port, plans, true));
    }

    /** All kinds, those of the native port first. */
    public static List<AttackKind> all() {
        return Stream.of(NativeAttacks.all(), RespAttacks.all(), JunkAttacks.all())
                .flatMap(List::stream)
                .toList();
    }
}
