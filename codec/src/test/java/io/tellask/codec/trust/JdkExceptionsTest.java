package io.tellask.codec.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.RoundTrips;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.HttpRetryException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.MissingFormatArgumentException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every public exception of java.* with plain fields travels without a grant; the others are refused. */
class JdkExceptionsTest {
    private static List<Class<?>> exceptionsOfTheJdk() throws IOException {
        List<Class<?>> found = new ArrayList<>();
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        try (Stream<Path> files = Files.walk(modules)) {
            for (Path file : files.filter(each -> each.getNameCount() > 3
                            && each.getName(2).toString().equals("java")
                            && each.toString().matches(".*(Exception|Error)\\.class"))
                    .toList()) {
                String name = file.subpath(2, file.getNameCount()).toString();
                try {
                    Class<?> type = Class.forName(
                            name.substring(0, name.length() - 6).replace('/', '.'),
                            false,
                            ClassLoader.getPlatformClassLoader());
                    if (Throwable.class.isAssignableFrom(type) && Modifier.isPublic(type.getModifiers())) {
                        found.add(type);
                    }
                } catch (ClassNotFoundException e) {
                    continue; // of a module that is not resolved
                }
            }
        }
        return found;
    }

    /** One with a message, or without where it takes none; null where it needs more than that. */
    private static Throwable instanceOf(Class<?> type) {
        try {
            for (Constructor<?> constructor : type.getConstructors()) {
                if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == String.class) {
                    return (Throwable) constructor.newInstance("message");
                }
            }
            return (Throwable) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    @Test
    void everyPlainOneTravelsAndNoOther() throws Exception {
        Codec codec = Codec.standard();
        int travelled = 0;
        List<String> refused = new ArrayList<>();
        for (Class<?> type : exceptionsOfTheJdk()) {
            Throwable thrown = Modifier.isAbstract(type.getModifiers()) ? null : instanceOf(type);
            if (thrown == null) {
                continue;
            }
            if (JdkExceptions.contains(type)) {
                Throwable back = (Throwable) codec.decode(codec.encode(new Object[] {thrown}), Object[].class)[0];
                assertThat(back).hasSameClassAs(thrown);
                assertThat(back.toString()).as(type.getName()).isEqualTo(thrown.toString());
                assertThat(back.getStackTrace()).as(type.getName()).isEqualTo(thrown.getStackTrace());
                travelled++;
            } else {
                assertThatThrownBy(() -> codec.encode(new Object[] {thrown})).hasMessageContaining("is not granted");
                refused.add(type.getName());
            }
        }
        assertThat(travelled).isGreaterThan(150);
        assertThat(refused).hasSizeLessThan(20).doesNotContain("java.io.NotSerializableException");
    }

    @Test
    void stateTravelsWithThem() {
        HttpRetryException retry = new HttpRetryException("moved", 301, "there");
        retry.initCause(new InvocationTargetException(new IOException("cause")));
        HttpRetryException back = RoundTrips.standalone(Codec.standard(), retry);

        assertThat(back.responseCode()).isEqualTo(301);
        assertThat(back.getLocation()).isEqualTo("there");
        assertThat(back.getCause()).isInstanceOf(InvocationTargetException.class);
        assertThat(back.getCause().getCause()).hasMessage("cause");
        assertThat(RoundTrips.standalone(Codec.standard(), new MissingFormatArgumentException("%s")))
                .hasMessage("Format specifier '%s'");
    }

    @Test
    void oneThatHoldsAClassNeedsAGrant() {
        Throwable holder = new EnumConstantNotPresentException(Thread.State.class, "GONE");

        assertThatThrownBy(() -> Codec.standard().encode(new Object[] {holder}))
                .hasMessageContaining("class=java.lang.EnumConstantNotPresentException is not granted");
    }

    @Test
    void namesOfOtherPackagesAreNotLookedUp() {
        assertThat(JdkExceptions.named("javax.management.BadAttributeValueExpException"))
                .isNull();
        assertThat(JdkExceptions.named("com.example.PlainException")).isNull();
        assertThat(JdkExceptions.named("java.net.NoSuchThingException")).isNull();
        assertThat(JdkExceptions.named("java.util.concurrent.BrokenBarrierException"))
                .isEqualTo(java.util.concurrent.BrokenBarrierException.class);
    }
}
