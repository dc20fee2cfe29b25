package io.tellask.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.micro.JsonWriting.Item;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MicroSuiteTest {
    static List<String> seals() {
        List<String> all = new ArrayList<>(contenders("crypto"));
        all.removeIf(name -> name.startsWith("rsa-4096")); // whose keys may take a minute
        return all;
    }

    static List<String> writings() {
        return contenders("json");
    }

    static List<String> counters() {
        return contenders("locks");
    }

    private static List<String> contenders(String suite) {
        return Comparison.of(suite).contenders().stream()
                .filter(each -> each.home().equals(Contender.OWN))
                .map(Contender::name)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seals")
    void nonceComesBack(String contender) throws Exception {
        NonceSeal seal = NonceSeal.of(contender);
        seal.verify(new byte[16]);
        seal.verify("another nonce...".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void changedNonceIsRefused() throws Exception {
        for (String contender : List.of("aes-gcm", "chacha20-poly1305", "hmac-sha256", "ed25519")) {
            NonceSeal seal = NonceSeal.of(contender);
            byte[] sealed = seal.seal(new byte[16]);
            sealed[sealed.length - 1] ^= 1;
            assertThatThrownBy(() -> seal.open(sealed)).as(contender).isInstanceOf(Exception.class);
        }
    }

    @ParameterizedTest
    @MethodSource("counters")
    void counterCounts(String contender) {
        SharedCounter counter = SharedCounter.of(contender);
        for (int i = 0; i < 100; i++) {
            counter.increment();
        }
        assertThat(counter.count()).isEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("writings")
    void jsonHoldsWhatWasWritten(String contender) throws Exception {
        List<Item> items = List.of(new Item("a", "b"), new Item("\"\\", "\u0001\n\t\u00e4\u20ac"), new Item("", "end"));
        JsonWriting.verify(items, JsonWriting.of(contender).write(items));
    }

    @Test
    void otherJsonIsFound() {
        assertThatThrownBy(() -> JsonWriting.verify(
                        List.of(new Item("a", "b")),
                        "[{\"name\":\"a\",\"content\":\"c\"}]".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "crypto, open-16, hmac-sha256",
        "locks, increment-2, compare-and-set",
        "memory, obtain-65536, direct",
        "json, generate-250, tellask",
        "struct, price-read, tellask-array",
        "struct, nested-1000, tellask",
    })
    void measuresInAFork(String suite, String label, String contender) throws Exception {
        Options options = Options.parse(List.of("--tiny", "--case", label, "--contender", contender));
        Report report =
                Harness.run(suite, new MicroSuite(), options, new PrintStream(OutputStream.nullOutputStream(), true));

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.median(label, contender, "")).isPositive();
        assertThat(report.median(label, contender, Run.ALLOCATED)).isNotNegative();
    }
}
