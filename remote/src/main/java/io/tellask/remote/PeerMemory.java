package io.tellask.remote;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The budget of memory for all that peers make a process hold: unfinished messages and requests, answers that nobody reads, calls that
 * wait, subscriptions, and the like.
 *
 * <p>Each connection has a {@link MemoryHolder}, which asks for room before it allocates. Where all of them together would hold more than the
 * limit, the connection that holds most is closed, with a reason and a line in the log; the others go on. What it holds counts as leaving
 * until its loop has let go of it, so that one overflow closes no more connections than it must; until then the sum may be above the limit.
 * Where it is so by more than half, sessions that hold more than {@value #LEAST_BYTES} bytes {@linkplain MemoryHolder#mustWait wait}: nothing is
 * read of their peers until enough has left. Beyond twice the limit all wait, and who asks all the same is closed, unless it holds less than a 64th of the limit or less than {@value #LEAST_BYTES} bytes.
 * New connections are refused while what connections take by themselves is more than half of the limit.
 *
 * <p>There is one for a process, {@link #ofProcess()}, with {@value #DEFAULT_PERCENT} % of the heap; the system property
 * {@value #LIMIT_PROPERTY} sets another share ({@code 20%}) or a size ({@code 64M}). Tests make smaller ones. Thread-safe; nothing waits here.
 */
public final class PeerMemory {
    /** The share of the heap that peers may make a process hold, where nothing else is said. */
    public static final int DEFAULT_PERCENT = 30;

    /** The system property that sets the limit of the process: a percentage of the heap, or bytes with K, M or G. */
    public static final String LIMIT_PROPERTY = "tellask.peerMemory";

    /** The smallest limit, which lets one connection begin. */
    public static final long LEAST_BYTES = 64 << 10;

    /** Who holds no more than this part of the limit is not refused anything because it is nearly reached. */
    private static final int SMALL_SHARE = 16;

    private static final Logger LOG = System.getLogger("io.tellask.remote");
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15})(%|[KMG]?)B?");
    private static final PeerMemory OF_PROCESS = new PeerMemory(limitOfProcess());

    private final Set<MemoryHolder> holders = ConcurrentHashMap.newKeySet();
    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicLong stayingBytes = new AtomicLong(); // of what is held: one number, for it is judged by itself
    private final PriorityQueue<MemoryHolder> largestFirst =
            new PriorityQueue<>(Comparator.comparingLong((MemoryHolder holder) -> holder.ranked)
                    .reversed()); // empty between calls; guarded by this
    private final AtomicLong connectionBytes = new AtomicLong();
    private final AtomicLong closed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final LogLimiter log = new LogLimiter();
    private volatile long limitBytes;

    /**
     * What is held now, and what happened since the start.
     *
     * @param limitBytes what peers may make the process hold
     * @param heldBytes what they make it hold
     * @param largestBytes what the connection holds that holds most
     * @param largest the name of that connection, or an empty string
     * @param connections how many connections there are
     * @param closedConnections how many were closed because all together held too much
     * @param refusedConnections how many were refused because there were too many for the memory
     */
    public record Statistics(
            long limitBytes,
            long heldBytes,
            long largestBytes,
            String largest,
            int connections,
            long closedConnections,
            long refusedConnections) {}

    /** A budget apart from that of the process: for tests, or for servers that must not share one. */
    public PeerMemory(long limitBytes) {
        limit(limitBytes);
    }

    /** The budget that all sessions and servers share unless they are given another. */
    public static PeerMemory ofProcess() {
        return OF_PROCESS;
    }

    private static long limitOfProcess() {
        return amount(System.getProperty(LIMIT_PROPERTY, DEFAULT_PERCENT + "%"));
    }

    /**
     * The bytes that a text stands for: a percentage of the heap such as {@code 30%}, or a size such as {@code 64M}.
     *
     * @throws IllegalArgumentException if it is neither, or out of range: 64 KiB to the whole heap
     */
    public static long amount(String text) {
        Matcher parts = AMOUNT.matcher(text.strip().toUpperCase(Locale.ROOT));
        long heap = Runtime.getRuntime().maxMemory();
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "peer memory: amount=" + text + " is no amount; write a share of the heap (30%) or a size (64M)");
        }
        long number = Long.parseLong(parts.group(1));
        double bytes = switch (parts.group(2)) {
            case "%" -> heap / 100.0 * number;
            case "K" -> number * 0x1p10;
            case "M" -> number * 0x1p20;
            case "G" -> number * 0x1p30;
            default -> number;
        };
        if (bytes < LEAST_BYTES || bytes > heap) {
            throw new IllegalArgumentException("peer memory: bytes=" + (long) bytes + " is not within " + LEAST_BYTES
                    + " to the heap's " + heap + "; choose less, or give the process a larger heap");
        }
        return (long) bytes;
    }

    /** Changes the limit; what is held beyond a lower one leaves when more is asked for. */
    public void limit(long bytes) {
        if (bytes < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "peer memory: limitBytes=" + bytes + " < " + LEAST_BYTES + "; allow at least that");
        }
        limitBytes = bytes;
    }

    public long limitBytes() {
        return limitBytes;
    }

    public long heldBytes() {
        return heldBytes.get();
    }

    /** Whether more than half of the limit is held: nobody should keep memory for later then. */
    public boolean isTight() {
        return heldBytes.get() > limitBytes / 2;
    }

    /** Whether more than three quarters of the limit are held: those that hold much get no more references then. */
    public boolean isShort() {
        return heldBytes.get() > limitBytes - limitBytes / 4;
    }

    /** Whether connections by themselves take so much that soon the next one is refused: who has none at present should give way. */
    boolean isCrowded() {
        return connectionBytes.get() > limitBytes / 2 - limitBytes / 8;
    }

    /** Whether connections by themselves take nearly all that they may take: room for few is left, for those who have none. */
    boolean connectionsAreMany() {
        return connectionBytes.get() > limitBytes / 2 - limitBytes / 32;
    }

    /** Whether a connection that holds so many bytes may take more of what can be refused. */
    boolean mayGrow(long bytes) {
        return bytes <= limitBytes / SMALL_SHARE || !isShort();
    }

    /** Whether so much is leaving that a connection that holds so many bytes should wait for it. */
    boolean mustWait(long bytes) {
        long sum = heldBytes.get();
        return sum > limitBytes + limitBytes / 2 && (bytes > LEAST_BYTES || sum > 2 * limitBytes);
    }

    /** How often a connection has waited for what was leaving. */
    public long waits() {
        return waits.get();
    }

    void countWait() {
        waits.incrementAndGet();
    }

    /** Looks at all connections: not for every message. */
    public Statistics statistics() {
        long most = 0;
        String largest = "";
        for (MemoryHolder holder : holders) {
            if (holder.bytes() > most) {
                most = holder.bytes();
                largest = holder.name();
            }
        }
        return new Statistics(limitBytes, heldBytes(), most, largest, holders.size(), closed.get(), refused.get());
    }

    /**
     * The account of a new connection, which takes {@code baseBytes} by itself.
     *
     * @return an account that {@link MemoryHolder#isClosing is closing} if there is no room for the connection
     */
    public MemoryHolder open(MemoryHolder.Owner owner, int baseBytes) {
        MemoryHolder holder = new MemoryHolder(this, owner, baseBytes);
        holders.add(holder);
        boolean room = connectionBytes.addAndGet(baseBytes) <= limitBytes / 2;
        if (!room || !holder.reserve(baseBytes)) {
            refused.incrementAndGet();
            holder.refuse();
        }
        return holder;
    }

    /** Adds to what is held, and to what stays where it is not leaving; false if the connection that asks must be closed for it. */
    boolean hold(MemoryHolder holder, long change, boolean leaves) {
        long sum = heldBytes.addAndGet(change);
        if (!leaves) {
            stayingBytes.addAndGet(change);
        }
        return change <= 0 || sum <= limitBytes || makeRoom(holder);
    }

    /** What a connection holds that is closing counts as leaving from here on. */
    void leaves(long bytes) {
        stayingBytes.addAndGet(-bytes);
    }

    /**
     * Closes those that hold most until the others keep within the limit; false if the one that asks is among them. While enough is leaving
     * this takes no lock and looks at no connection but that one.
     */
    private boolean makeRoom(MemoryHolder asking) {
        if (staysTooMuch()) {
            closeLargest();
        }
        if (asking.bytes() > mostBesideLeavingBytes()) {
            close(asking); // what leaves has not left, and there is no room to wait for it
        }
        return !asking.isClosing();
    }

    private boolean staysTooMuch() {
        return stayingBytes.get() > limitBytes;
    }

    /**
     * Looks at all connections once, however many must go. What they hold is added up here: one that ends at this moment
     * holds nothing any more, while the common count may still have it, and nobody else is to be closed for that.
     */
    private synchronized void closeLargest() {
        long staying = 0;
        for (MemoryHolder holder : holders) {
            if (!holder.isClosing()) {
                holder.ranked = holder.bytes();
                staying += holder.ranked;
                largestFirst.add(holder);
            }
        }
        while (staying > limitBytes && !largestFirst.isEmpty()) {
            MemoryHolder largest = largestFirst.remove();
            staying -= largest.ranked;
            close(largest);
        }
        largestFirst.clear();
    }

    /** What a connection may hold while so much is leaving: those that hold little are never closed for what others hold. */
    private long mostBesideLeavingBytes() {
        return heldBytes.get() > 2 * limitBytes ? Math.max(LEAST_BYTES, limitBytes / 64) : Long.MAX_VALUE;
    }

    private void close(MemoryHolder largest) {
        if (largest.beginClosing()) {
            closed.incrementAndGet();
            largest.close("memory: bytes=" + largest.bytes() + " of this connection are most of what all peers hold, "
                    + heldBytes.get() + " > peerMemory=" + limitBytes
                    + "; send and ask for less at once, read answers faster, or raise the server's limit");
        }
    }

    /** A connection has let go of so many bytes, all but what outlives it and is leaving; so many of them were to stay. */
    void ended(MemoryHolder holder, long bytes, long stayed, int baseBytes) {
        if (holders.remove(holder)) {
            connectionBytes.addAndGet(-baseBytes);
        }
        heldBytes.addAndGet(-bytes);
        stayingBytes.addAndGet(-stayed);
        String reason = holder.reason();
        if (reason != null) {
            log.log(LOG, Level.WARNING, () -> "connection with " + holder.name() + " closed, " + reason);
        }
    }
}
