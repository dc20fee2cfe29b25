package io.tellask.aeron.calls;

import io.tellask.actor.contract.ClassDescs;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.contract.GeneratedClasses;
import io.tellask.actor.contract.OpenPackages;
import io.tellask.actor.contract.ProxyClass;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.concurrent.Flow;

/**
 * The code generated for one contract of topics.
 *
 * <p>For {@code void tick(String symbol, int price)} the reference's method is
 *
 * <pre>{@code
 * ByteWriter out = beginTell(0);
 * write(out, symbol);
 * write(out, price);
 * endTell(out);
 * }</pre>
 *
 * <p>Of a method that returns a stream it is {@code return stream(1)}.
 * The skeleton has one case a tell: {@code ((Prices) target).tick(readText(in), readInt(in))}. Immutable; thread-safe.
 */
public final class TopicCode {
    private static final ClassDesc REFERENCE = ClassDescs.of(TopicReference.class);
    private static final ClassDesc SKELETON = ClassDescs.of(TopicSkeleton.class);
    private static final ClassDesc ARGUMENTS = ClassDescs.of(TopicArguments.class);
    private static final ClassDesc WRITER = ClassDescs.of(ByteWriter.class);
    private static final ClassDesc READER = ClassDescs.of(ByteReader.class);
    private static final ClassDesc PUBLISHER = ClassDescs.of(Flow.Publisher.class);
    private static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();
    private static final ClassDesc INT = ConstantDescs.CD_int;
    private static final ClassDesc VOID = ConstantDescs.CD_void;
    private static final ClassDesc OBJECT = ConstantDescs.CD_Object;

    private static final ClassValue<TopicCode> CODE = new ClassValue<>() {
        @Override
        protected TopicCode computeValue(Class<?> type) {
            return new TopicCode(Contract.of(type));
        }
    };

    static {
        Module ours = TopicCode.class.getModule();
        OpenPackages.register(ours, (name, target) -> ours.addExports(name, target));
    }

    private final MethodHandle newReference;
    private final MethodHandle newSkeleton;

    private TopicCode(Contract<?> contract) {
        GeneratedClasses classes = contract.classes();
        classes.admit(TopicReference.class);
        classes.see(ByteWriter.class);
        ClassDesc reference = classes.nameOf("TopicReference");
        byte[] referenceBytes = ProxyClass.bytes(
                contract, reference, TopicReference.class, TopicReference.Parts.class, TopicCode::body);
        newReference = classes.constructor(classes.define(referenceBytes, reference), TopicReference.Parts.class);
        ClassDesc skeleton = classes.nameOf("TopicSkeleton");
        newSkeleton =
                classes.constructor(classes.define(skeletonBytes(contract, skeleton), skeleton), TopicArguments.class);
    }

    /** The code of a contract whose methods return nothing or, without parameters, a stream. */
    public static TopicCode of(Class<?> contract) {
        return CODE.get(contract);
    }

    public TopicReference reference(TopicTarget target, TopicArguments arguments) {
        try {
            return (TopicReference) newReference.invoke(new TopicReference.Parts(target, arguments));
        } catch (Throwable ours) {
            throw new AssertionError(ours);
        }
    }

    public TopicSkeleton skeleton(TopicArguments arguments) {
        try {
            return (TopicSkeleton) newSkeleton.invoke(arguments);
        } catch (Throwable ours) {
            throw new AssertionError(ours);
        }
    }

    private static void body(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        if (method.kind() == ContractMethod.Kind.STREAM) {
            code.aload(0)
                    .loadConstant(method.index())
                    .invokevirtual(REFERENCE, "stream", MethodTypeDesc.of(PUBLISHER, INT))
                    .areturn();
        } else {
            tell(code, method, type);
        }
    }

    private static void tell(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        int out = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(0)
                .loadConstant(method.index())
                .invokevirtual(REFERENCE, "beginTell", MethodTypeDesc.of(WRITER, INT))
                .astore(out);
        for (int i = 0; i < type.parameterCount(); i++) {
            ClassDesc parameter = type.parameterType(i);
            int slot = code.parameterSlot(i);
            if (isPlain(parameter)) {
                code.aload(out)
                        .loadLocal(TypeKind.from(parameter), slot)
                        .invokestatic(REFERENCE, "write", MethodTypeDesc.of(VOID, WRITER, parameter));
            } else {
                code.aload(0)
                        .aload(out)
                        .aload(slot)
                        .loadConstant(method.index())
                        .loadConstant(i);
                code.invokevirtual(REFERENCE, "write", MethodTypeDesc.of(VOID, WRITER, OBJECT, INT, INT));
            }
        }
        code.aload(0)
                .aload(out)
                .invokevirtual(REFERENCE, "endTell", MethodTypeDesc.of(VOID, WRITER))
                .return_();
    }

    private static boolean isPlain(ClassDesc type) {
        return type.isPrimitive() || type.equals(ConstantDescs.CD_String) || type.equals(BYTES);
    }

    private static byte[] skeletonBytes(Contract<?> contract, ClassDesc name) {
        MethodTypeDesc constructor = MethodTypeDesc.of(VOID, ARGUMENTS);
        return ClassFile.of()
                .build(
                        name,
                        builder -> builder.withFlags(
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                                .withSuperclass(SKELETON)
                                .withMethodBody(
                                        "<init>",
                                        constructor,
                                        ClassFile.ACC_PUBLIC,
                                        code -> code.aload(0)
                                                .aload(1)
                                                .invokespecial(SKELETON, "<init>", constructor)
                                                .return_())
                                .withMethodBody(
                                        "call",
                                        MethodTypeDesc.of(VOID, INT, OBJECT, READER),
                                        ClassFile.ACC_PUBLIC,
                                        code -> calls(code, contract)));
    }

    private static void calls(CodeBuilder code, Contract<?> contract) {
        ClassDesc type = ClassDescs.of(contract.type());
        List<ContractMethod> tells = contract.methods().stream()
                .filter(method -> method.kind() == ContractMethod.Kind.TELL)
                .toList();
        List<SwitchCase> cases = tells.stream()
                .map(method -> SwitchCase.of(method.index(), code.newLabel()))
                .toList();
        Label unknown = code.newLabel();
        code.iload(1).tableswitch(0, Math.max(0, contract.methods().size() - 1), unknown, cases);
        for (int number = 0; number < tells.size(); number++) {
            ContractMethod method = tells.get(number);
            MethodTypeDesc methodType = ClassDescs.typeOf(method.method());
            code.labelBinding(cases.get(number).target()).aload(2).checkcast(type);
            for (int i = 0; i < methodType.parameterCount(); i++) {
                read(code, methodType.parameterType(i), method.index(), i);
            }
            code.invokeinterface(type, method.name(), methodType).return_();
        }
        code.labelBinding(unknown)
                .iload(1)
                .invokestatic(
                        SKELETON,
                        "unknownMethod",
                        MethodTypeDesc.of(ClassDescs.of(IllegalArgumentException.class), INT))
                .athrow();
    }

    private static void read(CodeBuilder code, ClassDesc parameter, int method, int index) {
        if (isPlain(parameter)) {
            code.aload(3).invokestatic(SKELETON, reader(parameter), MethodTypeDesc.of(parameter, READER));
        } else {
            code.aload(0).aload(3).loadConstant(method).loadConstant(index);
            code.invokevirtual(SKELETON, "readObject", MethodTypeDesc.of(OBJECT, READER, INT, INT))
                    .checkcast(parameter);
        }
    }

    private static String reader(ClassDesc type) {
        return switch (TypeKind.from(type)) {
            case BOOLEAN -> "readBoolean";
            case BYTE -> "readByte";
            case CHAR -> "readChar";
            case SHORT -> "readShort";
            case INT -> "readInt";
            case LONG -> "readLong";
            case FLOAT -> "readFloat";
            case DOUBLE -> "readDouble";
            case REFERENCE -> type.equals(BYTES) ? "readBytes" : "readText";
            case VOID -> throw new IllegalArgumentException(type.displayName());
        };
    }
}
