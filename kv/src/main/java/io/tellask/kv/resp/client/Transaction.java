package io.tellask.kv.resp.client;

import io.tellask.kv.resp.database.Databases;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import io.tellask.store.StoreException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One client's commands between MULTI and EXEC, and the keys it watches. Belongs to the loop.
 *
 * <p>The commands run one after the other without others in between; what they write is one record of each database they write to.
 * So what they look at beyond their arguments and replies is {@linkplain #charge charged}, and too much of it ends all.
 */
public final class Transaction {
    private record Queued(Command command, Request request) {}

    private final Client client;
    private final List<Queued> queue = new ArrayList<>();
    private final Map<WatchedKey, Boolean> watched = new LinkedHashMap<>();
    private boolean open;
    private boolean failed;
    private boolean overtaken;
    private long queuedBytes;
    private long watchedBytes;
    private boolean running;
    private long steps;
    private @Nullable ErrorReply refusal;

    Transaction(Client client) {
        this.client = client;
    }

    public boolean isOpen() {
        return open;
    }

    /** How many commands wait; -1 outside of a transaction. */
    int queued() {
        return open ? queue.size() : -1;
    }

    long heldBytes() {
        return queuedBytes + watchedBytes;
    }

    public void begin() {
        open = true;
    }

    /** Takes a command for later; false if that would be too much. */
    public boolean queue(Command command, Request request) {
        Request copy = request.detached();
        if (heldBytes() + copy.heldBytes() > client.engine().limits().transactionBytes()) {
            failed = true;
            return false;
        }
        queuedBytes += copy.heldBytes();
        queue.add(new Queued(command, copy));
        return true;
    }

    /** A command was refused instead of queued: none of the others will run. */
    public void fail() {
        failed = open;
    }

    /** Watches a key. */
    public void watch(WatchedKey key) {
        if (watched.containsKey(key)) {
            return;
        }
        if (watched.size() >= client.engine().limits().watchedKeys()) {
            throw new ErrorReply("ERR too many watched keys, watchedKeys="
                    + client.engine().limits().watchedKeys());
        }
        boolean there = client.engine()
                .databases()
                .get(key.database())
                .contains(key.key().bytes());
        watched.put(key, there);
        watchedBytes += key.heldBytes();
        client.engine().watched().add(key, client);
    }

    /** A watched key was changed. */
    void overtake() {
        overtaken = true;
    }

    /** Forgets the watched keys. */
    public void unwatch() {
        int _ = unwatch(Integer.MAX_VALUE);
        overtaken = false;
    }

    /** Forgets up to so many of the watched keys; returns how many. */
    public int unwatch(int most) {
        int forgotten = 0;
        for (Iterator<WatchedKey> keys = watched.keySet().iterator(); forgotten < most && keys.hasNext(); forgotten++) {
            WatchedKey key = keys.next();
            keys.remove();
            watchedBytes -= key.heldBytes();
            client.engine().watched().remove(key, client);
        }
        return forgotten;
    }

    /** Forgets everything. */
    public void end() {
        unwatch();
        discard();
    }

    /** Forgets everything but the watched keys. */
    void discard() {
        queue.clear();
        open = false;
        failed = false;
        queuedBytes = 0;
    }

    /** Ends it, and hands over what was queued, to be run elsewhere. */
    public List<Request> take() {
        boolean hasFailed = failed;
        List<Request> requests = queue.stream().map(Queued::request).toList();
        end();
        if (hasFailed) {
            throw new ErrorReply("EXECABORT Transaction discarded because of previous errors.");
        }
        return requests;
    }

    /** Runs what was queued, and writes all replies. */
    public void execute(Reply reply) {
        if (failed) {
            end();
            throw new ErrorReply("EXECABORT Transaction discarded because of previous errors.");
        }
        long grantedBytes = 2 * heldBytes();
        if (!client.connection().room(grantedBytes)) {
            return; // what it copies and writes is too much, and its connection is about to end
        }
        List<Queued> commands = List.copyOf(queue);
        boolean mayRun;
        try {
            mayRun = !overtaken && !somethingExpired();
        } finally {
            end();
        }
        if (mayRun) {
            runAll(commands, grantedBytes, reply);
        } else {
            reply.nilArray();
        }
    }

    /** Whether a key that was there when it was watched has gone without anybody's command. */
    private boolean somethingExpired() {
        return watched.entrySet().stream()
                .anyMatch(entry -> entry.getValue()
                        && !client.engine()
                                .databases()
                                .get(entry.getKey().database())
                                .contains(entry.getKey().key().bytes()));
    }

    /** Whether its commands run, and nothing may come between them. */
    boolean isRunning() {
        return running;
    }

    /**
     * Notes that one of its commands takes so many steps, about a nanosecond each. Where all take too many, none of the others runs and nothing is
     * written. Outside of a transaction nothing is refused.
     */
    void charge(long more) {
        int most = client.engine().limits().transactionSteps();
        steps += running ? more : 0;
        if (running && steps > most) {
            refusal = new ErrorReply(
                    "EXECABORT Transaction discarded because of: too much to look at in a transaction, transactionSteps="
                            + most + "; send commands that look at much outside of it or raise the limit");
            throw refusal;
        }
    }

    private void runAll(List<Queued> commands, long grantedBytes, Reply reply) {
        Databases databases = client.engine().databases();
        databases.begin(grantedBytes, client.connection()::room);
        running = true;
        steps = 0;
        refusal = null;
        try {
            reply.array(commands.size());
            for (Queued queued : commands) {
                client.run(queued.command(), queued.request(), reply);
                if (refusal != null) {
                    throw refusal;
                }
            }
            databases.commit();
        } catch (StoreException failure) {
            throw client.engine().databases().refusal(failure);
        } finally {
            databases.abandon();
            running = false;
        }
    }
}
