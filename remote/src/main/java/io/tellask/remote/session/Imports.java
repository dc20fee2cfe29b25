package io.tellask.remote.session;

import io.tellask.actor.ContractException;
import io.tellask.codec.ByteReader;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.LookupException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.RemotingException;
import io.tellask.remote.frame.Hello;
import io.tellask.text.SafeText;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The references that this side holds to actors of a session's peer, and the contracts the peer announced.
 *
 * <p>A reference that the application let go of is found by the garbage collector, and the peer is told how often it had been handed over.
 * On the loop only, except where the cleaner's thread sends a release.
 */
final class Imports {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final int MOST_CONTRACTS = 1_024;
    private static final int MOST_NAMED_METHODS = 8;

    /** What a reference takes, about: target, credit, proxy, cleaner, place in the table. */
    private static final int REFERENCE_BYTES = 640;

    /** What a method of an announced contract takes beside its signature: two strings' heads, a number, a place in a table. */
    private static final int METHOD_BYTES = 160;

    private static final int CONTRACT_BYTES = 512;

    private final Endpoint endpoint;
    private final Map<Integer, Announced> contracts = new HashMap<>();
    private final Set<RemoteContract<?>> held = new LinkedHashSet<>(); // of references that came
    private final Map<Integer, Held> byId = new HashMap<>();
    private volatile int count; // written by the loop

    private static final class Announced {
        private final String name;
        private final Map<String, Integer> methods;
        private @Nullable RemoteContract<?> here;
        private @Nullable RemoteContract<?> untyped;
        private @Nullable RemoteContract<?> matched;
        private int[] methodsThere = {}; // of the contract that was matched last
        private int soughtAmong; // how many contracts were known when it was not found
        private ReceivedReferences.@Nullable Unusable unknown; // says so

        Announced(String name, Map<String, Integer> methods) {
            this.name = name;
            this.methods = methods;
        }
    }

    /** A reference that is held. */
    private static final class Held {
        private final RemoteTarget target;
        private final Handed handed;

        Held(RemoteTarget target) {
            this.target = target;
            handed = target.handed();
        }
    }

    Imports(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** The peer announced a contract: its id, name and method signatures in its own order. */
    void announced(ByteReader in) {
        if (!endpoint.memory().reserve(CONTRACT_BYTES + 2L * in.remaining())) {
            return; // the session is about to end
        }
        int id = in.readVarInt();
        String name = text(in);
        int count = in.readCount(1);
        if (!endpoint.memory().reserve((long) METHOD_BYTES * count)) {
            return;
        }
        Map<String, Integer> methods = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            methods.put(text(in), i);
        }
        if (contracts.size() >= MOST_CONTRACTS) {
            throw new ProtocolException("contracts: announced=" + contracts.size() + " >= limit=" + MOST_CONTRACTS
                    + "; the peer must announce fewer");
        }
        if (contracts.putIfAbsent(id, new Announced(name, methods)) != null) {
            throw new ProtocolException("contracts: contract id=" + Integer.toUnsignedString(id)
                    + " is announced twice; the peer is damaged or hostile");
        }
    }

    private static String text(ByteReader in) {
        String text = in.readUtf8();
        if (text == null) {
            throw new ProtocolException("contract: a name is null; the peer is damaged or hostile");
        }
        return text;
    }

    /**
     * The proxy for a reference that came: the same one as long as the application holds it, and has not released it.
     *
     * @throws RemotingException if it cannot be used here; the peer is told that it was let go of
     */
    Object received(int referenceId, int contractId, RemoteContract<?> declared) {
        if (referenceId == 0) {
            throw new ProtocolException("reference: id=0, and ids are counted from 1; the peer is damaged or hostile");
        }
        RemoteContract<?> expected = declared == RemoteContract.UNTYPED ? untyped(announced(contractId)) : declared;
        Held held = byId.get(referenceId);
        if (held == null || held.target.contract() != expected || held.handed.isReleased()) {
            try {
                held = new Held(newTarget(referenceId, contractId, expected, held));
            } catch (LookupException | CallRefusedException unusable) {
                endpoint.frames().release(referenceId, 1);
                throw unusable;
            }
            if (byId.put(referenceId, held) == null) {
                endpoint.memory().add(REFERENCE_BYTES);
                count = byId.size();
            }
        }
        held.handed.times++;
        Object proxy = held.handed.proxy.get();
        if (proxy == null) {
            proxy = expected.newProxy(held.target);
            held.handed.proxy = new WeakReference<>(proxy);
            CLEANER.register(proxy, new Release(new WeakReference<>(this), referenceId, held.handed));
        }
        return proxy;
    }

    private static RemoteContract<?> untyped(Announced announced) {
        if (announced.untyped == null) {
            announced.untyped = RemoteContract.untyped(announced.name, announced.methods.keySet());
        }
        return announced.untyped;
    }

    /**
     * The contract of this side that one the peer announced stands for, by its name: where no declared type says which. It is among those
     * that methods of the session's contracts name, alone or within other types, or that are granted.
     * A {@link RemoteContract}, or why there is none.
     */
    Object contractOf(int contractId) {
        Announced announced = announced(contractId);
        if (announced.here == null && announced.name.equals(RemoteContract.STREAM.name())) {
            announced.here = RemoteContract.STREAM;
        }
        if (announced.here == null) {
            int known = held.size() + endpoint.exports().contractCount(); // both only grow
            if (known != announced.soughtAmong) {
                announced.soughtAmong = known;
                seek(announced);
            }
        }
        if (announced.here != null) {
            return announced.here;
        }
        if (announced.unknown == null) {
            announced.unknown = new ReceivedReferences.Unusable("contract=" + SafeText.of(announced.name)
                    + " is named by no parameter or result of the session's contracts; declare it there, or allow it in"
                    + " the codec");
        }
        return announced.unknown;
    }

    private void seek(Announced announced) {
        try {
            announced.here = find(announced.name);
        } catch (LookupException unusable) {
            announced.unknown = new ReceivedReferences.Unusable(String.valueOf(unusable.getMessage()));
        }
    }

    private @Nullable RemoteContract<?> find(String name) {
        Set<RemoteContract<?>> known = new LinkedHashSet<>(endpoint.exports().contracts());
        known.addAll(held);
        for (RemoteContract<?> each : known) {
            if (each.name().equals(name)) {
                return each;
            }
            Class<?> type = each.interfaceNamed(name, endpoint.settings().codec());
            if (type != null) {
                return usable(type);
            }
        }
        return null;
    }

    private static RemoteContract<?> usable(Class<?> type) {
        try {
            return RemoteContract.of(type);
        } catch (ContractException refused) {
            throw new LookupException(String.valueOf(refused.getMessage()));
        }
    }

    /**
     * The numbers that a contract of this side has for the methods as the peer numbers them in one of its own, -1 for those that it lacks;
     * null if it is another contract.
     */
    int @Nullable [] methodsOf(int contractId, RemoteContract<?> contract) {
        Announced announced = announced(contractId);
        if (!announced.name.equals(contract.name())) {
            return null;
        }
        if (announced.matched != contract) {
            Map<String, Integer> ours = new HashMap<>();
            for (int i = 0; i < contract.methodCount(); i++) {
                ours.put(contract.method(i).signature(), i);
            }
            announced.methodsThere = announced.methods.keySet().stream()
                    .mapToInt(signature -> ours.getOrDefault(signature, -1))
                    .toArray();
            announced.matched = contract;
        }
        return announced.methodsThere;
    }

    private Announced announced(int contractId) {
        Announced announced = contracts.get(contractId);
        if (announced == null) {
            throw new ProtocolException("reference: contract id=" + Integer.toUnsignedString(contractId)
                    + " was not announced; the peer is damaged");
        }
        return announced;
    }

    private RemoteTarget newTarget(int referenceId, int contractId, RemoteContract<?> expected, @Nullable Held before) {
        Announced offered = announced(contractId);
        int[] methods = match(offered, expected);
        if (before == null) {
            checkRoom();
        }
        Hello peer = endpoint.peerLimits();
        Credit credit = before == null ? new Credit(peer.creditMessages(), peer.creditBytes()) : before.target.credit();
        this.held.add(expected);
        return new RemoteTarget(endpoint, expected, referenceId, methods, credit, new Handed());
    }

    private void checkRoom() {
        int most = endpoint.limits().references();
        if (byId.size() >= most) {
            throw new CallRefusedException("reference: references held=" + byId.size() + " >= references=" + most
                    + "; let go of some, or raise Limits.references");
        }
        if (!endpoint.memory().mayGrow()) {
            throw new CallRefusedException("reference: there is no memory for one more, references held=" + byId.size()
                    + "; let go of some, and call again later");
        }
    }

    private static int[] match(Announced offered, RemoteContract<?> expected) {
        if (!offered.name.equals(expected.name())) {
            throw new LookupException("lookup: contract=" + expected.name() + " expected, published contract="
                    + SafeText.of(offered.name) + "; look it up by the contract it is published with");
        }
        int[] methods = new int[expected.methodCount()];
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < methods.length; i++) {
            Integer index = offered.methods.get(expected.method(i).signature());
            methods[i] = index == null ? RemoteTarget.LACKING : index;
            if (index == null && !expected.method(i).isOptional()) {
                missing.add(expected.method(i).signature());
            }
        }
        if (!missing.isEmpty()) {
            Set<String> ours =
                    expected.methods().stream().map(m -> m.signature()).collect(Collectors.toSet());
            Set<String> onlyThere = new TreeSet<>(offered.methods.keySet());
            onlyThere.removeAll(ours);
            throw new LookupException("lookup: contract=" + expected.name()
                    + " differs between the two sides, only here=" + listed(missing) + ", only there="
                    + listed(onlyThere)
                    + "; use the same version of the interface, or mark what one side may lack with @OptionalMethod");
        }
        return methods;
    }

    private static String listed(Collection<String> signatures) {
        int more = signatures.size() - MOST_NAMED_METHODS;
        return signatures.stream()
                .limit(MOST_NAMED_METHODS)
                .map(signature -> SafeText.of(withArrow(signature)))
                .collect(Collectors.joining(", ", "[", more > 0 ? " and " + more + " more]" : "]"));
    }

    /** A signature for people: on the wire the result follows the parameters without anything between. */
    private static String withArrow(String signature) {
        int end = signature.lastIndexOf(')') + 1;
        return end == 0 ? signature : signature.substring(0, end) + " -> " + signature.substring(end);
    }

    /**
     * What the cleaner does, which outlives whatever it refers to: so to the session weakly, since that may hold the proxy itself, in calls
     * that nobody answers.
     */
    private record Release(WeakReference<Imports> imports, int referenceId, Handed handed) implements Runnable {
        @Override
        public void run() {
            Imports known = imports.get();
            if (known != null) {
                known.endpoint.runOnLoop(() -> known.release(referenceId, handed));
            }
        }
    }

    private void release(int referenceId, Handed handed) {
        if (handed.proxy.get() == null && !handed.postpones(endpoint.outbound(), () -> release(referenceId, handed))) {
            releaseNow(referenceId, handed);
        }
    }

    /** The application has released a reference: the peer is told behind all messages that name it. From any thread. */
    void releaseOnLoop(int referenceId, Handed handed) {
        endpoint.runOnLoop(() -> {
            if (!handed.postpones(endpoint.outbound(), () -> releaseOnLoop(referenceId, handed))) {
                releaseNow(referenceId, handed);
            }
        });
    }

    private void releaseNow(int referenceId, Handed handed) {
        endpoint.watches().released(referenceId, handed);
        if (handed.times > 0) {
            endpoint.frames().release(referenceId, handed.times);
            handed.times = 0; // kept with its credit until the peer confirms: it may be on its way again
        }
    }

    /** A stream that was an argument has ended: nobody needs it any more. */
    void consumed(RemoteStream stream) {
        int referenceId = stream.target().referenceId();
        Held held = byId.get(referenceId);
        if (held != null && held.handed.proxy.get() == stream && stream.isForOneStream()) {
            releaseNow(referenceId, held.handed);
        }
    }

    /** The peer confirms a release: the id may stand for another actor from here on. */
    void released(int referenceId) {
        Held held = byId.get(referenceId);
        if (held != null && held.handed.times != 0) {
            throw new ProtocolException("released: reference=" + Integer.toUnsignedString(referenceId)
                    + " is held here; the peer is damaged or hostile");
        }
        endpoint.watches().forget(referenceId);
        if (byId.remove(referenceId) != null) {
            endpoint.memory().add(-REFERENCE_BYTES);
            count = byId.size();
        }
    }

    @Nullable
    RemoteTarget find(int referenceId) {
        Held held = byId.get(referenceId);
        return held == null ? null : held.target;
    }

    /** How many are held, from any thread. */
    int count() {
        return count;
    }
}
