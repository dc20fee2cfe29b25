package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.remote.TransportException.Problem;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransportsTest {
    @ParameterizedTest
    @CsvSource({
        "aeron-ipc:///dev/shm/shop, add io.tellask:tellask-aeron to the program",
        "aeron-udp://127.0.0.1:1, add io.tellask:tellask-aeron to the program",
        "pigeon://127.0.0.1:1, add the module that serves it"
    })
    void namesTheModuleThatIsMissing(URI address, String remedy) {
        assertThatThrownBy(() -> Transports.forAddress(address, List.of()))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.BAD_ADDRESS))
                .hasMessageContaining("is not one of")
                .hasMessageEndingWith(remedy);
    }
}
