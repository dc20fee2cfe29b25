package io.tellask.typescript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.acme.Chat;
import com.acme.Listener;
import com.acme.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The texts of a rich sample are those in {@code src/test/resources/golden}. {@code -Dtellask.golden=write} writes the files anew, for a
 * change that is meant.
 */
class ContractModulesTest {
    static final Path FOLDER = Path.of("src/test/resources/golden");

    private final ContractModules chat = ContractModules.of(Chat.class);

    static void assertGolden(String file, String text) throws IOException {
        Path path = FOLDER.resolve(file);
        if ("write".equals(System.getProperty("tellask.golden"))) {
            Files.writeString(path, text);
        }
        assertThat(text)
                .as(path + "; run with -Dtellask.golden=write if it was meant to change")
                .isEqualTo(Files.readString(path));
    }

    @Test
    void scriptIsAsTheGoldenFileSays() throws IOException {
        assertGolden("com.acme.Chat.js", chat.javascript());
    }

    @Test
    void declarationsAreAsTheGoldenFileSays() throws IOException {
        assertGolden("reflected.d.ts", chat.declarations());
    }

    @Test
    void oneModuleHoldsSeveralContracts() {
        ContractModules both = ContractModules.of(Room.class, Listener.class);
        assertThat(both.javascript())
                .startsWith("// Written by Tellask from com.acme.Room, com.acme.Listener; changes are lost.\n")
                .contains("export const Room = ", "export const Listener = ");
        assertThat(both.digest(Listener.class))
                .isEqualTo(ContractModules.of(Listener.class).digest(Listener.class))
                .matches("[0-9a-f]{16}")
                .isNotEqualTo(both.digest(Room.class));
    }

    @Test
    void digestOfWhatTheModuleDoesNotHoldIsRefused() {
        assertThatThrownBy(() -> ContractModules.of(Listener.class).digest(Room.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("digest: contract=com.acme.Room is not in the module; it holds com.acme.Listener");
    }

    @Test
    void noContractsAreRefused() {
        assertThatThrownBy(ContractModules::of)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give at least one");
    }
}
