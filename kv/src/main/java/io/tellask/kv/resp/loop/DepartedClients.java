package io.tellask.kv.resp.loop;

import io.tellask.actor.Dispatcher;
import io.tellask.remote.PeerMemory;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;

/**
 * Takes back what clients that have gone listened to and watched: a portion for each turn of the loop, since one client may leave 65,536 names and a
 * thousand clients may leave at once. What is still there counts as held; where memory is tight all is taken back at once, or others would be closed
 * for it. Belongs to the loop.
 */
public final class DepartedClients {
    /** A client that has gone. */
    public interface Leaver {
        /** Takes up to so many subscriptions and watched keys back; returns how many. */
        int takeBack(int most);

        /** Where it came from. */
        String peer();
    }

    /** Names taken back before others of the loop have their turn: a few milliseconds. */
    public static final int NAMES_AT_ONCE = 8_192;

    private final PeerMemory memory;
    private final Dispatcher loop;
    private final ArrayDeque<Leaver> leaving = new ArrayDeque<>();
    private boolean scheduled;

    public DepartedClients(PeerMemory memory, Dispatcher loop) {
        this.memory = memory;
        this.loop = loop;
    }

    /** Begins to take back what a client left; one that left nothing, or comes again, changes nothing. */
    public void add(Leaver client) {
        leaving.add(client);
        if (!scheduled || memory.isTight()) {
            run();
        }
    }

    private void run() {
        scheduled = false;
        int left = memory.isTight() ? Integer.MAX_VALUE : NAMES_AT_ONCE;
        while (left > 0 && !leaving.isEmpty()) {
            Leaver client = leaving.getFirst();
            int taken = takeBack(client, left);
            left -= taken;
            if (taken == 0 || left > 0) {
                leaving.removeFirst();
            }
        }
        if (!leaving.isEmpty()) {
            schedule();
        }
    }

    private int takeBack(Leaver client, int most) {
        try {
            return client.takeBack(most);
        } catch (Throwable failure) { // the others' names are taken back all the same
            loop.failed("resp: what a client left was not all taken back: peer=", client.peer(), failure);
            return 0;
        }
    }

    private void schedule() {
        try {
            loop.schedule(this::run, 0);
            scheduled = true;
        } catch (RejectedExecutionException loopEnded) {
            System.getLogger("io.tellask.kv")
                    .log(System.Logger.Level.DEBUG, "resp: the loop ended before all names were taken back", loopEnded);
        }
    }

    /** Takes back all that is left; the loop has ended. */
    public void finish() {
        while (!leaving.isEmpty()) {
            run();
        }
    }
}
