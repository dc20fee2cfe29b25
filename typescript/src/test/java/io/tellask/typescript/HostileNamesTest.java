package io.tellask.typescript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names that a class file may have and a source may not, and those that mean something in JavaScript. */
class HostileNamesTest {
    private static final int ABSTRACT = ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT;
    private static final String EVIL = "x\", alert(1)\n*-\u2028(!--";

    /** Loads one class. */
    private static final class Loader extends ClassLoader {
        private final byte[] bytes;

        Loader(byte[] bytes) {
            super(HostileNamesTest.class.getClassLoader());
            this.bytes = bytes;
        }

        Class<?> define() {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    private static Class<?> contract(String name, String method) {
        return new Loader(ClassFile.of()
                        .build(
                                ClassDesc.ofInternalName(name),
                                type -> type.withFlags(
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT)
                                        .withMethod(
                                                method,
                                                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String),
                                                ABSTRACT,
                                                _ -> {})))
                .define();
    }

    @Test
    void namesOfAClassFileStayWithinTheirStrings() {
        ContractModules module = ContractModules.of(contract("com/evil/" + EVIL, "a b\"'"));
        List<String> script = module.javascript().lines().toList();
        assertThat(script).hasSize(7);
        assertThat(script.getFirst())
                .startsWith("// Written by Tellask from com.evil.x")
                .endsWith("; changes are lost.");
        assertThat(script.get(3)).startsWith("    { name: \"a b\\\"'\", signature: \"a b\\\"'(java.lang.String)void\"");
        assertThat(script.getLast()).matches("export const \\w+ = \\{ contract: \"com\\.evil\\.x\\\\\", .*, types };");
        assertThat(module.javascript()).doesNotContain("\u2028");
        assertThat(module.declarations())
                .contains("  \"a b\\\"'\"(arg0: string): void;\n")
                .doesNotContain("\u2028");
    }

    /** Words of JavaScript that Java does not have. */
    public interface Words {
        void delete(String in, String function, int arguments, int __proto__);

        void constructor(Promise promise, Contract contract, var_ any);
    }

    /** A name that the declarations use for something else. */
    public record Promise(String __proto__, String constructor) {}

    /** Another one. */
    public record Contract(int x) {}

    /** Begins in lower case. */
    @SuppressWarnings("TypeName")
    public record var_(int x) {}

    @Test
    void wordsOfJavaScriptAreNoNames() {
        ContractModules module = ContractModules.of(Words.class);
        assertThat(module.declarations())
                .contains("export interface HostileNamesTestPromise {")
                .contains("export interface HostileNamesTestContract {")
                .contains("contract: HostileNamesTestContract")
                .contains("in_: string, function_: string, arguments_: number, __proto__: number");
        assertThat(module.javascript())
                .contains(
                        "HostileNamesTest$Promise\": { record: { [\"__proto__\"]: \"string\", constructor: \"string\" } }");
    }

    @Test
    void classWithoutAPackageIsRefused() {
        assertThatThrownBy(() -> ContractModules.of(contract("Alone", "run")))
                .isInstanceOf(TypeScriptException.class)
                .hasMessage(
                        "typescript: contract=Alone is in no package, by which pages tell it from built-in types; move it into one");
    }

    @Test
    void classesOfOneNameFromTwoLoadersAreRefused() {
        Class<?> one = contract("com/evil/Twice", "run");
        Class<?> other = contract("com/evil/Twice", "run");
        assertThatThrownBy(() -> ContractModules.of(one, other))
                .isInstanceOf(TypeScriptException.class)
                .hasMessageContaining("class=com.evil.Twice comes from two class loaders");
    }
}
