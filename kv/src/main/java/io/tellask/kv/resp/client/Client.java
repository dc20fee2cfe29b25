package io.tellask.kv.resp.client;

import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.channel.Listener;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.loop.DepartedClients;
import io.tellask.kv.resp.loop.DividedCommand;
import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import io.tellask.store.StoreException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who is at the other end of a connection, as the commands see it: its name, database, protocol, transaction, subscriptions. Belongs to the loop. */
public final class Client implements Listener, DepartedClients.Leaver {
    /** Which commands are answered: {@code CLIENT REPLY}. */
    public enum Replies {
        ON,
        OFF,
        SKIP_NEXT,
        SKIP
    }

    /** What listening to a channel or pattern takes beside its name: entries of two tables, a set for its listeners. */
    private static final int SUBSCRIPTION_BYTES = 400;

    private static final int HEAVY_ARGUMENTS = 128;
    private static final int HEAVY_COMMANDS = 64;

    private final Engine engine;
    private final ClientLink connection;
    private final long id;
    private final long connectedMillis;
    private final Transaction transaction;
    private final Set<ByteString> channels = new LinkedHashSet<>();
    private final Set<ByteString> patterns = new LinkedHashSet<>();

    private String name = "";
    private @Nullable Command lastCommand;
    private int database;
    private int protocol = 2;
    private boolean authenticated;
    private Replies replies = Replies.ON;
    private long lastMillis;
    private long subscribedBytes;
    private @Nullable DividedCommand unfinished;
    private boolean silent;
    private boolean stale;
    private boolean pushing;

    public Client(Engine engine, ClientLink connection, long id) {
        this.engine = engine;
        this.connection = connection;
        this.id = id;
        transaction = new Transaction(this);
        connectedMillis = engine.clock().millis();
        lastMillis = connectedMillis;
        authenticated = !engine.access().isAsked();
    }

    public Engine engine() {
        return engine;
    }

    public ClientLink connection() {
        return connection;
    }

    public long id() {
        return id;
    }

    public String name() {
        return name;
    }

    public void rename(String newName) {
        name = newName;
    }

    /** The database that commands work on. */
    public Database database() {
        return engine.databases().get(database);
    }

    /** Writes the value of a key of its database, or that there is none. */
    public void read(byte[] key, Reply reply) {
        boolean there = database().read(key, reply);
        engine.statistics().read(there);
        if (!there) {
            reply.nil();
        }
    }

    /** Writes the values of several keys, or that there is none. */
    public void readAll(List<byte[]> keys, Reply reply) {
        Statistics statistics = engine.statistics();
        if (keys.size() == 1) {
            read(keys.getFirst(), reply);
        } else {
            database().readAll(keys, reply, statistics::read);
        }
    }

    public int databaseIndex() {
        return database;
    }

    public void select(int index) {
        database = index;
    }

    @Override
    public int protocol() {
        return protocol;
    }

    public void speak(int version) {
        protocol = version;
        engine.reply().protocol(version);
    }

    /** The limit that so many bytes pass which wait to be sent, and its value; null if they may wait. It is less where a client only listens. */
    public @Nullable String passedOutputLimit(long waitingBytes) {
        RespLimits limits = engine.limits();
        if (!authenticated && waitingBytes > limits.unauthenticatedBytes()) {
            return "unauthenticatedBytes=" + limits.unauthenticatedBytes();
        }
        boolean listens = subscriptions() > 0;
        int most = listens ? limits.backlogBytes() : limits.outputBytes();
        return waitingBytes > most ? (listens ? "backlogBytes=" : "outputBytes=") + most : null;
    }

    public boolean isAuthenticated() {
        return authenticated;
    }

    public void authenticated(boolean known) {
        authenticated = known;
        connection.trust(known);
    }

    public Transaction transaction() {
        return transaction;
    }

    @Override
    public Set<ByteString> channels() {
        return channels;
    }

    @Override
    public Set<ByteString> patterns() {
        return patterns;
    }

    @Override
    public void subscribed(ByteString name, int change) {
        subscribedBytes += change * (SUBSCRIPTION_BYTES + (long) name.bytes().length);
    }

    @Override
    public void holds(long bytes) {
        subscribedBytes += bytes;
    }

    /** What its name, its subscriptions, its transaction and its unfinished command take of memory, about. */
    public long heldBytes() {
        return name.length()
                + subscribedBytes
                + transaction.heldBytes()
                + (unfinished == null ? 0 : unfinished.heldBytes());
    }

    /**
     * Notes that the running command looks at something beyond its arguments and its reply, such as keys that it passes by: so many {@link MatchCost}
     * steps. A transaction may have had enough then, and ends it with an {@link ErrorReply}.
     */
    public void looks(long steps) {
        transaction.charge(steps);
    }

    /** Begins a command that is divided; a transaction runs it to its end. */
    public void divide(DividedCommand portions, Reply reply) {
        boolean ended = portions.next(reply);
        if (transaction.isRunning()) {
            finish(portions, ended, reply);
            ended = true;
        }
        unfinished = ended ? null : portions;
        silent = replies != Replies.ON && !pushing;
    }

    private void finish(DividedCommand portions, boolean hasEnded, Reply reply) {
        try {
            looks(portions.steps());
            for (boolean ended = hasEnded; !ended; ) {
                long before = portions.steps();
                ended = portions.next(reply);
                looks(portions.steps() - before);
            }
        } catch (ErrorReply refused) {
            portions.abandon();
            throw refused;
        }
    }

    /** Notes that what the command writes is no answer but a message, which also one gets that wants no answers; not within a transaction, whose answer is one. */
    public void pushes() {
        pushing = !transaction.isRunning();
    }

    /** Whether the command that ran last wrote messages and no answer. */
    public boolean isPushing() {
        return pushing;
    }

    /** Whether a command waits for its next portion. */
    public boolean isDivided() {
        return unfinished != null;
    }

    /** Whether the command that is divided waits for something that is not its turn, and has {@code ready} called on the loop then. */
    public boolean awaits(Runnable ready) {
        return unfinished != null && unfinished.awaits(ready);
    }

    /** Whether reads may be answered from a copy that may be old: {@code READONLY}. */
    public boolean isReadingStale() {
        return stale;
    }

    public void readsStale(boolean mayBeOld) {
        stale = mayBeOld;
    }

    /** Goes on with the command that waits. */
    public void goOn(Reply reply) {
        DividedCommand portions = unfinished;
        unfinished = null;
        if (portions != null && !portions.next(reply)) {
            unfinished = portions;
        }
    }

    /** Whether the command that was divided last is not to be answered. */
    public boolean isSilent() {
        return silent;
    }

    @Override
    public boolean room(long bytes) {
        return connection.room(bytes);
    }

    @Override
    public boolean push(Reply message) {
        return connection.push(message);
    }

    @Override
    public void fail(Throwable failure) {
        connection.fail(failure);
    }

    @Override
    public String peer() {
        return connection.peer();
    }

    /** A reply of its own for what a command that is divided writes, whose first part has so many bytes. */
    public Reply ownReply(int firstBytes) {
        Reply own = new Reply(engine.limits().outputBytes(), engine::room, firstBytes);
        own.protocol(protocol);
        return own;
    }

    /** Whether only subscriptions may be changed: version 2 cannot tell messages from other replies. */
    public boolean isOnlyListening() {
        return protocol == 2 && subscriptions() > 0;
    }

    public Replies replies() {
        return replies;
    }

    public void replies(Replies which) {
        replies = which;
    }

    /** Leaves the next command unanswered, and this one. */
    public void skipNext() {
        if (replies != Replies.OFF) {
            replies = Replies.SKIP_NEXT;
        }
    }

    /** Whether a request is known to cost much before it runs: it names many keys, or runs many commands. */
    public boolean isHeavy(Request request) {
        return request.count() > HEAVY_ARGUMENTS
                || isListing(request)
                || transaction.queued() > HEAVY_COMMANDS && request.count() == 1 && request.is(0, "exec");
    }

    /** Whether it asks for all keys, clients or channels. */
    private static boolean isListing(Request request) {
        return request.count() > 1
                && (request.is(0, "keys")
                        || request.is(0, "client") && request.is(1, "list")
                        || request.is(0, "pubsub") && request.is(1, "channels"));
    }

    /** Whether it ever sent a command. */
    public boolean hasRun() {
        return lastCommand != null;
    }

    /** Notes that a command ran. */
    public void ran(Command command) {
        engine.statistics().ran();
        lastCommand = command;
        lastMillis = engine.clock().millis();
    }

    /** Runs a command whose arguments are as many as it takes, and writes its reply or why it failed. */
    public void run(Command command, Request request, Reply reply) {
        int before = reply.length();
        pushing = false;
        ran(command);
        try {
            command.action().run(this, request, reply);
        } catch (ErrorReply refusal) {
            refuse(refusal, reply, before);
        } catch (StoreException failure) {
            refuse(engine.databases().refusal(failure), reply, before);
        }
    }

    /** Writes a refusal instead of what a command has written since the reply had a length. */
    public void refuse(ErrorReply refusal, Reply reply, int before) {
        engine.statistics().failed();
        pushing = false;
        reply.truncate(before);
        reply.error(refusal.text());
    }

    /** Back to what a new connection is, but for its version of the protocol, which the caller sets, and for what it {@linkplain #forgetSome forgets}. */
    public void reset() {
        transaction.end();
        database = 0;
        name = "";
        replies = Replies.ON;
        silent = false;
        stale = false;
        authenticated(!engine.access().isAsked());
    }

    @Override
    public int takeBack(int most) {
        DividedCommand abandoned = unfinished;
        unfinished = null;
        if (abandoned != null) {
            abandoned.abandon();
        }
        int taken = forgetSome(most);
        connection.tookBack();
        return taken;
    }

    /** Forgets up to so many subscriptions and watched keys; returns how many. */
    public int forgetSome(int most) {
        int subscriptions = engine.channels().forget(this, most);
        return subscriptions + transaction.unwatch(most - subscriptions);
    }

    /** The line that CLIENT LIST shows. */
    public String line() {
        long now = engine.clock().millis();
        return "id=" + id + " addr=" + connection.peer() + " laddr=" + engine.address() + " fd=-1 name=" + name
                + " age=" + (now - connectedMillis) / 1000 + " idle=" + (now - lastMillis) / 1000 + " flags=" + flags()
                + " db=" + database + " sub=" + channels.size() + " psub=" + patterns.size() + " ssub=0 multi="
                + transaction.queued() + " qbuf=" + connection.unparsedBytes() + " qbuf-free=0 argv-mem=0 multi-mem="
                + transaction.heldBytes() + " rbs=0 rbp=0 obl=0 oll=0 omem=" + connection.waitingBytes() + " tot-mem="
                + connection.heldBytes() + " events=r cmd="
                + (lastCommand == null ? "NULL" : lastCommand.name()) + " user=default redir=-1 resp=" + protocol;
    }

    private String flags() {
        String flags = (subscriptions() > 0 ? "P" : "") + (transaction.isOpen() ? "x" : "");
        return flags.isEmpty() ? "N" : flags;
    }
}
