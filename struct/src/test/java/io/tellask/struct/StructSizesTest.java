package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Structs in structs and many methods: what is taken, what is refused, and fields with any name. */
class StructSizesTest {
    private static int numbers;

    interface NamedAsViewsAre {
        long offset();

        void offset(long offset);

        long memoryBytes();

        long place();

        void place(long place);

        long base();

        boolean isNative();
    }

    /** Methods without parameters, named by their position. */
    private static byte[] code(String name, List<Class<?>> results) {
        return ClassFile.of().build(ClassDesc.of(name), builder -> {
            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT);
            for (int i = 0; i < results.size(); i++) {
                MethodTypeDesc type = MethodType.methodType(results.get(i))
                        .describeConstable()
                        .orElseThrow();
                builder.withMethod("f" + i, type, ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT, method -> {});
            }
        });
    }

    private static Class<?> of(List<Class<?>> results) {
        try {
            String name = StructSizesTest.class.getPackageName() + ".Sized" + numbers++;
            return MethodHandles.lookup().defineClass(code(name, results));
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** So many structs in one another, each with so many of the next. */
    private static Class<?> nested(int depth, int fork) {
        Class<?> inner = of(List.of(byte.class));
        for (int i = 1; i < depth; i++) {
            inner = of(Collections.nCopies(fork, inner));
        }
        return inner;
    }

    private static void refused(Class<?> type, String rule) {
        assertThatExceptionOfType(StructTypeException.class)
                .isThrownBy(() -> StructType.of(type))
                .withMessageContaining(rule);
    }

    @Test
    void fieldsMayHaveTheNamesOfOurMethods() {
        NamedAsViewsAre view = StructType.of(NamedAsViewsAre.class).allocate();
        view.offset(7);
        view.place(8);
        assertThat(view.offset()).isEqualTo(7);
        assertThat(view.place()).isEqualTo(8);
        assertThat(view.memoryBytes() + view.base()).isZero();
        assertThat(view.isNative()).isFalse();
    }

    @Test
    void depthHasALimit() {
        assertThat(StructType.of(nested(StructLayout.MAX_DEPTH, 1)).layout().sizeBytes())
                .isEqualTo(1);
        refused(nested(StructLayout.MAX_DEPTH + 1, 1), "depth=65, limit=64");
        refused(nested(3_000, 1), "depth=65, limit=64");
    }

    @Test
    void viewsOfAViewHaveALimit() {
        Class<?> leaf = of(List.of(byte.class));
        assertThat(StructType.of(of(Collections.nCopies(StructLayout.MAX_VIEWS - 1, leaf)))
                        .layout()
                        .diagram())
                .contains("f4094");
        refused(of(Collections.nCopies(StructLayout.MAX_VIEWS, leaf)), "structs in it=4096, limit=4095");
        refused(nested(20, 2), "limit=4095");
    }

    @Test
    void methodsHaveALimitAndLongDiagramsAnEnd() {
        Class<?> wide = of(Collections.nCopies(StructLayout.MAX_METHODS, byte.class));
        assertThat(StructType.of(wide).layout().sizeBytes()).isEqualTo(StructLayout.MAX_METHODS);
        refused(of(Collections.nCopies(StructLayout.MAX_METHODS + 1, byte.class)), "methods=4097, limit=4096");
        String diagram = StructType.of(of(List.of(wide, wide, wide))).layout().diagram();
        assertThat(diagram.lines().count()).isBetween(10_000L, 10_010L);
        assertThat(diagram).contains("(and more)");
    }

    @Test
    void hiddenInterfaceIsRefused() throws IllegalAccessException {
        String name = StructSizesTest.class.getPackageName() + ".Hidden";
        Class<?> hidden = MethodHandles.lookup()
                .defineHiddenClass(code(name, List.of(int.class)), false)
                .lookupClass();

        refused(hidden, "is hidden");
    }

    @Test
    void closedListStaysEmpty() {
        StructType<NamedAsViewsAre> type = StructType.of(NamedAsViewsAre.class);
        StructList<NamedAsViewsAre> list = new StructList<>(type);
        list.append(type.allocate());
        list.close();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> list.append(type.allocate()))
                .withMessageContaining("closed");
        assertThat(list.length()).isZero();
    }
}
