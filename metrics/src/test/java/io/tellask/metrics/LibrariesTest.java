package io.tellask.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each of the two libraries may be missing, and {@code docs/DEPENDENCIES.md} names both as they are. */
class LibrariesTest {
    private static final Pattern JAR = Pattern.compile("(micrometer|opentelemetry)-([\\w-]+?)-(\\d[\\w.-]*)\\.jar");

    private static List<String> classPath() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    /** A class of this module where a library is missing. */
    private static Class<?> without(String library, String name) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath()) {
            if (!entry.contains(library)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        assertThat(urls).hasSizeLessThan(classPath().size());
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        return Class.forName(name, true, loader);
    }

    @Test
    void metersNeedNoOpenTelemetry() throws Exception {
        Class<?> meters = without("opentelemetry", "io.tellask.metrics.CallMeters");
        ClassLoader loader = meters.getClassLoader();
        Class<?> registry = loader.loadClass("io.micrometer.core.instrument.MeterRegistry");
        Object simple = loader.loadClass("io.micrometer.core.instrument.simple.SimpleMeterRegistry")
                .getConstructor()
                .newInstance();
        assertThat(meters.getMethod("of", registry).invoke(null, simple)).isNotNull();
        Class<?> system = loader.loadClass("io.tellask.actor.ActorSystem");
        try (AutoCloseable open = (AutoCloseable) system.getMethod("create").invoke(null)) {
            assertThat(loader.loadClass("io.tellask.metrics.ProcessMeters")
                            .getMethod("ofSystem", registry, system)
                            .invoke(null, simple, open))
                    .isNotNull();
        }
        assertThatThrownBy(
                        () -> loader.loadClass("io.tellask.metrics.CallSpans").getMethods())
                .isInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void spansNeedNoMicrometer() throws Exception {
        Class<?> spans = without("micrometer", "io.tellask.metrics.CallSpans");
        Class<?> openTelemetry = spans.getClassLoader().loadClass("io.opentelemetry.api.OpenTelemetry");
        Object none = openTelemetry.getMethod("noop").invoke(null);
        assertThat(spans.getMethod("of", openTelemetry).invoke(null, none)).isNotNull();
        assertThatThrownBy(() -> spans.getClassLoader()
                        .loadClass("io.tellask.metrics.CallMeters")
                        .getMethods())
                .isInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void librariesAreListedWithTheirVersions() throws Exception {
        String document = Files.readString(Path.of("..", "docs", "DEPENDENCIES.md"));
        List<String> missing = new ArrayList<>();
        for (String entry : classPath()) {
            Matcher jar = JAR.matcher(Path.of(entry).getFileName().toString());
            if (jar.matches() && !jar.group(2).startsWith("sdk")) {
                String row = "| `io." + jar.group(1) + ":" + jar.group(1) + "-" + jar.group(2) + "` | " + jar.group(3)
                        + " |";
                if (!document.contains(row)) {
                    missing.add(row);
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(classPath()).anyMatch(entry -> entry.contains("micrometer-core"));
    }
}
