package io.tellask.kv.resp.client;

import io.tellask.actor.Dispatcher;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.channel.Channels;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.database.DatabaseDamage;
import io.tellask.kv.resp.database.DatabaseListener;
import io.tellask.kv.resp.database.Databases;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.kv.resp.database.ExpirySweep;
import io.tellask.kv.resp.database.Housekeeping;
import io.tellask.kv.resp.loop.DepartedClients;
import io.tellask.kv.resp.loop.ForcedReplies;
import io.tellask.kv.resp.loop.LoopClock;
import io.tellask.kv.resp.message.Reply;
import io.tellask.remote.AuthThrottle;
import io.tellask.remote.LogLimiter;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.TurnScheduler;
import io.tellask.store.DurableMap;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one server share: databases, channels, watched keys, buffers. Belongs to the server's loop.
 *
 * <p>Commands of one connection's read run between {@link #begin} and {@link #end}; time stands still for them.
 */
public final class Engine {
    /** What one read brings at most, and the beginning of a request before it. */
    private static final int INPUT_BYTES = 192 << 10;

    private static final int RUN_ID_BYTES = 20;
    private static final Logger LOG = System.getLogger("io.tellask.kv");

    private final RespLimits limits;
    private final PeerMemory memory;
    private final Authentication access;
    private final AuthThrottle throttle;
    private final LogLimiter endings = new LogLimiter();
    private final Dispatcher loop;
    private final Databases databases;
    private final LoopClock clock;
    private final CommandTable commands;
    private final Clients clients = new Clients();
    private final Channels channels;
    private final WatchedKeys watched = new WatchedKeys();
    private final Statistics statistics = new Statistics();
    private final ForcedReplies forces;
    private final Housekeeping housekeeping;
    private final TurnScheduler turns;
    private final DepartedClients departures;
    private final Reply reply;
    private final byte[] input = new byte[INPUT_BYTES];
    private final List<ClientLink> toFlush = new ArrayList<>();
    private final String runId = newRunId();
    private String address = "";
    private final long startMillis;
    private @Nullable GroupLink group;
    private @Nullable Pipeline pipeline;
    private @Nullable Client running;

    /** An engine that knows the given commands and whose connections live on the given loop. */
    public Engine(EngineSettings settings, CommandTable commands, Dispatcher loop, InstantSource time) {
        limits = settings.limits();
        this.commands = commands;
        channels = new Channels(limits.subscriptions(), this::room);
        memory = settings.memory();
        access = new Authentication(settings.password());
        throttle = new AuthThrottle(limits.authAttempts(), Duration.ofSeconds(limits.authWindowSeconds()));
        this.loop = loop;
        clock = new LoopClock(time);
        startMillis = time.millis();
        housekeeping = new Housekeeping(this::databases, clock, loop);
        turns = new TurnScheduler(loop);
        departures = new DepartedClients(memory, loop);
        databases = new Databases(settings, clock, new Changes());
        forces = new ForcedReplies(databases::force, databases::forceRefusal, loop);
        reply = new Reply(limits.outputBytes(), this::room);
        databases.all().forEach(Database::sweep);
    }

    private static String newRunId() {
        byte[] id = new byte[RUN_ID_BYTES];
        new SecureRandom().nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    /** Which databases are not served, and why. */
    public List<String> damages() {
        return databases.damages().stream().map(DatabaseDamage::text).toList();
    }

    /** Says where clients connect, for those that ask. */
    public void listensOn(String hostAndPort) {
        address = hostAndPort;
    }

    /** Says which group has the keys, instead of databases, and what gathers its commands. */
    public void joins(GroupLink newGroup, Pipeline newPipeline) {
        group = newGroup;
        pipeline = newPipeline;
    }

    /** Ends all connections; called on the loop. */
    public void disconnect() {
        List.copyOf(clients.all()).forEach(client -> client.connection().abort());
    }

    /** Closes the databases; what waits to be forced is. */
    public void close() {
        departures.finish();
        databases.close();
    }

    /** Commands of a client begin to run; returns where their replies go. */
    public Reply begin(Client client) {
        running = client;
        clock.update();
        reply.clear();
        reply.protocol(client.protocol());
        return reply;
    }

    /** They have ended: what others were sent meanwhile leaves. */
    public void end() {
        running = null;
        reply.clear();
        for (int i = 0; i < toFlush.size(); i++) {
            toFlush.get(i).flushSafely();
        }
        toFlush.clear();
    }

    /** Whether it is a client's commands that run. */
    public boolean isRunning(Client client) {
        return running == client;
    }

    /** Lets a connection send what waits when the running commands have ended. */
    public void flushLater(ClientLink connection) {
        toFlush.add(connection);
    }

    /** Whether the connection whose commands run may take so many bytes. */
    boolean room(long bytes) {
        Client client = running;
        return client == null || client.connection().room(bytes);
    }

    /** Forgets a client that may be among those that are being looked at. */
    public void forgetLater(Client client) {
        loop.execute(() -> forget(client));
    }

    /** Forgets a client whose connection ended; what it listened to and watched goes by and by. */
    public void forget(Client client) {
        clients.remove(client);
        client.transaction().discard();
        client.rename("");
        departures.add(client);
    }

    public RespLimits limits() {
        return limits;
    }

    public Authentication access() {
        return access;
    }

    public AuthThrottle throttle() {
        return throttle;
    }

    /** Logs that a connection ended, and why, once a second at most. */
    public void logEnd(ClientLink connection, String how) {
        String peer = connection.peer();
        endings.log(LOG, Level.WARNING, () -> "resp: connection of " + peer + " " + how);
    }

    public TurnScheduler turns() {
        return turns;
    }

    public Dispatcher loop() {
        return loop;
    }

    /** Forty hexadecimal digits, drawn anew at each start. */
    public String runId() {
        return runId;
    }

    public String address() {
        return address;
    }

    public long startMillis() {
        return startMillis;
    }

    public LoopClock clock() {
        return clock;
    }

    /** The group that has the keys, so that there are no databases here; null where there are. */
    public @Nullable GroupLink group() {
        return group;
    }

    /** What gathers the commands of the group; null where there is none. */
    public @Nullable Pipeline pipeline() {
        return pipeline;
    }

    public Databases databases() {
        return databases;
    }

    public CommandTable commands() {
        return commands;
    }

    public Clients clients() {
        return clients;
    }

    public Channels channels() {
        return channels;
    }

    public WatchedKeys watched() {
        return watched;
    }

    public Statistics statistics() {
        return statistics;
    }

    public ForcedReplies forces() {
        return forces;
    }

    public Reply reply() {
        return reply;
    }

    public byte[] input() {
        return input;
    }

    public PeerMemory memory() {
        return memory;
    }

    /** What databases tell of their changes. */
    private final class Changes implements DatabaseListener {
        @Override
        public void changes(int database, byte[] key) {
            if (!watched.isEmpty()) {
                watched.touch(database, key);
            }
        }

        @Override
        public void clears(int database, Predicate<byte[]> there) {
            watched.touchAll(database, there);
        }

        @Override
        public void expired() {
            statistics.expired();
        }

        @Override
        public void sweeps(Database database, DurableMap<byte[], byte[]> map) {
            Thread.ofVirtual().name("tellask-resp-sweep").start(new ExpirySweep(map, database, loop));
        }

        @Override
        public void looks(long steps) {
            Client client = running;
            if (client != null) {
                client.looks(steps);
            }
        }

        @Override
        public void needsCare() {
            housekeeping.wake();
        }

        @Override
        public void wrote(int database) {
            Client writer = running;
            if (writer != null && databases.isForced()) {
                writer.connection().wrote(database);
            }
        }
    }
}
