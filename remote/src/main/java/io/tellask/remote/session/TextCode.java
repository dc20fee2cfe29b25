package io.tellask.remote.session;

import io.tellask.actor.contract.ClassDescs;
import io.tellask.actor.contract.ContractMethod;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * The code generated for calls in sessions whose values are JSON or CBOR: as {@link RemoteCode}, but every argument is an object for the
 * session's encoding, and none is written within the batch. So sessions in the binary form run without a branch for them.
 *
 * <p>For {@code Promise<Integer> add(int a, int b)} the proxy's method is
 *
 * <pre>{@code
 * RemotePromise promise = newAsk(0);
 * ByteWriter out = scratch();
 * writeText(out, Integer.valueOf(a), 0, 0);
 * writeText(out, Integer.valueOf(b), 0, 1);
 * closeAsk(0, promise, out);
 * return promise;
 * }</pre>
 *
 * @param proxies makes references
 * @param skeleton reads arguments and calls
 */
record TextCode<C>(RemoteCode.ProxyFactory<C> proxies, Skeleton skeleton) {
    private static final ClassDesc ARGUMENTS = ClassDescs.of(Skeleton.ArgumentReader.class);
    private static final MethodTypeDesc WRITE = MethodTypeDesc.of(
            ConstantDescs.CD_void,
            RemoteCode.REFERENCE,
            RemoteCode.WRITER,
            ConstantDescs.CD_Object,
            ConstantDescs.CD_int,
            ConstantDescs.CD_int);
    private static final MethodTypeDesc READ = MethodTypeDesc.of(
            ConstantDescs.CD_Object,
            RemoteCode.READER,
            RemoteCode.CONTRACT,
            ConstantDescs.CD_int,
            ConstantDescs.CD_int);

    static <C> TextCode<C> of(RemoteContract<C> contract) {
        return new TextCode<>(
                RemoteCode.proxies(contract, "RemoteText", TextCode::proxyBody),
                RemoteCode.skeleton(contract, "TextSkeleton", TextCode::readArguments));
    }

    private static void proxyBody(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        switch (method.kind()) {
            case TELL -> {
                int scratch = writeArguments(code, method, type);
                code.aload(0).loadConstant(method.index()).aload(scratch);
                RemoteCode.invoke(code, "closeTell", ConstantDescs.CD_void, ConstantDescs.CD_int, RemoteCode.WRITER);
                code.return_();
            }
            case ASK -> {
                ask(code, method, type);
                code.areturn();
            }
            case STREAM -> {
                int scratch = writeArguments(code, method, type);
                code.aload(0).loadConstant(method.index()).aload(scratch);
                RemoteCode.invoke(code, "openStream", ClassDescs.PUBLISHER, ConstantDescs.CD_int, RemoteCode.WRITER);
                code.areturn();
            }
            case BLOCKING -> {
                code.aload(0).loadConstant(method.index());
                RemoteCode.invoke(code, "mayBlock", ConstantDescs.CD_void, ConstantDescs.CD_int);
                ask(code, method, type);
                RemoteCode.awaitAndReturn(code, type);
            }
        }
    }

    /** Makes an ask; its promise is left on the stack. */
    private static void ask(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        int promise = RemoteCode.newAsk(code, method);
        int scratch = writeArguments(code, method, type);
        code.aload(0).loadConstant(method.index()).aload(promise).aload(scratch);
        RemoteCode.invoke(
                code, "closeAsk", ConstantDescs.CD_void, ConstantDescs.CD_int, RemoteCode.PROMISE, RemoteCode.WRITER);
        code.aload(promise);
    }

    private static int writeArguments(CodeBuilder code, ContractMethod method, MethodTypeDesc type) {
        int scratch = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(0);
        RemoteCode.invoke(code, "scratch", RemoteCode.WRITER);
        code.astore(scratch);
        for (int i = 0; i < type.parameterCount(); i++) {
            ClassDesc parameter = type.parameterType(i);
            code.aload(0).aload(scratch).loadLocal(TypeKind.from(parameter), code.parameterSlot(i));
            ClassDescs.box(code, parameter);
            code.loadConstant(method.index()).loadConstant(i);
            code.invokestatic(RemoteCode.REFERENCE, "writeText", WRITE);
        }
        return scratch;
    }

    private static void readArguments(
            CodeBuilder code, ClassDesc skeleton, ContractMethod method, MethodTypeDesc type, int in) {
        for (int i = 0; i < type.parameterCount(); i++) {
            code.aload(in + 1).aload(in).aload(0).getfield(skeleton, "contract", RemoteCode.CONTRACT);
            code.loadConstant(method.index()).loadConstant(i);
            code.invokeinterface(ARGUMENTS, "readText", READ);
            ClassDescs.unbox(code, type.parameterType(i));
        }
    }
}
