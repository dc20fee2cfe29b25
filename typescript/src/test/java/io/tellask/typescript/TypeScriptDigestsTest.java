package io.tellask.typescript;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Chat;
import com.acme.Listener;
import com.acme.Room;
import io.tellask.remote.ContractDigests;
import io.tellask.test.Await;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class TypeScriptDigestsTest {
    private final TypeScriptDigests digests = new TypeScriptDigests();

    /** One that a page cannot have. */
    public interface Pipe {
        void read(InputStream in);
    }

    @Test
    void isFoundByTheServiceLoader() {
        assertThat(ServiceLoader.load(ContractDigests.class)).singleElement().isInstanceOf(TypeScriptDigests.class);
    }

    @Test
    void tellsWhatModulesSay() {
        ContractModules chat = ContractModules.of(Chat.class);
        for (Class<?> contract : new Class<?>[] {Room.class, Chat.class, Room.class}) {
            long digest = digests.digest(contract).orElseThrow();
            assertThat(HexFormat.of().toHexDigits(digest)).isEqualTo(chat.digest(contract));
        }
    }

    @Test
    void contractThatAPageCannotHaveHasNone() {
        assertThat(digests.digest(Pipe.class)).isEqualTo(OptionalLong.empty());
        assertThat(digests.digest(Pipe.class)).isEqualTo(OptionalLong.empty());
    }

    /** Loads one class by itself. */
    private static final class Loader extends ClassLoader {
        Class<?> listener() throws IOException {
            try (InputStream in = Listener.class.getResourceAsStream("Listener.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(Listener.class.getName(), bytes, 0, bytes.length);
            }
        }
    }

    private WeakReference<ClassLoader> digestAndForget() throws IOException {
        Class<?> listener = new Loader().listener();
        assertThat(digests.digest(listener))
                .isEqualTo(digests.digest(Listener.class))
                .isPresent();
        return new WeakReference<>(listener.getClassLoader());
    }

    @Test
    void keepsNoClassLoader() throws IOException {
        WeakReference<ClassLoader> loader = digestAndForget();
        Await.until("the loader was collected", () -> {
            System.gc();
            return loader.get() == null;
        });
    }
}
