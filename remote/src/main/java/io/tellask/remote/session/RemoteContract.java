package io.tellask.remote.session;

import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.contract.OpenPackages;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.MethodNames;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.remote.frame.FrameType;
import io.tellask.text.DataInterface;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * What the protocol knows of a contract: its generated proxy and skeleton and how its results are encoded. Made once per interface.
 * Immutable; thread-safe.
 *
 * @param <C> the interface
 */
public final class RemoteContract<C> implements MethodNames {
    /** By which the peer calls a publisher that was an argument: what it emits, the parameter declares. */
    static final RemoteContract<?> STREAM;

    /** Stands for whatever contract the peer has, where its interface is not here. */
    public static final RemoteContract<?> UNTYPED;

    /** What an argument takes that is no number: a string, an array, or what a value has beside its parts. */
    private static final int REFERENCE_BYTES = 40;

    private static final ClassValue<RemoteContract<?>> CONTRACTS = new ClassValue<>() {
        @Override
        protected RemoteContract<?> computeValue(Class<?> type) {
            return new RemoteContract<>(Contract.of(type));
        }
    };

    static {
        Module ours = RemoteContract.class.getModule();
        OpenPackages.register(ours, (name, target) -> ours.addExports(name, target));
        STREAM = new RemoteContract<>(
                Contract.of(Flow.Publisher.class),
                Flow.Publisher.class.getName(),
                List.of(PassedStream.method()),
                RemoteStream::new);
        UNTYPED = untyped(Object.class.getName(), List.of());
    }

    private final Contract<C> contract;
    private final String name;
    private final List<ContractMethod> methods;
    private final ContractMethod[] methodsByIndex;
    private final Type[][] parameterTypes;
    private final int[] argumentBytes;
    private final int[] frameTypes;
    private final ResultCodec[] results;
    private final @Nullable ResultCodec[][] streamItems;
    private final InPlaceTries[] tries;
    private final @Nullable Skeleton skeleton; // null where each reference has its own
    private final RemoteCode.ProxyFactory<C> proxies;
    private volatile RemoteCode.@Nullable StableFactory stableProxies; // made when the first one is needed
    private volatile @Nullable OptionalLong digest; // computed when the first peer asks
    private volatile @Nullable TextCode<C> text; // made for the first session that needs it

    private RemoteContract(Contract<C> contract) {
        this(contract, contract.type().getName(), contract.methods(), null);
    }

    /** One whose references are made by {@code own}, or by generated code. */
    private RemoteContract(
            Contract<C> contract, String name, List<ContractMethod> methods, RemoteCode.@Nullable ProxyFactory<C> own) {
        this.contract = contract;
        this.name = name;
        this.methods = methods;
        methodsByIndex = methods.toArray(ContractMethod[]::new);
        parameterTypes = methods.stream()
                .map(m -> m.types().parameters().toArray(Type[]::new))
                .toArray(Type[][]::new);
        argumentBytes = methods.stream().mapToInt(RemoteContract::argumentBytes).toArray();
        frameTypes =
                methods.stream().mapToInt(method -> frameType(method.kind())).toArray();
        results = methods.stream().map(ResultCodec::of).toArray(ResultCodec[]::new);
        streamItems = methods.stream().map(ResultCodec::ofStreams).toArray(ResultCodec[][]::new);
        tries = methods.stream().map(_ -> new InPlaceTries()).toArray(InPlaceTries[]::new);
        if (own != null) {
            skeleton = null;
            proxies = own;
            return;
        }
        contract.localCode(); // the messages that the skeleton makes
        contract.classes().admit(Skeleton.class);
        contract.classes().see(ByteWriter.class);
        skeleton = RemoteCode.skeleton(this);
        proxies = RemoteCode.proxies(this);
    }

    /** Of an interface that is not here, by what the peer announced of it; it lives as long as the session. */
    @SuppressWarnings("unchecked")
    static RemoteContract<?> untyped(String name, Collection<String> signatures) {
        Contract<?> standIn = Contract.of(Flow.Publisher.class); // an interface that every module sees
        return new RemoteContract<>(
                (Contract<Object>) standIn, name, UntypedReference.methods(signatures), UntypedReference::new);
    }

    @SuppressWarnings("unchecked")
    public static <C> RemoteContract<C> of(Class<C> type) {
        return (RemoteContract<C>) CONTRACTS.get(type);
    }

    public Contract<C> contract() {
        return contract;
    }

    String name() {
        return name;
    }

    /** Whether the digest need not be computed any more. */
    boolean knowsDigest() {
        return digest != null;
    }

    /** By which a peer that was generated from the contract tells its version; none where the interface is not here, or nobody knows it. */
    OptionalLong digest() {
        OptionalLong known = digest;
        if (known == null) {
            known = skeleton == null ? OptionalLong.empty() : Digests.compute(contract.type());
            digest = known;
        }
        return known;
    }

    /** Of generated code, for the values of a session. */
    Skeleton skeleton(Endpoint endpoint) {
        return endpoint.values().texts() == null ? Objects.requireNonNull(skeleton) : text().skeleton();
    }

    /** The code for sessions whose values are JSON or CBOR. */
    private TextCode<C> text() {
        TextCode<C> made = text;
        if (made == null) {
            synchronized (this) {
                made = text;
                if (made == null) {
                    made = TextCode.of(this);
                    text = made;
                }
            }
        }
        return made;
    }

    List<ContractMethod> methods() {
        return methods;
    }

    ContractMethod method(int index) {
        return methodsByIndex[index];
    }

    @Override
    public String methodName(int method) {
        int simple = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1;
        return name.substring(simple) + "." + methodsByIndex[method].name();
    }

    int methodCount() {
        return results.length;
    }

    /** The type of the frames by which a method is called. */
    int frameType(int method) {
        return frameTypes[method];
    }

    private static int frameType(ContractMethod.Kind kind) {
        return switch (kind) {
            case TELL -> FrameType.TELL;
            case ASK, BLOCKING -> FrameType.ASK;
            case STREAM -> FrameType.OPEN;
        };
    }

    Type parameterType(int method, int parameter) {
        return parameterTypes[method][parameter];
    }

    /** Whether a type by itself is that of references: an interface that others may implement, and none of the JDK or of data. */
    public static boolean isContract(Type type) {
        return type instanceof Class<?> plain
                && plain.isInterface()
                && !plain.isSealed()
                && !plain.getName().startsWith("java.")
                && !DataInterface.isPassedByValue(plain);
    }

    /** The contract of references that a parameter declares; null where it declares anything else. */
    @Nullable
    RemoteContract<?> parameterContract(int method, int parameter) {
        Type type = parameterTypes[method][parameter];
        return isContract(type) ? of((Class<?>) type) : null;
    }

    /** What the arguments of a call take beside twice their bytes on the wire, and what their decoding counts. */
    int argumentBytes(int method) {
        return argumentBytes[method];
    }

    private static int argumentBytes(ContractMethod method) {
        return method.types().parameters().stream()
                .mapToInt(type -> type instanceof Class<?> plain && plain.isPrimitive() ? Long.BYTES : REFERENCE_BYTES)
                .sum();
    }

    ResultCodec result(int method) {
        return results[method];
    }

    /** Whether an object implements the interface. */
    boolean takes(Object reference) {
        return contract.type().isInstance(reference);
    }

    /** Whether a parameter is a publisher by itself. */
    boolean isStream(int method, int parameter) {
        return streamItems[method][parameter] != null;
    }

    /** What a parameter emits that is a publisher. */
    ResultCodec streamItems(int method, int parameter) {
        return Objects.requireNonNull(streamItems[method][parameter]);
    }

    /** Whether the arguments of a method are written in place. */
    InPlaceTries tries(int method) {
        return tries[method];
    }

    /** The reference by which this process calls an actor of its own. */
    @SuppressWarnings("unchecked")
    Object newLocal(ActorCell<?> cell) {
        return contract.localCode().newReference((ActorCell<C>) cell);
    }

    /** The interface of a name that a parameter or result lets in, or the codec grants with it; null if there is none. */
    @Nullable
    Class<?> interfaceNamed(String name, Codec codec) {
        for (ContractMethod method : methods) {
            for (int i = 0; i < method.types().parameters().size(); i++) {
                Class<?> found = codec.find(name, ResultCodec.valueType(method, i));
                if (found != null && found.isInterface()) {
                    return found;
                }
            }
            Class<?> found = codec.find(name, method.resultType());
            if (found != null && found.isInterface()) {
                return found;
            }
        }
        return null;
    }

    /** A reference that outlives its session; calls go to {@code first} until it is given another one. */
    StableReference newStable(RemoteReference first) {
        if (skeleton == null) {
            return new UntypedReference.Stable(first);
        }
        RemoteCode.StableFactory known = stableProxies;
        if (known == null) {
            synchronized (this) {
                known = stableProxies;
                if (known == null) {
                    known = RemoteCode.stableProxies(this);
                    stableProxies = known;
                }
            }
        }
        return known.create(first);
    }

    C newProxy(RemoteTarget target) {
        return (skeleton == null || target.endpoint().values().texts() == null ? proxies : text().proxies())
                .create(target);
    }

    /** Fails early, naming what is wrong, if a parameter or result can never be encoded. */
    public void check(Codec codec) {
        for (ContractMethod method : contract.methods()) {
            ParameterCheck.requireData(method);
            ParameterCheck.requireEncodable(method, codec);
        }
    }

    /** As {@link #check}, for the side that is called: callbacks that its codec takes from nobody are refused, too. */
    public void checkPublished(Codec codec) {
        check(codec);
        contract.methods().forEach(method -> ParameterCheck.requireSender(method, codec));
    }
}
