package io.tellask.remote.session;

import io.tellask.actor.StopReason;
import io.tellask.actor.contract.StopWatch;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.frame.FrameType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Those of this side who watch actors of the peer: each is told once, when the peer says that the actor has stopped, or when the session is over.
 *
 * <p>The peer is asked once about each reference, however many watch by it and take that back, and keeps that in mind until it was released. Meanwhile the
 * reference is held here as well, so that the collector does not release it. Thread-safe.
 */
final class RemoteWatches {
    /** What the peer says where it cannot tell why or when an actor stops. */
    private static final int UNREACHABLE = 6;

    private static final int UNKNOWABLE = 7;

    private final Endpoint endpoint;
    private final Map<Integer, Watched> byId = new HashMap<>(); // guarded by this
    private boolean ended; // guarded by this

    /** An actor that somebody has watched. */
    private static final class Watched {
        private final Map<StopWatch, RemoteReference> watches = new LinkedHashMap<>();
        private boolean asked; // the peer tells when it stops
        private @Nullable StopReason reason; // it has
    }

    RemoteWatches(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Somebody watches an actor by a reference. */
    void add(RemoteReference reference, StopWatch watch) {
        RemoteTarget actor = reference.target().actor();
        if (actor == null) {
            throw new IllegalStateException(
                    "watch: " + reference + " is not here yet; watch it when its promise is settled");
        }
        watch.onTakenBack(() -> takeBack(actor.referenceId(), watch));
        Consumer<StopWatch> tell = endpoint.peerLimits().tellsStops()
                ? keep(actor, reference, watch)
                : refusal("its release is older than watching; update it there");
        if (tell != null) {
            tell.accept(watch);
        } else {
            endpoint.runOnLoop(() -> ask(actor.referenceId(), actor.handed()));
        }
    }

    /** Keeps a watch, or says what it is told instead. */
    private synchronized @Nullable Consumer<StopWatch> keep(
            RemoteTarget actor, RemoteReference reference, StopWatch watch) {
        if (ended) {
            return told -> told.told(StopReason.UNREACHABLE);
        }
        if (actor.handed().isReleased()) {
            return releasedHere();
        }
        Watched watched = byId.computeIfAbsent(actor.referenceId(), id -> new Watched());
        StopReason known = watched.reason;
        if (known != null) {
            return told -> told.told(known);
        }
        watched.watches.put(watch, reference);
        return null;
    }

    private Consumer<StopWatch> refusal(String why) {
        return watch -> watch.refused(new CallRefusedException(
                "watch: the peer " + endpoint.peer() + " cannot tell when the actor stops, " + why));
    }

    private static Consumer<StopWatch> releasedHere() {
        return watch -> watch.refused(new CallRefusedException(
                "watch: the reference was released here by Remote.release; take the watch back before"));
    }

    private synchronized void takeBack(int referenceId, StopWatch watch) {
        Watched watched = byId.get(referenceId);
        if (watched != null) {
            watched.watches.remove(watch);
        }
    }

    /** Asks the peer, unless it was asked, or the reference was released since; on the loop. */
    private void ask(int referenceId, Handed handed) {
        synchronized (this) {
            Watched watched = byId.get(referenceId);
            if (handed.times == 0 || watched == null || watched.asked) {
                return;
            }
            watched.asked = true;
        }
        ByteWriter out = new ByteWriter(8);
        out.writeVarInt(referenceId);
        endpoint.frames().message(FrameType.WATCH, out);
    }

    /** The peer says that an actor has stopped; on the loop. */
    void stopped(ByteReader body) {
        int referenceId = body.readVarInt();
        int code = body.readVarInt();
        StopReason reason = reasonOf(code);
        List<StopWatch> told;
        synchronized (this) {
            Watched watched = byId.get(referenceId);
            if (watched == null || !watched.asked) {
                throw new ProtocolException("stopped: reference=" + Integer.toUnsignedString(referenceId)
                        + " is not watched here; the peer is damaged or hostile");
            }
            if (code == UNREACHABLE || code == UNKNOWABLE) {
                watched.asked = false; // it may be reached again, by who passed the reference on
            } else {
                watched.reason = reason;
            }
            told = List.copyOf(watched.watches.keySet());
            watched.watches.clear();
        }
        tell(
                told,
                code == UNKNOWABLE
                        ? refusal("the one it got the reference from does not tell it")
                        : watch -> watch.told(reason));
    }

    private void tell(List<StopWatch> watches, Consumer<StopWatch> what) {
        Each.of(watches.toArray(StopWatch[]::new), what, endpoint::endFailedPartly);
    }

    /** A reference was released: who watched by it is told no more; on the loop. */
    void released(int referenceId, Handed handed) {
        List<StopWatch> left;
        synchronized (this) {
            left = takeOut(
                    byId.get(referenceId), reference -> reference.target().handed() == handed);
        }
        tell(left, releasedHere());
    }

    /** The peer has confirmed that: the id may stand for another actor; on the loop. */
    synchronized void forget(int referenceId) {
        byId.remove(referenceId);
    }

    private static List<StopWatch> takeOut(@Nullable Watched watched, Predicate<RemoteReference> by) {
        List<StopWatch> taken = new ArrayList<>();
        if (watched != null) {
            watched.watches.forEach((watch, reference) -> {
                if (by.test(reference)) {
                    taken.add(watch);
                }
            });
            watched.watches.keySet().removeAll(taken);
        }
        return taken;
    }

    /** The session is over. */
    void end() {
        List<StopWatch> left = new ArrayList<>();
        synchronized (this) {
            ended = true;
            byId.values().forEach(watched -> left.addAll(watched.watches.keySet()));
            byId.clear();
        }
        tell(left, watch -> watch.told(StopReason.UNREACHABLE));
    }

    /** How many watch; from any thread. */
    synchronized int count() {
        return byId.values().stream()
                .mapToInt(watched -> watched.watches.size())
                .sum();
    }

    /** How a reason is written. */
    static int codeOf(@Nullable StopReason reason) {
        return switch (reason) {
            case REQUESTED, RESTARTED -> 0;
            case SYSTEM_CLOSED -> 1;
            case FAILED -> 2;
            case PARENT_STOPPED -> 3;
            case SESSION_ENDED -> 4;
            case IDLE -> 5;
            case UNREACHABLE -> UNREACHABLE;
            case null -> UNKNOWABLE;
        };
    }

    private static StopReason reasonOf(int code) {
        return switch (code) {
            case 1 -> StopReason.SYSTEM_CLOSED;
            case 2 -> StopReason.FAILED;
            case 3 -> StopReason.PARENT_STOPPED;
            case 4 -> StopReason.SESSION_ENDED;
            case 5 -> StopReason.IDLE;
            case UNREACHABLE -> StopReason.UNREACHABLE;
            default -> StopReason.REQUESTED; // or what a newer release knows
        };
    }
}
