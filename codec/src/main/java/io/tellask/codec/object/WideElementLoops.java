package io.tellask.codec.object;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** As {@link ElementLoops}, for the wide form: loops at a position that is a local. */
final class WideElementLoops {
    private static final ClassDesc SELF = ClassDesc.of("io.tellask.codec.object.Generated");
    private static final ClassDesc LIST = ClassDesc.of("java.util.ArrayList");
    private static final ClassDesc FAILURE = ClassDesc.of("java.lang.RuntimeException");
    private static final ClassDesc FAILURE_PATH = ClassDesc.of("io.tellask.codec.graph.FailurePath");
    private static final ClassDesc OUT_TYPE = ClassDesc.of("io.tellask.codec.ByteWriter");
    private static final ClassDesc IN_TYPE = ClassDesc.of("io.tellask.codec.ByteReader");
    private static final ClassDesc WRITER = CodecGenerator.WRITER;
    private static final ClassDesc READER = CodecGenerator.READER;
    private static final int GRAPH = 1;
    private static final int ELEMENTS = 2;
    private static final int OWNER = 3;
    private static final int COUNT = 3;
    private static final int AT = 4;
    private static final int INDEX = 5;
    private static final int BYTES = 6;

    private WideElementLoops() {}

    static void define(ClassBuilder type, boolean readOnly) {
        if (!readOnly) {
            type.withMethodBody(
                    "writeElementsAt",
                    MethodTypeDesc.of(CD_int, WRITER, LIST, CD_Class, CD_int),
                    0,
                    WideElementLoops::emitWrite);
        }
        type.withMethodBody(
                "readElementsAt",
                MethodTypeDesc.of(CD_void, READER, LIST, CD_int, CD_int),
                0,
                WideElementLoops::emitRead);
    }

    private static void emitWrite(CodeBuilder code) {
        code.aload(GRAPH).getfield(WRITER, "out", OUT_TYPE).astore(BYTES);
        Label own = emitBegin(
                code, WRITER, () -> code.aload(ELEMENTS).invokevirtual(LIST, "size", MethodTypeDesc.of(CD_int)));
        code.aload(BYTES).iload(AT).invokevirtual(OUT_TYPE, "advanceTo", MethodTypeDesc.of(CD_void, CD_int));
        code.aload(0)
                .aload(GRAPH)
                .aload(ELEMENTS)
                .aload(OWNER)
                .invokevirtual(SELF, "writeEach", MethodTypeDesc.of(CD_void, WRITER, LIST, CD_Class));
        code.aload(BYTES)
                .invokevirtual(OUT_TYPE, "position", MethodTypeDesc.of(CD_int))
                .ireturn();
        Label end = code.newLabel();
        code.labelBinding(own).iconst_0().istore(INDEX);
        Label again = code.newBoundLabel();
        code.iload(INDEX)
                .aload(ELEMENTS)
                .invokevirtual(LIST, "size", MethodTypeDesc.of(CD_int))
                .if_icmpge(end);
        code.aload(0).aload(GRAPH);
        code.aload(ELEMENTS).iload(INDEX).invokevirtual(LIST, "get", MethodTypeDesc.of(CD_Object, CD_int));
        code.iload(AT)
                .invokevirtual(SELF, "writeAt", MethodTypeDesc.of(CD_int, WRITER, CD_Object, CD_int))
                .istore(AT);
        code.iinc(INDEX, 1).goto_(again).labelBinding(end);
        code.aload(GRAPH)
                .invokevirtual(WRITER, "end", MethodTypeDesc.of(CD_void))
                .iload(AT)
                .ireturn();
        Label handler = code.newBoundLabel();
        code.aload(OWNER)
                .iload(INDEX)
                .invokestatic(
                        FAILURE_PATH, "writingElement", MethodTypeDesc.of(FAILURE, CD_Throwable, CD_Class, CD_int))
                .athrow();
        code.exceptionCatchAll(again, handler, handler);
    }

    private static void emitRead(CodeBuilder code) {
        code.aload(GRAPH).getfield(READER, "in", IN_TYPE).astore(BYTES);
        code.aload(BYTES).iload(AT).invokevirtual(IN_TYPE, "advanceTo", MethodTypeDesc.of(CD_void, CD_int));
        Label own = emitBegin(code, READER, () -> code.iload(COUNT));
        code.aload(0)
                .aload(GRAPH)
                .aload(ELEMENTS)
                .iload(COUNT)
                .invokevirtual(SELF, "readEach", MethodTypeDesc.of(CD_void, READER, LIST, CD_int))
                .return_();
        Label end = code.newLabel();
        code.labelBinding(own).iconst_0().istore(INDEX);
        Label again = code.newBoundLabel();
        code.iload(INDEX).iload(COUNT).if_icmpge(end);
        code.aload(ELEMENTS)
                .aload(0)
                .aload(GRAPH)
                .iload(AT)
                .invokevirtual(SELF, "readAt", MethodTypeDesc.of(CD_Object, READER, CD_int))
                .invokevirtual(LIST, "add", MethodTypeDesc.of(CD_boolean, CD_Object))
                .pop();
        code.aload(BYTES)
                .invokevirtual(IN_TYPE, "position", MethodTypeDesc.of(CD_int))
                .istore(AT);
        code.iinc(INDEX, 1).goto_(again).labelBinding(end);
        code.aload(GRAPH)
                .invokevirtual(READER, "end", MethodTypeDesc.of(CD_void))
                .return_();
    }

    /** Goes to the label that it gives where all elements can be written or read by this class's own body. */
    private static Label emitBegin(CodeBuilder code, ClassDesc graph, Runnable count) {
        Label own = code.newLabel();
        code.aload(GRAPH);
        count.run();
        code.invokevirtual(graph, "beginElements", MethodTypeDesc.of(CD_boolean, CD_int))
                .ifne(own);
        return own;
    }
}
