package io.tellask.actor.contract;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** What every generated proxy has in common: a class that implements a contract over a base class, made from one object. */
public final class ProxyClass {
    /** Writes the body of one method of the contract. */
    @FunctionalInterface
    public interface MethodBody {
        void write(CodeBuilder code, ContractMethod method, MethodTypeDesc type);
    }

    private ProxyClass() {}

    /** The bytes of a proxy class; its constructor passes a {@code target} on to the base class. */
    public static byte[] bytes(Contract<?> contract, ClassDesc name, Class<?> base, Class<?> target, MethodBody body) {
        MethodTypeDesc constructor = MethodTypeDesc.of(ConstantDescs.CD_void, ClassDescs.of(target));
        return ClassFile.of().build(name, builder -> {
            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                    .withSuperclass(ClassDescs.of(base))
                    .withInterfaceSymbols(ClassDescs.of(contract.type()));
            builder.withMethodBody(
                    "<init>",
                    constructor,
                    ClassFile.ACC_PUBLIC,
                    code -> code.aload(0)
                            .aload(1)
                            .invokespecial(ClassDescs.of(base), "<init>", constructor)
                            .return_());
            for (ContractMethod method : contract.methods()) {
                MethodTypeDesc type = ClassDescs.typeOf(method.method());
                builder.withMethodBody(
                        method.name(),
                        type,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL,
                        code -> body.write(code, method, type));
            }
        });
    }
}
