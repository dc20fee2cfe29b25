package io.tellask.actor.runtime;

import io.tellask.actor.Dispatcher;
import org.jspecify.annotations.Nullable;

/** A platform thread that runs actors: what it knows of them is found without a thread-local look-up. */
public final class DispatcherThread extends Thread {
    private final RunContext context = new RunContext(null);

    public DispatcherThread(Runnable task, String name) {
        super(task, name);
    }

    /** What it knows while it runs actors; the thread's own. */
    public RunContext context() {
        return context;
    }

    /** Says whose tasks this thread runs from here on, see {@link RunContext#dispatcher(Dispatcher)}. */
    public void dispatcher(@Nullable Dispatcher newDispatcher) {
        context.dispatcher(newDispatcher);
    }
}
