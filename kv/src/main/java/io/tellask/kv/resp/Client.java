package io.tellask.kv.resp;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who is at the other end of a connection, as the commands see it: its name, database, protocol, transaction, subscriptions. Belongs to the loop. */
final class Client {
    /** Which commands are answered: {@code CLIENT REPLY}. */
    enum Replies {
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
    private final Connection connection;
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
    private @Nullable Portions unfinished;
    private boolean silent;

    Client(Engine engine, Connection connection, long id) {
        this.engine = engine;
        this.connection = connection;
        this.id = id;
        transaction = new Transaction(this);
        connectedMillis = engine.clock().millis();
        lastMillis = connectedMillis;
        authenticated = !engine.access().isAsked();
    }

    Engine engine() {
        return engine;
    }

    Connection connection() {
        return connection;
    }

    long id() {
        return id;
    }

    String name() {
        return name;
    }

    void rename(String newName) {
        name = newName;
    }

    /** The database that commands work on. */
    Database database() {
        return engine.databases().get(database);
    }

    int databaseIndex() {
        return database;
    }

    void select(int index) {
        database = index;
    }

    int protocol() {
        return protocol;
    }

    void speak(int version) {
        protocol = version;
        engine.reply().protocol(version);
    }

    boolean isAuthenticated() {
        return authenticated;
    }

    void authenticated(boolean known) {
        authenticated = known;
        connection.trust(known);
    }

    Transaction transaction() {
        return transaction;
    }

    Set<ByteString> channels() {
        return channels;
    }

    Set<ByteString> patterns() {
        return patterns;
    }

    /** Notes that a subscription to a name began (1) or ended (-1). */
    void subscribed(ByteString name, int change) {
        subscribedBytes += change * (SUBSCRIPTION_BYTES + (long) name.bytes().length);
    }

    /** Notes that its patterns as they are read take so many bytes more. */
    void holds(long bytes) {
        subscribedBytes += bytes;
    }

    /** What its name, its subscriptions, its transaction and its unfinished command take of memory, about. */
    long heldBytes() {
        return name.length()
                + subscribedBytes
                + transaction.heldBytes()
                + (unfinished == null ? 0 : unfinished.heldBytes());
    }

    /** Begins a command that is divided; a transaction runs it to its end. */
    void divide(Portions portions, Reply reply) {
        boolean ended = portions.next(reply);
        while (!ended && transaction.isRunning()) {
            ended = portions.next(reply);
        }
        unfinished = ended ? null : portions;
        silent = replies != Replies.ON;
    }

    /** Whether a command waits for its next portion. */
    boolean isDivided() {
        return unfinished != null;
    }

    /** Goes on with the command that waits. */
    void goOn(Reply reply) {
        Portions portions = unfinished;
        unfinished = null;
        if (portions != null && !portions.next(reply)) {
            unfinished = portions;
        }
    }

    /** Whether the command that was divided last is not to be answered. */
    boolean isSilent() {
        return silent;
    }

    int subscriptions() {
        return channels.size() + patterns.size();
    }

    /** Whether only subscriptions may be changed: version 2 cannot tell messages from other replies. */
    boolean isOnlyListening() {
        return protocol == 2 && subscriptions() > 0;
    }

    Replies replies() {
        return replies;
    }

    void replies(Replies which) {
        replies = which;
    }

    /** Leaves the next command unanswered, and this one. */
    void skipNext() {
        if (replies != Replies.OFF) {
            replies = Replies.SKIP_NEXT;
        }
    }

    /** Whether a request is known to cost much before it runs: it names many keys, or runs many commands. */
    boolean isHeavy(Request request) {
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
    boolean hasRun() {
        return lastCommand != null;
    }

    /** Notes that a command ran. */
    void ran(Command command) {
        engine.statistics().ran();
        lastCommand = command;
        lastMillis = engine.clock().millis();
    }

    /** Back to what a new connection is, but for its version of the protocol, which the caller sets, and for what it {@linkplain #forgetSome forgets}. */
    void reset() {
        transaction.end();
        database = 0;
        name = "";
        replies = Replies.ON;
        silent = false;
        authenticated(!engine.access().isAsked());
    }

    /** Takes up to so many subscriptions and watched keys back of a client that has gone; returns how many. */
    int takeBack(int most) {
        unfinished = null;
        int taken = forgetSome(most);
        connection.tookBack();
        return taken;
    }

    /** Forgets up to so many subscriptions and watched keys; returns how many. */
    int forgetSome(int most) {
        int subscriptions = engine.channels().forget(this, most);
        return subscriptions + transaction.unwatch(most - subscriptions);
    }

    /** The line that CLIENT LIST shows. */
    String line() {
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
