package io.tellask.remote.session;

import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.contract.OpenPackages;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.remote.frame.FrameType;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the protocol knows of a contract: its generated proxy and skeleton and how its results are encoded. Made once per interface.
 * Immutable; thread-safe.
 *
 * @param <C> the interface
 */
public final class RemoteContract<C> {
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
    }

    private final Contract<C> contract;
    private final Type[][] parameterTypes;
    private final int[] argumentBytes;
    private final int[] frameTypes;
    private final ResultCodec[] results;
    private final InPlaceTries[] tries;
    private final Skeleton skeleton;
    private final RemoteCode.ProxyFactory<C> proxies;

    private RemoteContract(Contract<C> contract) {
        this.contract = contract;
        List<ContractMethod> methods = contract.methods();
        parameterTypes = methods.stream()
                .map(m -> m.types().parameters().toArray(Type[]::new))
                .toArray(Type[][]::new);
        argumentBytes = methods.stream().mapToInt(RemoteContract::argumentBytes).toArray();
        frameTypes =
                methods.stream().mapToInt(method -> frameType(method.kind())).toArray();
        results = methods.stream().map(ResultCodec::of).toArray(ResultCodec[]::new);
        tries = methods.stream().map(_ -> new InPlaceTries()).toArray(InPlaceTries[]::new);
        contract.localCode(); // the messages that the skeleton makes
        contract.classes().admit(Skeleton.class);
        contract.classes().see(ByteWriter.class);
        skeleton = RemoteCode.skeleton(this);
        proxies = RemoteCode.proxies(this);
    }

    @SuppressWarnings("unchecked")
    public static <C> RemoteContract<C> of(Class<C> type) {
        return (RemoteContract<C>) CONTRACTS.get(type);
    }

    public Contract<C> contract() {
        return contract;
    }

    String name() {
        return contract.type().getName();
    }

    Skeleton skeleton() {
        return skeleton;
    }

    ContractMethod method(int index) {
        return contract.methods().get(index);
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

    /** Whether a type by itself is that of references: an interface, and none of the JDK. */
    public static boolean isContract(Type type) {
        return type instanceof Class<?> plain
                && plain.isInterface()
                && !plain.getName().startsWith("java.");
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
        for (ContractMethod method : contract.methods()) {
            for (Type parameter : method.types().parameters()) {
                Class<?> found = codec.find(name, parameter);
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

    C newProxy(RemoteTarget target) {
        return proxies.create(target);
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
