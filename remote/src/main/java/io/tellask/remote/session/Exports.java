package io.tellask.remote.session;

import io.tellask.actor.StopReason;
import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.contract.Routee;
import io.tellask.actor.contract.RouterReference;
import io.tellask.actor.contract.StopWatch;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.frame.FrameType;
import io.tellask.text.StackHeadroom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The references that a session's peer holds to actors of this side. Reference ids are counted from 1 and reused once released.
 *
 * <p>The peer says how often it was handed a reference when it lets go of it; at zero the export ends, and the peer is told: until then it
 * keeps the credit it had, so that a reference that was on its way meanwhile goes on with the same account. Thread-safe; {@link #find} is
 * for the loop and takes no lock.
 */
final class Exports {
    /** What an export takes, about, with its place in the tables and its actor's mailbox. */
    static final int EXPORT_BYTES = 1_408;

    /** What it takes more where the peer watches the actor. */
    static final int WATCH_BYTES = 512;

    private final Endpoint endpoint;
    private final Map<Key, Export> byTarget = new HashMap<>();
    private final Map<RemoteContract<?>, Integer> announced = new HashMap<>();
    private final Map<ActorCell<?>, IdleWatch> idleWatches = new HashMap<>();
    private volatile AtomicReferenceArray<@Nullable Export> byId = new AtomicReferenceArray<>(8);
    private int nextId = 1;
    private final List<Integer> freeIds = new ArrayList<>();
    private Consumer<ActorCell<?>> onReleased = cell -> {};

    /** {@code target} is an actor's cell, a publisher that was passed, a router, or a reference of another session. */
    private record Key(Object target, RemoteContract<?> contract) {
        static Key of(Export export) {
            return new Key(export.target(), export.contract());
        }

        static Key of(Object reference, RemoteContract<?> contract) {
            Object target = switch (reference) {
                case LocalReference local -> local.cell();
                case PassedStream stream -> stream;
                case RouterReference router -> router;
                case Object other -> Relay.of(other, contract);
            };
            return new Key(target, contract);
        }
    }

    Exports(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Told when the peer holds no reference to an actor any more. */
    synchronized void onReleased(Consumer<ActorCell<?>> listener) {
        onReleased = listener;
    }

    /** The export under an id, or null. */
    @Nullable
    Export find(int referenceId) {
        AtomicReferenceArray<@Nullable Export> exports = byId;
        return referenceId > 0 && referenceId < exports.length() ? exports.getAcquire(referenceId) : null;
    }

    /** The session has ended. */
    void abandon(Consumer<Throwable> failed) {
        Object[] all;
        synchronized (this) {
            all = byTarget.values().toArray();
            byTarget.values().forEach(Export::leaveCell);
        }
        Each.of(all, export -> ((Export) export).abandon(), failed);
    }

    /** Hands a reference to the peer: writes what it must know first, then {@code reference id, contract id} through the writer. */
    void hand(Object reference, RemoteContract<?> contract, ReferenceWriter writer) {
        StackHeadroom.forCall();
        Key key = Key.of(reference, contract);
        Export dropped = null;
        synchronized (this) {
            int contractId = announce(contract);
            Export export = countUp(key);
            if (!writer.write(export.referenceId(), contractId) && export.countDown(1) <= 0) {
                drop(export);
                dropped = export;
            }
        }
        if (dropped != null) {
            dropped.abandon();
            onReleased.accept(dropped.cell());
        }
    }

    /**
     * Counts a reference, or a publisher, as handed to the peer, which is told of its contract first, and writes {@code id << 1, contract id}.
     */
    Export pass(Object reference, RemoteContract<?> contract, ByteWriter list) {
        StackHeadroom.forCall();
        Key key = Key.of(reference, contract);
        if (endpoint.isEnded()) {
            throw endpoint.disconnected();
        }
        synchronized (this) {
            int contractId = announce(contract);
            Export export = countUp(key);
            list.writeVarInt(export.referenceId() << 1);
            list.writeVarInt(contractId);
            return export;
        }
    }

    private Export countUp(Key key) {
        Export export = byTarget.get(key);
        if (export == null) {
            export = add(key);
        }
        export.countUp();
        return export;
    }

    /** A reference that {@link #pass} counted was not sent. */
    void takeBack(Export export) {
        boolean dropped;
        synchronized (this) {
            if (find(export.referenceId()) != export) {
                return; // the peer released more than it was handed
            }
            dropped = export.countDown(1) <= 0;
            if (dropped) {
                drop(export);
            }
        }
        if (dropped) {
            export.abandon();
            if (export.wasReleased()) { // else the peer never had it, and may be handed it again
                tellReleased(export);
            }
        }
    }

    /** Ends an export, and tells the peer, which may have let go of it before. */
    private void drop(Export export) {
        remove(export);
        endpoint.frames().released(export.referenceId());
    }

    @FunctionalInterface
    interface ReferenceWriter {
        /** False if nothing was written, because nobody waits for the reference any more. */
        boolean write(int referenceId, int contractId);
    }

    private Export add(Key key) {
        int most = endpoint.limits().references();
        if (byTarget.size() >= most) {
            throw new CallRefusedException("reference: references of the session=" + byTarget.size() + " >= references="
                    + most + "; let go of some, or raise Limits.references");
        }
        if (!endpoint.memory().mayGrow() || !endpoint.memory().reserve(EXPORT_BYTES)) {
            throw new CallRefusedException("reference: there is no memory for one more, references of the session="
                    + byTarget.size() + "; let go of some");
        }
        int id = freeIds.isEmpty() ? nextId++ : freeIds.removeLast();
        RemoteContract<?> contract = key.contract();
        Export export = switch (key.target()) {
            case PassedStream stream -> new Export(endpoint, id, stream.cell(), contract, stream);
            case Relay relay -> new RelayedExport(endpoint, id, relay.open(endpoint));
            case RouterReference router -> new RoutedExport(endpoint, id, router, contract);
            case Object cell -> new Export(endpoint, id, (ActorCell<?>) cell, contract, contract.skeleton(endpoint));
        };
        export.idleWatch = idleWatches.get(export.cell());
        byTarget.put(key, export);
        if (id == byId.length()) {
            byId = doubled(byId);
        }
        byId.setRelease(id, export);
        return export;
    }

    private static AtomicReferenceArray<@Nullable Export> doubled(AtomicReferenceArray<@Nullable Export> exports) {
        AtomicReferenceArray<@Nullable Export> more = new AtomicReferenceArray<>(2 * exports.length());
        for (int id = 0; id < exports.length(); id++) {
            more.setPlain(id, exports.getPlain(id));
        }
        return more;
    }

    /** The number under which the peer knows a contract of this side, which it is told of if it is not. */
    synchronized int contractId(RemoteContract<?> contract) {
        StackHeadroom.forCall();
        return announce(contract);
    }

    private int announce(RemoteContract<?> contract) {
        Integer known = announced.get(contract);
        if (known != null) {
            return known;
        }
        int id = announced.size() + 1;
        announced.put(contract, id);
        ByteWriter out = new ByteWriter(1_024);
        out.writeVarInt(id);
        out.writeUtf8(contract.name());
        out.writeVarInt(contract.methodCount());
        contract.methods().forEach(method -> out.writeUtf8(method.signature()));
        if (endpoint.peerLimits().wantsDigests()) {
            Digests.write(contract, out);
        }
        endpoint.frames().announce(FrameType.CONTRACT, out);
        return id;
    }

    /** Has the calls of an actor watched that was not handed out yet. */
    synchronized void watch(ActorCell<?> cell, IdleWatch watch) {
        idleWatches.put(cell, watch);
    }

    synchronized void unwatch(ActorCell<?> cell) {
        idleWatches.remove(cell);
    }

    /** The peer let go of a reference that it had been handed {@code times} times. */
    void release(int referenceId, int times) {
        Export released = null;
        synchronized (this) {
            Export export = find(referenceId);
            if (export == null) {
                throw new ProtocolException("release: reference=" + Integer.toUnsignedString(referenceId)
                        + " is not held by this peer; it is damaged or hostile");
            }
            long left = export.released(times);
            if (left < 0) {
                throw new ProtocolException("release: reference=" + referenceId + ", times=" + times + " > handed out="
                        + (left + times) + "; the peer is damaged or hostile");
            }
            if (left == 0) {
                drop(export);
                released = export;
            }
        }
        if (released != null) {
            released.abandon();
            tellReleased(released);
        }
    }

    /** The peer wants to be told when an actor stops, as long as it holds the reference; on the loop. */
    void watch(int referenceId) {
        Export export = find(referenceId);
        if (export instanceof RoutedExport) {
            return; // it never stops, and the end of the session is known there
        }
        if (export == null || !(export.reference() instanceof Routee watched)) {
            throw new ProtocolException("watch: reference=" + Integer.toUnsignedString(referenceId)
                    + " is none of an actor that this peer holds; it is damaged or hostile");
        }
        StopWatch known = export.stopWatch;
        if (known != null && !known.isDone()
                || known == null && !endpoint.memory().reserve(WATCH_BYTES)) {
            return;
        }
        StopWatch watch = StopWatch.begin(watched);
        boolean isHeld;
        synchronized (this) {
            isHeld = find(referenceId) == export;
            if (isHeld) {
                export.stopWatch = watch;
            }
        }
        if (isHeld) {
            watch.whenComplete((reason, failure) -> tellStopped(export, watch, reason));
        } else {
            watch.cancel(false); // what held it was not sent
        }
    }

    /** Its id may stand for another actor by now. */
    private void tellStopped(Export export, StopWatch watch, @Nullable StopReason reason) {
        synchronized (this) {
            if (find(export.referenceId()) == export && !watch.isCancelled()) {
                ByteWriter out = new ByteWriter(8);
                out.writeVarInt(export.referenceId());
                out.writeVarInt(RemoteWatches.codeOf(reason));
                endpoint.frames().message(FrameType.STOPPED, out);
            }
        }
    }

    /** The actor that passed a publisher is not the peer's. */
    private void tellReleased(Export export) {
        if (export.stream() == null) {
            onReleased.accept(export.cell());
        }
    }

    private void remove(Export export) {
        endpoint.pipelined().forget(export);
        export.leaveCell();
        endpoint.memory().add(-(export.stopWatch == null ? EXPORT_BYTES : EXPORT_BYTES + WATCH_BYTES));
        byTarget.remove(Key.of(export));
        byId.setRelease(export.referenceId(), null);
        freeIds.add(export.referenceId());
    }

    synchronized int contractCount() {
        return announced.size();
    }

    /** The contracts that the peer was told of. */
    synchronized List<RemoteContract<?>> contracts() {
        return List.copyOf(announced.keySet());
    }

    synchronized int count() {
        return byTarget.size();
    }
}
