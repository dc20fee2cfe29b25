package io.tellask.typescript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.typescript.model.ClassShape;
import io.tellask.typescript.model.ClassShape.Kind;
import io.tellask.typescript.model.ClassSource;
import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.MethodShape;
import io.tellask.typescript.shape.ContractModule;
import io.tellask.typescript.shape.ModuleReader;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Modules at their limits and one beyond. */
class LimitsTest {
    private static final String CONTRACT = "com.acme.Big";

    /** A contract of one method, and records that lead each to the next. */
    private record Source(JavaType parameter, int records) implements ClassSource {
        @Override
        public ClassShape find(String name) {
            if (name.equals(CONTRACT)) {
                return shape(name, Kind.INTERFACE, List.of());
            }
            if (name.equals("java.util.List")) {
                return new ClassShape(
                        name,
                        Kind.INTERFACE,
                        Set.of(),
                        List.of("E"),
                        List.of(),
                        List.of(),
                        List.of(),
                        null,
                        List.of(JavaType.of("java.util.Collection")),
                        "");
            }
            if (!name.startsWith("com.acme.R")) {
                return null;
            }
            int number = Integer.parseInt(name.substring("com.acme.R".length()));
            return shape(
                    name,
                    Kind.RECORD,
                    number == records
                            ? List.of()
                            : List.of(new ClassShape.Field("next", JavaType.of("com.acme.R" + (number + 1)), "")));
        }

        private static ClassShape shape(String name, Kind kind, List<ClassShape.Field> fields) {
            return new ClassShape(name, kind, Set.of(), List.of(), fields, List.of(), List.of(), null, List.of(), "");
        }

        @Override
        public List<MethodShape> methods(String contract) {
            return List.of(new MethodShape(
                    "take",
                    MethodShape.Kind.TELL,
                    List.of(new MethodShape.Parameter("value", parameter)),
                    new JavaType.Primitive("void"),
                    "take()void",
                    false,
                    ""));
        }
    }

    private static ContractModule read(JavaType parameter, int records) {
        return ModuleReader.read(new Source(parameter, records), List.of(CONTRACT));
    }

    @Test
    void readsAsManyTypesAsTheLimitSays() {
        int most = ModuleReader.MAX_TYPES - 1; // the contract is one
        assertThat(read(JavaType.of("com.acme.R1"), most).entries()).hasSize(ModuleReader.MAX_TYPES);
        assertThatThrownBy(() -> read(JavaType.of("com.acme.R1"), most + 1))
                .isInstanceOf(TypeScriptException.class)
                .hasMessage(
                        "typescript: types=4097 > MAX_TYPES=4096 are reached, the last is com.acme.R4096; write fewer"
                                + " contracts into one module");
    }

    private static JavaType nested(int depth) {
        JavaType type = JavaType.of("java.lang.String");
        for (int i = 0; i < depth; i++) {
            type = new JavaType.Declared("java.util.List", null, List.of(type), false);
        }
        return type;
    }

    @Test
    void readsTypesWithinTypesAsDeepAsTheLimitSays() {
        assertThat(read(nested(64), 0).entries()).hasSize(1);
        assertThatThrownBy(() -> read(nested(65), 0))
                .isInstanceOf(TypeScriptException.class)
                .hasMessageContaining("has types within types, depth=65 > MAX_DEPTH=64; give a part of it a name");
    }
}
