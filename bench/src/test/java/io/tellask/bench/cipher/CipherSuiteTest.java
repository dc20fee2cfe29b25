package io.tellask.bench.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the cipher bench for moments, so that it is tried whenever the tests run. */
@Order(2)
class CipherSuiteTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @Test
    @Timeout(120)
    void contendersAgreeInEveryCase() throws Exception {
        Report report = Harness.run(
                "cipher",
                new CipherSuite(),
                Options.parse(List.of("--case", "salsa20-4k,chacha20-64,box-64,token", "--tiny")),
                NOWHERE);

        // all are there but for a library of C, which the system may not have
        assertThat(report.unavailable()).allSatisfy(each -> {
            assertThat(each.contender()).isEqualTo("libsodium");
            assertThat(each.reason()).contains("no library: names=[libsodium.so", "apt-get install libsodium");
        });
        assertThat(report.warnings()).isEmpty();
        for (String contender : List.of("tellask", "tellask-default", "bouncycastle")) {
            for (String label : List.of("salsa20-4k", "chacha20-64", "box-64")) {
                assertThat(report.median(label, contender, "")).as(label).isPositive();
            }
        }
        assertThat(report.median("box-64", "jdk", "")).isPositive();
        assertThat(report.median("token-sealer", "tellask-default", "")).isPositive();
        for (String label : List.of("token-aes-gcm", "token-chacha20-poly1305", "token-hmac-sha256")) {
            assertThat(report.median(label, "jdk", "")).as(label).isPositive();
        }
    }
}
