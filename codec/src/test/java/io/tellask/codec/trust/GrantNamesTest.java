package io.tellask.codec.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CompiledClasses;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a grant may name, and the remedy that a refusal names. */
class GrantNamesTest {
    record Holder(Object value) {}

    static class Nested {}

    @ParameterizedTest
    @ValueSource(strings = {"com.example.*", "*", "com..example", ".com", "com.example.", "com/example", "1com", " "})
    void wildcardsAndTyposAreNoPackages(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Codec.builder().allowPackage(name))
                .withMessageContaining("package=" + name + " is no name of a package; write it without wildcards");
        assertThatIllegalArgumentException().isThrownBy(() -> Codec.builder().allowTree(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.util", "javax.management", "jdk.internal.misc", "sun.misc", "com.sun.net.httpserver"})
    void packagesOfTheJdkAreGrantedClassByClass(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Codec.builder().allowPackage(name))
                .withMessage("codec: package=" + name
                        + " belongs to the JDK; grant its classes one by one with allow(Class)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "java.util", "jdk", "sun.misc"})
    void treesOfTheJdkAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Codec.builder().allowTree(name))
                .withMessageContaining("belongs to the JDK");
    }

    @Test
    void treesThatTheJdkSharesWithApplicationsAreTaken() {
        assertThatCode(() -> Codec.builder().allowTree("javax").allowTree("com").allowTree("javax.xml"))
                .doesNotThrowAnyException();
        assertThatIllegalArgumentException().isThrownBy(() -> Codec.builder().allowTree(""));
    }

    @Test
    void nestedClassIsSpelledAsInSource() {
        assertThatThrownBy(() -> Codec.standard().encode(new Holder(new Nested())))
                .hasMessageContaining("grant it with Codec.builder().allow(GrantNamesTest.Nested.class)"
                        + " or allowPackage(\"io.tellask.codec.trust\")");
    }

    @Test
    void localAndAnonymousClassesAreGrantedByTheirPackage() {
        class Local {}
        for (Object nameless : List.of(new Local(), new Object() {})) {
            assertThatThrownBy(() -> Codec.standard().encode(new Holder(nameless)))
                    .hasMessageContaining(
                            "grant it with Codec.builder().allowPackage(\"io.tellask.codec.trust\"), or use a"
                                    + " class that allow can name");
        }
    }

    @Test
    void classOfTheUnnamedPackageIsGrantedByItself() throws Exception {
        CompiledClasses classes = CompiledClasses.of("Bare", "public class Bare {}");
        Object bare = classes.type("Bare").getConstructor().newInstance();

        assertThatThrownBy(() -> Codec.standard().encode(new Holder(bare)))
                .hasMessageContaining("grant it with Codec.builder().allow(Bare.class)")
                .message()
                .doesNotContain("allowPackage");
    }

    @Test
    void hiddenClassOfTheJdkHasNoGrantForRemedy() {
        assertThatThrownBy(() -> Codec.standard().encode(new Holder(Map.of().entrySet())))
                .message()
                .doesNotContain("allow(");
        assertThat(GrantHint.of("java.util.concurrent.SynchronousQueue"))
                .isEqualTo(
                        "grant it with Codec.builder().allow(SynchronousQueue.class), as allowPackage takes no packages"
                                + " of the JDK");
        assertThat(GrantHint.of("java.awt.geom.Path2D$Double"))
                .contains("allow(Path2D.Double.class)", "where it is public");
    }

    @Test
    void articleFitsTheWord() {
        assertThatThrownBy(() -> Codec.standard().encode(new ByteArrayOutputStream()))
                .hasMessageContaining("is an OutputStream and stands for something of this process");
    }
}
