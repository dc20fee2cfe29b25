package io.tellask.actor.contract;

import io.tellask.actor.ContractException;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.CallMessage;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;

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
    private static final ClassDesc LOCAL_REFERENCE = ClassDescs.of(LocalReference.class);
    private static final MethodTypeDesc PASSED = MethodTypeDesc.of(ClassDescs.PUBLISHER, ClassDescs.PUBLISHER);

    private final MethodHandle newProxy;

    private LocalCode(MethodHandle newProxy) {
        this.newProxy = newProxy;
    }

    /** A reference to the actor of a cell. */
    @SuppressWarnings("unchecked")
    public C newReference(ActorCell<C> cell) {
        try {
            return (C) newProxy.invoke(cell);
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
        ClassDesc proxyName = classes.nameOf("Local");
        Class<?> proxy = classes.define(
                ProxyClass.bytes(
                        contract,
                        proxyName,
                        LocalReference.class,
                        ActorCell.class,
                        (code, method, type) -> proxyBody(code, contract, method, type)),
                proxyName);
        return new LocalCode<>(classes.constructor(proxy, ActorCell.class));
    }

    /** The name of the message class of a method; it has one public constructor that takes the method's parameters. */
    public static ClassDesc messageName(Contract<?> contract, ContractMethod method) {
        return contract.classes().nameOf("Call" + method.index());
    }

    private static byte[] messageClass(Contract<?> contract, ContractMethod method, ClassDesc name) {
        MethodTypeDesc type = ClassDescs.typeOf(method.method());
        return ClassFile.of().build(name, builder -> {
            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                    .withSuperclass(CALL_MESSAGE);
            for (int i = 0; i < type.parameterCount(); i++) {
                builder.withField("p" + i, type.parameterType(i), ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
            }
            messageConstructor(builder, name, type);
            messageInvoke(builder, contract, method, name, type);
            builder.withMethodBody(
                    "method",
                    MethodTypeDesc.of(ConstantDescs.CD_String),
                    ClassFile.ACC_PUBLIC,
                    code -> code.ldc(contract.type().getSimpleName() + "." + method.name())
                            .areturn());
        });
    }

    private static void messageConstructor(ClassBuilder builder, ClassDesc name, MethodTypeDesc type) {
        builder.withMethodBody("<init>", type.changeReturnType(ConstantDescs.CD_void), ClassFile.ACC_PUBLIC, code -> {
            code.aload(0).invokespecial(CALL_MESSAGE, "<init>", ConstantDescs.MTD_void);
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

    private static void proxyBody(CodeBuilder code, Contract<?> contract, ContractMethod method, MethodTypeDesc type) {
        ClassDesc message = messageName(contract, method);
        code.aload(0).new_(message).dup();
        for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
            if (type.parameterType(i).equals(ClassDescs.PUBLISHER)) {
                code.invokestatic(LOCAL_REFERENCE, "passed", PASSED);
            }
        }
        code.invokespecial(message, "<init>", type.changeReturnType(ConstantDescs.CD_void));
        switch (method.kind()) {
            case TELL ->
                code.invokevirtual(LOCAL_REFERENCE, "tell", MethodTypeDesc.of(ConstantDescs.CD_void, CALL_MESSAGE))
                        .return_();
            case ASK ->
                code.invokevirtual(LOCAL_REFERENCE, "ask", MethodTypeDesc.of(ClassDescs.PROMISE, CALL_MESSAGE))
                        .areturn();
            case STREAM ->
                code.invokevirtual(LOCAL_REFERENCE, "stream", MethodTypeDesc.of(ClassDescs.PUBLISHER, CALL_MESSAGE))
                        .areturn();
            case BLOCKING -> {
                code.invokevirtual(LOCAL_REFERENCE, "await", MethodTypeDesc.of(ConstantDescs.CD_Object, CALL_MESSAGE));
                ClassDescs.unboxAndReturn(code, type.returnType());
            }
        }
    }
}
