package io.tellask.codec.object;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.tellask.codec.graph.TypeCodec;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/**
 * Emits the loops over lists of one class into its generated codec: what {@link TypeCodec#writeElements} and {@link
 * TypeCodec#readElements} do, with calls that the compiler binds to this class's own bodies, whatever other classes it
 * met before.
 */
final class ElementLoops {
    private static final ClassDesc SELF = ClassDesc.of("io.tellask.codec.object.Generated");
    private static final ClassDesc LIST = ClassDesc.of("java.util.ArrayList");
    private static final ClassDesc FAILURE = ClassDesc.of("java.lang.RuntimeException");
    private static final ClassDesc FAILURE_PATH = ClassDesc.of("io.tellask.codec.graph.FailurePath");
    private static final int GRAPH = 1;
    private static final int ELEMENTS = 2;
    private static final int OWNER = 3;
    private static final int COUNT = 3;
    private static final int INDEX = 4;
    private static final MethodTypeDesc WRITE_ELEMENTS =
            MethodTypeDesc.of(CD_void, CodecGenerator.WRITER, LIST, CD_Class);
    private static final MethodTypeDesc READ_ELEMENTS = MethodTypeDesc.of(CD_void, CodecGenerator.READER, LIST, CD_int);

    private ElementLoops() {}

    static void define(ClassBuilder type, boolean readOnly) {
        if (!readOnly) {
            type.withMethodBody("writeElements", WRITE_ELEMENTS, 0, ElementLoops::emitWrite);
        }
        type.withMethodBody("readElements", READ_ELEMENTS, 0, ElementLoops::emitRead);
    }

    private static void emitWrite(CodeBuilder code) {
        Label end = code.newLabel();
        emitBegin(
                code,
                CodecGenerator.WRITER,
                () -> code.aload(ELEMENTS).invokevirtual(LIST, "size", MethodTypeDesc.of(CD_int)));
        Label own = code.newLabel();
        code.ifne(own)
                .aload(0)
                .aload(GRAPH)
                .aload(ELEMENTS)
                .aload(OWNER)
                .invokespecial(CodecGenerator.TYPE_CODEC, "writeElements", WRITE_ELEMENTS)
                .return_()
                .labelBinding(own);
        code.iconst_0().istore(INDEX);
        Label again = code.newBoundLabel();
        code.iload(INDEX)
                .aload(ELEMENTS)
                .invokevirtual(LIST, "size", MethodTypeDesc.of(CD_int))
                .if_icmpge(end);
        code.aload(0)
                .aload(GRAPH)
                .aload(ELEMENTS)
                .iload(INDEX)
                .invokevirtual(LIST, "get", MethodTypeDesc.of(CD_Object, CD_int))
                .invokevirtual(SELF, "write", MethodTypeDesc.of(CD_void, CodecGenerator.WRITER, CD_Object));
        code.iinc(INDEX, 1).goto_(again);
        code.labelBinding(end);
        emitEnd(code, CodecGenerator.WRITER);
        Label handler = code.newBoundLabel();
        code.aload(OWNER)
                .iload(INDEX)
                .invokestatic(
                        FAILURE_PATH, "writingElement", MethodTypeDesc.of(FAILURE, CD_Throwable, CD_Class, CD_int))
                .athrow();
        code.exceptionCatchAll(again, handler, handler);
    }

    private static void emitRead(CodeBuilder code) {
        Label end = code.newLabel();
        Label own = code.newLabel();
        emitBegin(code, CodecGenerator.READER, () -> code.iload(COUNT));
        code.ifne(own)
                .aload(0)
                .aload(GRAPH)
                .aload(ELEMENTS)
                .iload(COUNT)
                .invokespecial(CodecGenerator.TYPE_CODEC, "readElements", READ_ELEMENTS)
                .return_()
                .labelBinding(own);
        code.iconst_0().istore(INDEX);
        Label again = code.newBoundLabel();
        code.iload(INDEX).iload(COUNT).if_icmpge(end);
        code.aload(ELEMENTS)
                .aload(0)
                .aload(GRAPH)
                .invokevirtual(SELF, "read", MethodTypeDesc.of(CD_Object, CodecGenerator.READER))
                .invokevirtual(LIST, "add", MethodTypeDesc.of(CD_boolean, CD_Object))
                .pop();
        code.iinc(INDEX, 1).goto_(again).labelBinding(end);
        emitEnd(code, CodecGenerator.READER);
    }

    /** Leaves whether all elements can be written or read by this class's own body. */
    private static void emitBegin(CodeBuilder code, ClassDesc graph, Runnable count) {
        code.aload(GRAPH);
        count.run();
        code.invokevirtual(graph, "beginElements", MethodTypeDesc.of(CD_boolean, CD_int));
    }

    private static void emitEnd(CodeBuilder code, ClassDesc graph) {
        code.aload(GRAPH)
                .invokevirtual(graph, "end", MethodTypeDesc.of(CD_void))
                .return_();
    }
}
