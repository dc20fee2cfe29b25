package io.tellask.cli.operations;

import io.tellask.cli.terminal.Quantities;
import io.tellask.cli.terminal.Table;
import io.tellask.remote.ActorOperations.Actor;
import io.tellask.remote.ActorOperations.Actors;

/** Actors of a server as rows. Stateless. */
final class ActorTable {
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double MILLIS_PER_PERCENT = 10;

    private ActorTable() {}

    /** With all that is known, for programs. */
    static Table ofAll(Actors found) {
        Table table = new Table(
                "name",
                "contract",
                "implementation",
                "dispatcher",
                "queued",
                "mostQueued",
                "capacity",
                "rate",
                "busy",
                "mean",
                "longest",
                "handled",
                "dropped",
                "restarts",
                "age");
        found.actors()
                .forEach(each -> table.add(
                        each.name(),
                        each.contract(),
                        each.implementation(),
                        each.dispatcher(),
                        each.queued(),
                        each.mostQueued(),
                        each.capacity(),
                        each.rate(),
                        each.busy(),
                        each.mean(),
                        each.longest(),
                        each.handled(),
                        each.dropped(),
                        each.restarts(),
                        each.age()));
        return table;
    }

    static Table forPeople(Actors found) {
        Table table = new Table(
                "actor",
                "contract",
                "runs on",
                "queued",
                "most",
                "rate",
                "busy",
                "mean",
                "longest",
                "restarts",
                "dropped",
                "age");
        found.actors().forEach(each -> table.add(cells(each)));
        return table;
    }

    private static Object[] cells(Actor actor) {
        return new Object[] {
            actor.name(),
            actor.contract().substring(actor.contract().lastIndexOf('.') + 1),
            actor.dispatcher(),
            actor.queued(),
            actor.mostQueued(),
            actor.rate(),
            Quantities.decimal(actor.busy() / MILLIS_PER_PERCENT, 0) + "%",
            time(actor.mean()),
            time(actor.longest()),
            actor.restarts(),
            actor.dropped(),
            Quantities.time(actor.age())
        };
    }

    /** Microseconds for people; a dash where nothing was measured. */
    private static String time(double micros) {
        if (micros == 0) {
            return "-";
        }
        return micros < MICROS_PER_MILLI
                ? Quantities.decimal(micros, 1) + "us"
                : Quantities.time(Math.round(micros / MICROS_PER_MILLI));
    }
}
