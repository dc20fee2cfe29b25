package io.tellask.actor.contract;

import io.tellask.actor.ContractException;
import io.tellask.actor.runtime.CallMessage;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Generates routers. For {@code Promise<Integer> add(int a, int b)} the method of one that routes by the first argument is
 *
 * <pre>
 * Object routee = next(this, (long) a);
 * return routee != null ? ((Calculator) routee).add(a, b) : refusedAsk(this);
 * </pre>
 *
 * <p>No reflection, no boxing and no message of its own; a tell to all routees is one message that is made again for each.
 * Thread-safe.
 *
 * @param <C> the contract
 */
public final class RouterCode<C> {
    /** What the routee of a call depends on. */
    public enum Form {
        /** Not on the call. */
        ANY,
        /** On its first argument. */
        BY_ARGUMENT,
        /** All routees are called; the contract has tells only. */
        ALL
    }

    private static final ClassDesc ROUTER = ClassDescs.of(RouterReference.class);
    private static final ClassDesc CALL_MESSAGE = ClassDescs.of(CallMessage.class);
    private static final MethodTypeDesc NEXT = MethodTypeDesc.of(ConstantDescs.CD_Object, ROUTER);
    private static final MethodTypeDesc NEXT_BY_OBJECT = NEXT.insertParameterTypes(1, ConstantDescs.CD_Object);
    private static final MethodTypeDesc NEXT_BY_NUMBER = NEXT.insertParameterTypes(1, ConstantDescs.CD_long);

    private final MethodHandle constructor;

    private RouterCode(MethodHandle constructor) {
        this.constructor = constructor;
    }

    /**
     * The routers of a contract.
     *
     * @param key what the first argument of each method must be to find its routee by; null: anything
     * @throws ContractException if the contract has a method that cannot be routed so
     */
    public static <C> RouterCode<C> of(Contract<C> contract, Form form, @Nullable Class<?> key) {
        contract.methods().forEach(method -> check(contract, method, form, key));
        GeneratedClasses classes = contract.classes();
        classes.admit(CallMessage.class);
        classes.admit(RouterReference.class);
        if (form == Form.ALL) {
            contract.localCode(); // with the messages
        }
        ClassDesc name = classes.nameOf("Router" + form.ordinal());
        Body body = new Body(ClassDescs.of(contract.type()), form);
        byte[] bytes = ProxyClass.bytes(
                contract,
                name,
                RouterReference.class,
                Routing.class,
                (code, method, type) -> body.write(code, LocalCode.messageName(contract, method), method, type));
        return new RouterCode<>(classes.constructor(classes.define(bytes, name), Routing.class));
    }

    /** A router of the contract. */
    @SuppressWarnings("unchecked")
    public C newRouter(Routing routing) {
        try {
            return (C) constructor.invoke(routing);
        } catch (Throwable failure) {
            throw new ContractException("contract: the router could not be constructed", failure);
        }
    }

    private static void check(Contract<?> contract, ContractMethod method, Form form, @Nullable Class<?> key) {
        String prefix = "router: contract=" + contract.type().getName() + ", method=" + method.name();
        Class<?>[] parameters = method.method().getParameterTypes();
        if (form == Form.ALL && method.kind() != ContractMethod.Kind.TELL) {
            throw new ContractException(
                    prefix + " has a result, and all routees would give one; broadcast void methods only");
        }
        if (form == Form.BY_ARGUMENT && parameters.length == 0) {
            throw new ContractException(
                    prefix + " has no argument to find its routee by; add one, or declare it in another contract");
        }
        if (key != null && !key.isAssignableFrom(parameters[0])) {
            throw new ContractException(prefix + ", its first parameter of type=" + parameters[0].getName() + " is no "
                    + key.getName() + ", which the key is made of; declare it so, or route by the argument itself");
        }
    }

    /** Writes the methods. */
    private record Body(ClassDesc contract, Form form) {
        private void write(CodeBuilder code, ClassDesc message, ContractMethod method, MethodTypeDesc type) {
            code.aload(0);
            if (form == Form.ALL) {
                code.new_(message).dup();
                loadArguments(code, type);
                code.invokespecial(message, "<init>", type.changeReturnType(ConstantDescs.CD_void))
                        .invokevirtual(ROUTER, "tellAll", MethodTypeDesc.of(ConstantDescs.CD_void, CALL_MESSAGE))
                        .return_();
                return;
            }
            writeNext(code, type);
            Label none = code.newLabel();
            code.dup().ifnull(none).checkcast(contract);
            loadArguments(code, type);
            code.invokeinterface(contract, method.name(), type)
                    .return_(TypeKind.from(type.returnType()))
                    .labelBinding(none)
                    .pop()
                    .aload(0);
            switch (method.kind()) {
                case ASK -> call(code, "refusedAsk", ClassDescs.PROMISE).areturn();
                case STREAM -> call(code, "refusedStream", ClassDescs.PUBLISHER).areturn();
                case TELL, BLOCKING ->
                    call(code, "refusal", ClassDescs.of(RuntimeException.class)).athrow();
            }
        }

        private void writeNext(CodeBuilder code, MethodTypeDesc type) {
            if (form == Form.ANY) {
                code.invokestatic(ROUTER, "next", NEXT);
                return;
            }
            ClassDesc first = type.parameterType(0);
            code.loadLocal(TypeKind.from(first), code.parameterSlot(0));
            switch (TypeKind.from(first).asLoadable()) {
                case INT -> code.i2l().invokestatic(ROUTER, "next", NEXT_BY_NUMBER);
                case LONG -> code.invokestatic(ROUTER, "next", NEXT_BY_NUMBER);
                default -> {
                    ClassDescs.box(code, first); // nobody routes by a fraction
                    code.invokestatic(ROUTER, "next", NEXT_BY_OBJECT);
                }
            }
        }

        private static void loadArguments(CodeBuilder code, MethodTypeDesc type) {
            for (int i = 0; i < type.parameterCount(); i++) {
                code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
            }
        }

        private static CodeBuilder call(CodeBuilder code, String name, ClassDesc result) {
            return code.invokestatic(ROUTER, name, MethodTypeDesc.of(result, ROUTER));
        }
    }
}
