package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.RunContext;

/** Notes where a function ran. Read after a step of a virtual dispatcher, which orders the two. */
final class Place {
    private int times;
    private Thread thread;
    private ActorCell<?> actor;
    private Dispatcher dispatcher;

    void note() {
        times++;
        thread = Thread.currentThread();
        actor = ActorCell.current();
        dispatcher = RunContext.current() == null ? null : RunContext.current().dispatcher();
    }

    boolean noted() {
        return times == 1;
    }

    Thread thread() {
        return thread;
    }

    ActorCell<?> actor() {
        return actor;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }
}
