package io.tellask.actor.contract;

import io.tellask.actor.ContractException;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.actor.runtime.UrgentCall;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The code generated for calls within one process: a message class per method and the proxy that sends them.
 *
 * <p>For {@code Promise<Integer> add(int a, int b)} the message has two int fields and {@code invoke} calls {@code add} on the actor; the
 * proxy's {@code add} is {@code return ask(new Message(a, b))}. A publisher among the arguments is {@code passed(publisher)}. No reflection and no boxing of arguments.
 *
 * @param <C> the contract
 */
public final class LocalCode<C> {
    private static final ClassDesc CALL_MESSAGE = ClassDescs.of(CallMessage.class);
    private static final ClassDesc URGENT_CALL = ClassDescs.of(UrgentCall.class);
    private static final ClassDesc TO_LONG = ClassDescs.of(ToLongFunction.class);
    private static final MethodTypeDesc ARGUMENT_BYTES = MethodTypeDesc.of(ConstantDescs.CD_long, TO_LONG);
    private static final MethodTypeDesc BYTES_OF =
            MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_Object, TO_LONG);
    private static final ClassDesc LOCAL_REFERENCE = ClassDescs.of(LocalReference.class);
    private static final ClassDesc COPYING_REFERENCE = ClassDescs.of(CopyingReference.class);
    private static final MethodTypeDesc PASSED = MethodTypeDesc.of(ClassDescs.PUBLISHER, ClassDescs.PUBLISHER);

    private final Contract<C> contract;
    private final MethodHandle newProxy;
    private volatile @Nullable MethodHandle newCopying; // null until the first is made
    private volatile @Nullable MethodHandle newForwarding; // likewise

    private LocalCode(Contract<C> contract, MethodHandle newProxy) {
        this.contract = contract;
        this.newProxy = newProxy;
    }

    /** A reference to the actor of a cell, one that copies where the system of the actor does. */
    @SuppressWarnings("unchecked")
    public C newReference(ActorCell<C> cell) {
        MethodHandle constructor = cell.host().copier() == null ? newProxy : newCopying();
        try {
            return (C) constructor.invoke(cell);
        } catch (Throwable failure) {
            throw new ContractException("contract: the proxy could not be constructed", failure);
        }
    }

    /** A reference whose calls are given to somebody who decides what becomes of them. */
    @SuppressWarnings("unchecked")
    public C newForwarding(Forwarding forwarding) {
        MethodHandle constructor = newForwarding;
        if (constructor == null) {
            contract.classes().admit(ForwardingReference.class);
            constructor = proxy(contract, "Forwarding", ForwardingReference.class, Forwarding.class);
            newForwarding = constructor;
        }
        try {
            return (C) constructor.invoke(forwarding);
        } catch (Throwable failure) {
            throw new ContractException("contract: the proxy could not be constructed", failure);
        }
    }

    static <C> LocalCode<C> generate(Contract<C> contract) {
        GeneratedClasses classes = contract.classes();
        classes.admit(CallMessage.class);
        classes.admit(LocalReference.class);
        for (ContractMethod method : contract.methods()) {
            ClassDesc name = messageName(contract, method);
            classes.define(messageClass(contract, method, name), name);
        }
        return new LocalCode<>(contract, proxy(contract, "Local", LocalReference.class, ActorCell.class));
    }

    private MethodHandle newCopying() {
        MethodHandle made = newCopying;
        if (made == null) {
            contract.classes().admit(CopyingReference.class);
            made = proxy(contract, "Copying", CopyingReference.class, ActorCell.class);
            newCopying = made;
        }
        return made;
    }

    private static MethodHandle proxy(Contract<?> contract, String suffix, Class<?> base, Class<?> target) {
        GeneratedClasses classes = contract.classes();
        ClassDesc name = classes.nameOf(suffix);
        byte[] bytes = ProxyClass.bytes(
                contract,
                name,
                base,
                target,
                (code, method, type) -> proxyBody(code, messageName(contract, method), method, type, base));
        return classes.constructor(classes.define(bytes, name), target);
    }

    /** The name of the message class of a method; it has one public constructor that takes the method's parameters. */
    public static ClassDesc messageName(Contract<?> contract, ContractMethod method) {
        return contract.classes().nameOf("Call" + method.index());
    }

    private static byte[] messageClass(Contract<?> contract, ContractMethod method, ClassDesc name) {
        MethodTypeDesc type = ClassDescs.typeOf(method.method());
        return ClassFile.of().build(name, builder -> {
            ClassDesc base = method.isUrgent() ? URGENT_CALL : CALL_MESSAGE;
            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                    .withSuperclass(base);
            for (int i = 0; i < type.parameterCount(); i++) {
                builder.withField("p" + i, type.parameterType(i), ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
            }
            messageConstructor(builder, name, base, type);
            messageInvoke(builder, contract, method, name, type);
            messageBytes(builder, name, type);
            builder.withMethodBody(
                    "method",
                    MethodTypeDesc.of(ConstantDescs.CD_String),
                    ClassFile.ACC_PUBLIC,
                    code -> code.ldc(contract.type().getSimpleName() + "." + method.name())
                            .areturn());
        });
    }

    private static void messageConstructor(ClassBuilder builder, ClassDesc name, ClassDesc base, MethodTypeDesc type) {
        builder.withMethodBody("<init>", type.changeReturnType(ConstantDescs.CD_void), ClassFile.ACC_PUBLIC, code -> {
            code.aload(0).invokespecial(base, "<init>", ConstantDescs.MTD_void);
            for (int i = 0; i < type.parameterCount(); i++) {
                code.aload(0)
                        .loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i))
                        .putfield(name, "p" + i, type.parameterType(i));
            }
            code.return_();
        });
    }

    private static void messageInvoke(
            ClassBuilder builder, Contract<?> contract, ContractMethod method, ClassDesc name, MethodTypeDesc type) {
        MethodTypeDesc invoke = MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object);
        builder.withMethodBody("invoke", invoke, ClassFile.ACC_PROTECTED, code -> {
            ClassDesc target = ClassDescs.of(contract.type());
            code.aload(1).checkcast(target);
            for (int i = 0; i < type.parameterCount(); i++) {
                code.aload(0).getfield(name, "p" + i, type.parameterType(i));
            }
            code.invokeinterface(target, method.name(), type);
            ClassDescs.box(code, type.returnType());
            code.areturn();
        });
    }

    /** Adds up what a function says of each argument that is an object. */
    private static void messageBytes(ClassBuilder builder, ClassDesc name, MethodTypeDesc type) {
        builder.withMethodBody("argumentBytes", ARGUMENT_BYTES, ClassFile.ACC_PROTECTED, code -> {
            code.lconst_0();
            for (int i = 0; i < type.parameterCount(); i++) {
                if (!type.parameterType(i).isPrimitive()) {
                    code.aload(0).getfield(name, "p" + i, type.parameterType(i)).aload(1);
                    code.invokestatic(CALL_MESSAGE, "bytesOf", BYTES_OF).ladd();
                }
            }
            code.lreturn();
        });
    }

    private static void proxyBody(
            CodeBuilder code, ClassDesc message, ContractMethod method, MethodTypeDesc type, Class<?> base) {
        boolean copying = base == CopyingReference.class;
        code.aload(0).new_(message).dup();
        for (int i = 0; i < type.parameterCount(); i++) {
            ClassDesc parameter = type.parameterType(i);
            if (copying && !parameter.isPrimitive()) {
                copy(code, method, i, parameter);
            } else {
                code.loadLocal(TypeKind.from(parameter), code.parameterSlot(i));
                if (parameter.equals(ClassDescs.PUBLISHER) && base == LocalReference.class) {
                    code.invokestatic(LOCAL_REFERENCE, "passed", PASSED);
                }
            }
        }
        code.invokespecial(message, "<init>", type.changeReturnType(ConstantDescs.CD_void));
        switch (method.kind()) {
            case TELL ->
                send(code, method, "tell", ConstantDescs.CD_void, base, false).return_();
            case ASK ->
                send(code, method, "ask", ClassDescs.PROMISE, base, copying).areturn();
            case STREAM ->
                send(code, method, "stream", ClassDescs.PUBLISHER, base, copying)
                        .areturn();
            case BLOCKING -> {
                send(code, method, "await", ConstantDescs.CD_Object, base, copying);
                ClassDescs.unboxAndReturn(code, type.returnType());
            }
        }
    }

    /** Leaves a copy of an argument on the stack. */
    private static void copy(CodeBuilder code, ContractMethod method, int index, ClassDesc parameter) {
        boolean stream = parameter.equals(ClassDescs.PUBLISHER);
        ClassDesc type = stream ? ClassDescs.PUBLISHER : ConstantDescs.CD_Object;
        code.aload(0)
                .aload(code.parameterSlot(index))
                .loadConstant(method.index())
                .loadConstant(index);
        code.invokestatic(
                COPYING_REFERENCE,
                stream ? "copiedItems" : "copied",
                MethodTypeDesc.of(type, COPYING_REFERENCE, type, ConstantDescs.CD_int, ConstantDescs.CD_int));
        if (!stream) {
            code.checkcast(parameter);
        }
    }

    /** Sends the message on the stack; where results are copied, with the number of the method. */
    private static CodeBuilder send(
            CodeBuilder code, ContractMethod method, String name, ClassDesc result, Class<?> base, boolean copying) {
        if (copying) {
            code.loadConstant(method.index());
            return code.invokevirtual(
                    COPYING_REFERENCE, name, MethodTypeDesc.of(result, CALL_MESSAGE, ConstantDescs.CD_int));
        }
        return code.invokevirtual(ClassDescs.of(base), name, MethodTypeDesc.of(result, CALL_MESSAGE));
    }
}
