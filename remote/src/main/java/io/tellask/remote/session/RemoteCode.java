package io.tellask.remote.session;

import io.tellask.actor.ContractException;
import io.tellask.actor.contract.ClassDescs;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.contract.GeneratedClasses;
import io.tellask.actor.contract.LocalCode;
import io.tellask.actor.contract.ProxyClass;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * The code generated for calls between processes.
 *
 * <p>For {@code Promise<Integer> add(int a, int b)} the proxy's method is
 *
 * <pre>{@code
 * RemotePromise promise = newAsk(this, 0);
 * ByteWriter out = beginAsk(this, 0, promise, 10);
 * if (out != null) {          // null: the call was refused, and the promise has failed
 *     out.writeZigZagInt(a);
 *     out.writeZigZagInt(b);
 *     endAsk(this);
 * }
 * return promise;
 * }</pre>
 *
 * <p>Numbers go straight into the open batch. So do other arguments, as long as that calls no code of the application, under the batch's lock,
 * and takes no long time: else the batch is put back to where it was, and they are written again, into a scratch buffer that is copied into
 * the batch. For {@code void greet(String name)}:
 *
 * <pre>{@code
 * ByteWriter out = openTell(this, 1);         // the batch, or scratch where it was in vain the last time
 * while (true) {
 *     try {
 *         out.writeUtf8(name);
 *         break;
 *     } catch (Throwable failure) {
 *         out = elsewhere(this, 1, null, out, failure); // scratch; raises what fails there
 *     }
 * }
 * closeTell(this, 1, out);
 * }</pre>
 *
 * <p>The skeleton has one case a method: read the arguments, call the interface.
 */
final class RemoteCode {
    static final ClassDesc REFERENCE = ClassDescs.of(RemoteReference.class);
    private static final ClassDesc SKELETON = ClassDescs.of(Skeleton.class);
    private static final ClassDesc CODEC_EXCEPTION = ClassDescs.of(CodecException.class);
    private static final MethodTypeDesc UNREADABLE =
            MethodTypeDesc.of(ClassDescs.of(RuntimeException.class), CODEC_EXCEPTION);
    static final ClassDesc PROMISE = ClassDescs.of(RemotePromise.class);
    static final ClassDesc WRITER = ClassDescs.of(ByteWriter.class);
    static final ClassDesc READER = ClassDescs.of(ByteReader.class);
    private static final ClassDesc ARGUMENTS = ClassDescs.of(Skeleton.ArgumentReader.class);
    static final ClassDesc CONTRACT = ClassDescs.of(RemoteContract.class);
    private static final ClassDesc MESSAGE = ClassDescs.of(CallMessage.class);
    private static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();
    private static final ClassDesc INT = ConstantDescs.CD_int;
    private static final ClassDesc VOID = ConstantDescs.CD_void;
    private static final ClassDesc OBJECT = ConstantDescs.CD_Object;
    private static final MethodTypeDesc ELSEWHERE =
            MethodTypeDesc.of(WRITER, REFERENCE, INT, PROMISE, WRITER, ConstantDescs.CD_Throwable);
    private static final int NO_PROMISE = -1;

    private RemoteCode() {}

    /** Makes references of one contract. */
    @FunctionalInterface
    interface ProxyFactory<C> {
        C create(RemoteTarget target);
    }

    /** Reads the arguments of a method from the local {@code in}, behind which the reader of objects lies, onto the stack. */
    @FunctionalInterface
    interface ArgumentsCode {
        void write(CodeBuilder code, ClassDesc skeleton, ContractMethod method, MethodTypeDesc type, int in);
    }

    static <C> ProxyFactory<C> proxies(RemoteContract<C> contract) {
        return proxies(contract, "Remote", RemoteCode::proxyBody);
    }

    static <C> ProxyFactory<C> proxies(RemoteContract<C> contract, String suffix, ProxyClass.MethodBody body) {
        GeneratedClasses classes = contract.contract().classes();
        ClassDesc name = classes.nameOf(suffix);
        MethodHandle constructor = classes.constructor(
                classes.define(
                        ProxyClass.bytes(contract.contract(), name, RemoteReference.class, RemoteTarget.class, body),
                        name),
                RemoteTarget.class);
        return target -> {
            try {
                return contract.contract().type().cast(constructor.invoke(target));
            } catch (Throwable failure) {
                throw new ContractException("contract: the remote proxy could not be constructed", failure);
            }
        };
    }

    /** Makes references of one contract that outlive their session. */
    @FunctionalInterface
    interface StableFactory {
        StableReference create(RemoteReference current);
    }

    static StableFactory stableProxies(RemoteContract<?> contract) {
        GeneratedClasses classes = contract.contract().classes();
        ClassDesc name = classes.nameOf("Stable");
        ClassDesc type = ClassDescs.of(contract.contract().type());
        MethodHandle constructor = classes.constructor(
                classes.define(
                        ProxyClass.bytes(
                                contract.contract(),
                                name,
                                StableReference.class,
                                RemoteReference.class,
                                (code, method, methodType) -> passOn(code, type, method, methodType)),
                        name),
                RemoteReference.class);
        return current -> {
            try {
                return (StableReference) constructor.invoke(current);
            } catch (Throwable failure) {
                throw new ContractException("contract: the stable proxy could not be constructed", failure);
            }
        };
    }

    private static void passOn(CodeBuilder code, ClassDesc contract, ContractMethod method, MethodTypeDesc type) {
        code.aload(0)
                .invokevirtual(ClassDescs.of(StableReference.class), "current", MethodTypeDesc.of(REFERENCE))
                .checkcast(contract);
        for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
        }
        code.invokeinterface(contract, method.name(), type);
        code.return_(TypeKind.from(type.returnType()));
    }

    static Skeleton skeleton(RemoteContract<?> contract) {
        return skeleton(contract, "Skeleton", RemoteCode::readArguments);
    }

    static Skeleton skeleton(RemoteContract<?> contract, String suffix, ArgumentsCode arguments) {
        GeneratedClasses classes = contract.contract().classes();
        ClassDesc name = classes.nameOf(suffix);
        MethodHandle constructor = classes.constructor(
                classes.define(skeletonClass(contract.contract(), name, arguments), name), RemoteContract.class);
        try {
            return (Skeleton) constructor.invoke(contract);
        } catch (Throwable failure) {
            throw new ContractException("contract: the skeleton could not be constructed", failure);
        }
    }

    private static void proxyBody(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        boolean direct = type.parameterList().stream().allMatch(ClassDesc::isPrimitive)
                && mostBytes(type) <= LargeMessages.FITS_ANY_FRAME_BYTES;
        switch (method.kind()) {
            case TELL -> {
                if (direct) {
                    directTell(code, method, type);
                } else {
                    openTell(code, method, type);
                }
            }
            case ASK -> {
                ask(code, method, type, direct);
                code.areturn();
            }
            case STREAM -> {
                int scratch = code.allocateLocal(TypeKind.REFERENCE);
                code.aload(0)
                        .invokestatic(REFERENCE, "scratch", MethodTypeDesc.of(WRITER, REFERENCE))
                        .astore(scratch);
                writeArguments(code, method, type, scratch);
                code.aload(0).loadConstant(method.index()).aload(scratch);
                code.invokestatic(
                                REFERENCE,
                                "openStream",
                                MethodTypeDesc.of(ClassDescs.PUBLISHER, REFERENCE, INT, WRITER))
                        .areturn();
            }
            case BLOCKING -> {
                code.aload(0).loadConstant(method.index());
                code.invokestatic(REFERENCE, "mayBlock", MethodTypeDesc.of(VOID, REFERENCE, INT));
                ask(code, method, type, direct);
                awaitAndReturn(code, type);
            }
        }
    }

    /** Waits for the promise on the stack, and returns what it brings. */
    static void awaitAndReturn(CodeBuilder code, MethodTypeDesc type) {
        String await = type.returnType().isPrimitive() ? "awaitPrimitive" : "await";
        code.invokestatic(REFERENCE, await, MethodTypeDesc.of(OBJECT, PROMISE));
        ClassDescs.unboxAndReturn(code, type.returnType());
    }

    /** Calls a static method of the base of proxies, whose first parameter is one, on the stack before the others. */
    static void invoke(CodeBuilder code, String method, ClassDesc result, ClassDesc... parameters) {
        code.invokestatic(
                REFERENCE, method, MethodTypeDesc.of(result, parameters).insertParameterTypes(0, REFERENCE));
    }

    /** Makes an ask; its promise is left on the stack. */
    private static void ask(CodeBuilder code, ContractMethod method, MethodTypeDesc type, boolean direct) {
        if (direct) {
            directAsk(code, method, type);
        } else {
            openAsk(code, method, type);
        }
    }

    private static void directTell(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        int out = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(0).loadConstant(method.index()).loadConstant(mostBytes(type));
        code.invokestatic(REFERENCE, "beginTell", MethodTypeDesc.of(WRITER, REFERENCE, INT, INT))
                .astore(out);
        writePrimitives(code, type, out);
        code.aload(0)
                .invokestatic(REFERENCE, "endTell", MethodTypeDesc.of(VOID, REFERENCE))
                .return_();
    }

    private static void directAsk(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        int promise = newAsk(code, method);
        int out = code.allocateLocal(TypeKind.REFERENCE);
        Label refused = code.newLabel();
        code.aload(0).loadConstant(method.index()).aload(promise).loadConstant(mostBytes(type));
        code.invokestatic(REFERENCE, "beginAsk", MethodTypeDesc.of(WRITER, REFERENCE, INT, PROMISE, INT))
                .astore(out);
        code.aload(out).ifnull(refused);
        writePrimitives(code, type, out);
        code.aload(0).invokestatic(REFERENCE, "endAsk", MethodTypeDesc.of(VOID, REFERENCE));
        code.labelBinding(refused);
        code.aload(promise);
    }

    static int newAsk(CodeBuilder code, ContractMethod method) {
        int promise = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(0).loadConstant(method.index());
        code.invokestatic(REFERENCE, "newAsk", MethodTypeDesc.of(PROMISE, REFERENCE, INT))
                .astore(promise);
        return promise;
    }

    private static void openTell(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        int out = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(0).loadConstant(method.index());
        code.invokestatic(REFERENCE, "openTell", MethodTypeDesc.of(WRITER, REFERENCE, INT))
                .astore(out);
        writeHereOrElsewhere(code, method, type, NO_PROMISE, out);
        code.aload(0).loadConstant(method.index()).aload(out);
        code.invokestatic(REFERENCE, "closeTell", MethodTypeDesc.of(VOID, REFERENCE, INT, WRITER))
                .return_();
    }

    private static void openAsk(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        int promise = newAsk(code, method);
        int out = code.allocateLocal(TypeKind.REFERENCE);
        Label refused = code.newLabel();
        code.aload(0).loadConstant(method.index()).aload(promise);
        code.invokestatic(REFERENCE, "openAsk", MethodTypeDesc.of(WRITER, REFERENCE, INT, PROMISE))
                .astore(out);
        code.aload(out).ifnull(refused);
        writeHereOrElsewhere(code, method, type, promise, out);
        code.aload(0).loadConstant(method.index()).aload(promise).aload(out);
        code.invokestatic(REFERENCE, "closeAsk", MethodTypeDesc.of(VOID, REFERENCE, INT, PROMISE, WRITER));
        code.labelBinding(refused);
        code.aload(promise);
    }

    /** Writes the arguments into {@code out}; where that fails in place, once more, into what that is replaced by. */
    private static void writeHereOrElsewhere(
            CodeBuilder code, ContractMethod method, MethodTypeDesc type, int promise, int out) {
        int failure = code.allocateLocal(TypeKind.REFERENCE);
        Label write = code.newBoundLabel();
        code.trying(
                writing -> writeArguments(writing, method, type, out),
                failing -> failing.catchingAll(elsewhere -> {
                    elsewhere.astore(failure).aload(0).loadConstant(method.index());
                    if (promise == NO_PROMISE) {
                        elsewhere.aconst_null();
                    } else {
                        elsewhere.aload(promise);
                    }
                    elsewhere
                            .aload(out)
                            .aload(failure)
                            .invokestatic(REFERENCE, "elsewhere", ELSEWHERE)
                            .astore(out)
                            .goto_(write);
                }));
    }

    private static void writeArguments(CodeBuilder code, ContractMethod method, MethodTypeDesc type, int out) {
        for (int i = 0; i < type.parameterCount(); i++) {
            ClassDesc parameter = type.parameterType(i);
            int slot = code.parameterSlot(i);
            if (parameter.isPrimitive()) {
                writePrimitive(code, parameter, slot, out);
            } else if (parameter.equals(ConstantDescs.CD_String)) {
                code.aload(out).aload(slot);
                code.invokevirtual(WRITER, "writeUtf8", MethodTypeDesc.of(VOID, ConstantDescs.CD_String));
            } else if (parameter.equals(BYTES)) {
                code.aload(out).aload(slot);
                code.invokevirtual(WRITER, "writeByteArray", MethodTypeDesc.of(VOID, BYTES));
            } else {
                boolean stream = parameter.equals(ClassDescs.PUBLISHER);
                code.aload(0)
                        .aload(out)
                        .aload(slot)
                        .loadConstant(method.index())
                        .loadConstant(i);
                code.invokestatic(
                        REFERENCE,
                        stream ? "writeStream" : "writeObject",
                        MethodTypeDesc.of(VOID, REFERENCE, WRITER, stream ? parameter : OBJECT, INT, INT));
            }
        }
    }

    private static void writePrimitives(CodeBuilder code, MethodTypeDesc type, int out) {
        for (int i = 0; i < type.parameterCount(); i++) {
            writePrimitive(code, type.parameterType(i), code.parameterSlot(i), out);
        }
    }

    private static void writePrimitive(CodeBuilder code, ClassDesc type, int slot, int out) {
        TypeKind kind = TypeKind.from(type);
        code.aload(out).loadLocal(kind, slot);
        code.invokevirtual(WRITER, "write" + suffix(kind), MethodTypeDesc.of(VOID, writtenAs(kind)));
    }

    private static int mostBytes(MethodTypeDesc type) {
        return type.parameterList().stream()
                .mapToInt(p -> switch (TypeKind.from(p)) {
                    case LONG -> 10;
                    case DOUBLE -> 8;
                    case INT -> 5;
                    default -> 4;
                })
                .sum();
    }

    private static String suffix(TypeKind kind) {
        return switch (kind) {
            case BOOLEAN -> "Boolean";
            case BYTE -> "Byte";
            case CHAR, SHORT -> "Int16";
            case INT -> "ZigZagInt";
            case LONG -> "ZigZagLong";
            case FLOAT -> "Float";
            case DOUBLE -> "Double";
            case REFERENCE, VOID -> throw new IllegalArgumentException(kind.name());
        };
    }

    private static ClassDesc writtenAs(TypeKind kind) {
        return kind == TypeKind.BYTE || kind == TypeKind.CHAR || kind == TypeKind.SHORT ? INT : kind.upperBound();
    }

    private static ClassDesc readAs(TypeKind kind) {
        return kind == TypeKind.CHAR ? ConstantDescs.CD_short : kind.upperBound();
    }

    private static byte[] skeletonClass(Contract<?> contract, ClassDesc name, ArgumentsCode arguments) {
        MethodTypeDesc constructor = MethodTypeDesc.of(VOID, CONTRACT);
        return ClassFile.of().build(name, builder -> {
            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                    .withSuperclass(SKELETON);
            builder.withField("contract", CONTRACT, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
            builder.withMethodBody(
                    "<init>",
                    constructor,
                    ClassFile.ACC_PUBLIC,
                    code -> code.aload(0)
                            .invokespecial(SKELETON, "<init>", ConstantDescs.MTD_void)
                            .aload(0)
                            .aload(1)
                            .putfield(name, "contract", CONTRACT)
                            .return_());
            builder.withMethodBody(
                    "call",
                    MethodTypeDesc.of(OBJECT, INT, OBJECT, READER, ARGUMENTS),
                    ClassFile.ACC_PUBLIC,
                    code -> cases(code, contract, (method, type) -> {
                        code.aload(2).checkcast(ClassDescs.of(contract.type()));
                        readOrRefuse(code, name, method, type, arguments);
                        code.invokeinterface(ClassDescs.of(contract.type()), method.name(), type);
                        ClassDescs.box(code, type.returnType());
                        code.areturn();
                    }));
            builder.withMethodBody(
                    "message",
                    MethodTypeDesc.of(MESSAGE, INT, READER, ARGUMENTS),
                    ClassFile.ACC_PUBLIC,
                    code -> cases(code, contract, (method, type) -> {
                        ClassDesc message = LocalCode.messageName(contract, method);
                        code.new_(message).dup();
                        arguments.write(code, name, method, type, 2);
                        code.invokespecial(message, "<init>", type.changeReturnType(VOID))
                                .areturn();
                    }));
        });
    }

    @FunctionalInterface
    private interface CaseBody {
        void write(ContractMethod method, MethodTypeDesc type);
    }

    private static void cases(CodeBuilder code, Contract<?> contract, CaseBody body) {
        List<SwitchCase> cases = new ArrayList<>();
        for (ContractMethod method : contract.methods()) {
            cases.add(SwitchCase.of(method.index(), code.newLabel()));
        }
        Label unknown = code.newLabel();
        code.iload(1).tableswitch(0, Math.max(0, cases.size() - 1), unknown, cases);
        for (ContractMethod method : contract.methods()) {
            code.labelBinding(cases.get(method.index()).target());
            body.write(method, ClassDescs.typeOf(method.method()));
        }
        code.labelBinding(unknown);
        code.iload(1)
                .invokestatic(
                        ClassDescs.of(RemoteReference.class),
                        "unknownMethod",
                        MethodTypeDesc.of(ClassDescs.of(RuntimeException.class), INT));
        code.athrow();
    }

    /** Reads the arguments; what cannot be read is told apart from what the method throws later. */
    private static void readOrRefuse(
            CodeBuilder code, ClassDesc skeleton, ContractMethod method, MethodTypeDesc type, ArgumentsCode arguments) {
        if (type.parameterCount() > 0) {
            code.trying(
                    reading -> arguments.write(reading, skeleton, method, type, 3),
                    failing -> failing.catching(
                            CODEC_EXCEPTION,
                            refusing -> refusing.invokestatic(SKELETON, "unreadable", UNREADABLE)
                                    .athrow()));
        }
    }

    private static void readArguments(
            CodeBuilder code, ClassDesc skeleton, ContractMethod method, MethodTypeDesc type, int in) {
        for (int i = 0; i < type.parameterCount(); i++) {
            ClassDesc parameter = type.parameterType(i);
            if (parameter.isPrimitive()) {
                TypeKind kind = TypeKind.from(parameter);
                code.aload(in).invokevirtual(READER, "read" + suffix(kind), MethodTypeDesc.of(readAs(kind)));
                if (kind == TypeKind.CHAR) {
                    code.i2c();
                }
            } else if (parameter.equals(ConstantDescs.CD_String)) {
                code.aload(in).invokevirtual(READER, "readUtf8", MethodTypeDesc.of(ConstantDescs.CD_String));
            } else if (parameter.equals(BYTES)) {
                code.aload(in).invokevirtual(READER, "readByteArray", MethodTypeDesc.of(BYTES));
            } else if (parameter.equals(ClassDescs.PUBLISHER)) {
                code.aload(in).aload(0).getfield(skeleton, "contract", CONTRACT);
                code.loadConstant(method.index()).loadConstant(i);
                code.invokestatic(SKELETON, "readStream", MethodTypeDesc.of(parameter, READER, CONTRACT, INT, INT));
            } else {
                code.aload(in + 1).aload(in).aload(0).getfield(skeleton, "contract", CONTRACT);
                code.loadConstant(method.index()).loadConstant(i);
                code.invokeinterface(ARGUMENTS, "readObject", MethodTypeDesc.of(OBJECT, READER, CONTRACT, INT, INT));
                code.checkcast(parameter);
            }
        }
    }
}
