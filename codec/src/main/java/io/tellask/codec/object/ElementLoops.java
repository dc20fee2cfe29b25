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
    private static final int ELEMENT = 5;

    private ElementLoops() {}

    static void define(ClassBuilder type, boolean readOnly) {
        if (!readOnly) {
            type.withMethodBody(
                    "writeElements",
                    MethodTypeDesc.of(CD_void, CodecGenerator.WRITER, LIST, CD_Class),
                    0,
                    ElementLoops::emitWrite);
        }
        type.withMethodBody(
                "readElements",
                MethodTypeDesc.of(CD_void, CodecGenerator.READER, LIST, CD_int),
                0,
                ElementLoops::emitRead);
    }

    private static void emitWrite(CodeBuilder code) {
        code.iconst_0().istore(INDEX);
        Label start = code.newBoundLabel();
        Label end = code.newLabel();
        Label next = code.newLabel();
        Label again = code.newBoundLabel();
        code.iload(INDEX)
                .aload(ELEMENTS)
                .invokevirtual(LIST, "size", MethodTypeDesc.of(CD_int))
                .if_icmpge(end);
        code.aload(ELEMENTS)
                .iload(INDEX)
                .invokevirtual(LIST, "get", MethodTypeDesc.of(CD_Object, CD_int))
                .astore(ELEMENT);
        code.aload(GRAPH)
                .aload(ELEMENT)
                .aload(0)
                .invokevirtual(
                        CodecGenerator.WRITER,
                        "beginBody",
                        MethodTypeDesc.of(CD_boolean, CD_Object, CodecGenerator.TYPE_CODEC))
                .ifeq(next);
        code.aload(0)
                .aload(GRAPH)
                .aload(ELEMENT)
                .invokevirtual(SELF, "write", MethodTypeDesc.of(CD_void, CodecGenerator.WRITER, CD_Object));
        code.aload(GRAPH).invokevirtual(CodecGenerator.WRITER, "end", MethodTypeDesc.of(CD_void));
        code.labelBinding(next).iinc(INDEX, 1).goto_(again);
        code.labelBinding(end).return_();
        Label handler = code.newBoundLabel();
        code.aload(OWNER)
                .iload(INDEX)
                .invokestatic(
                        FAILURE_PATH, "writingElement", MethodTypeDesc.of(FAILURE, CD_Throwable, CD_Class, CD_int))
                .athrow();
        code.exceptionCatchAll(start, handler, handler);
    }

    private static void emitRead(CodeBuilder code) {
        code.iconst_0().istore(INDEX);
        Label end = code.newLabel();
        Label other = code.newLabel();
        Label add = code.newLabel();
        Label again = code.newBoundLabel();
        code.iload(INDEX).iload(COUNT).if_icmpge(end);
        code.aload(GRAPH)
                .invokevirtual(CodecGenerator.READER, "beginBody", MethodTypeDesc.of(CD_boolean))
                .ifeq(other);
        code.aload(0)
                .aload(GRAPH)
                .invokevirtual(SELF, "read", MethodTypeDesc.of(CD_Object, CodecGenerator.READER))
                .astore(ELEMENT);
        code.aload(GRAPH)
                .invokevirtual(CodecGenerator.READER, "end", MethodTypeDesc.of(CD_void))
                .goto_(add);
        code.labelBinding(other)
                .aload(GRAPH)
                .aload(0)
                .invokevirtual(
                        CodecGenerator.READER, "readBody", MethodTypeDesc.of(CD_Object, CodecGenerator.TYPE_CODEC))
                .astore(ELEMENT);
        code.labelBinding(add)
                .aload(ELEMENTS)
                .aload(ELEMENT)
                .invokevirtual(LIST, "add", MethodTypeDesc.of(CD_boolean, CD_Object))
                .pop();
        code.iinc(INDEX, 1).goto_(again).labelBinding(end).return_();
    }
}
