package io.tellask.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short run of {@code tellask hostile-test}: nine kinds of attack on both ports at the same time, three in the slow tier, in one heap of 256 MB.
 */
@Order(1)
class HostileServerTest {
    private static final long MILLIS = Rounds.of(300, 2_000);
    /** Kinds at once on each port: the native one has twice as many. */
    private static final int KINDS = Rounds.of(3, 1);

    private static final int CONNECTIONS = 300;
    private static final int SLOWEST_MILLIS = 8_000; // beside other builds; 250 ms are for a quiet machine

    /** What a server stands with certainty; {@code tellask hostile-test} runs all kinds. */
    private static final Set<String> STOOD = Set.of(
            "native-fragments",
            "native-fragment-crumbs",
            "native-fragment-huge",
            "native-half-frame",
            "native-long-calls",
            "native-unread-answers",
            "native-unread-echoes",
            "native-unread-expanding",
            "native-unread-expanding-short",
            "native-unread-lookups",
            "native-unread-failures",
            "native-unread-refusals",
            "native-unread-pongs",
            "native-unanswered-asks",
            "native-deadline-storm",
            "native-cancelled-asks",
            "native-small-writes",
            "native-large-writes",
            "native-overdrawn-credit",
            "native-idle-streams",
            "native-unread-scans",
            "native-unread-changes",
            "native-cancelled-streams",
            "native-abandoned-spores",
            "native-reset-spores",
            "native-request-overflow",
            "native-held-references",
            "native-descriptors",
            "native-contracts",
            "resp-unfinished-set",
            "resp-unfinished-arguments",
            "resp-endless-line",
            "resp-queued-transaction",
            "resp-unread-values",
            "resp-unread-pipeline",
            "resp-unread-messages",
            "resp-long-channels",
            "resp-costly-patterns",
            "resp-growing-values",
            "resp-expiring-keys",
            "resp-wrong-order",
            "resp-unknown-endless-line",
            "resp-unknown-hoard",
            "resp-unknown-long",
            "resp-guessed-passwords",
            "resp-unread-guesses",
            "native-silence",
            "native-slow",
            "native-half-closed",
            "native-resets",
            "native-connect-storm",
            "native-garbage",
            "native-greeted-garbage",
            "native-mutations",
            "native-tls",
            "native-http",
            "resp-silence",
            "resp-slow",
            "resp-half-closed",
            "resp-resets",
            "resp-connect-storm",
            "resp-garbage",
            "resp-greeted-garbage",
            "resp-mutations",
            "resp-tls",
            "resp-http");

    @TempDir
    private Path folder;

    @Test
    void standsKindsOfAttackOnBothPortsAtOnce() throws Exception {
        long seed = Seed.given();
        List<AttackKind> onNative = kinds(AttackKind.Port.NATIVE);
        List<AttackKind> onResp = kinds(AttackKind.Port.RESP);
        List<String> failures = new ArrayList<>();
        long opened = 0;
        AttackBounds bounds = AttackBounds.defaults()
                .withConnections(CONNECTIONS)
                .withSlowestMillis(SLOWEST_MILLIS)
                .withHeapDumps(Path.of("target", "heap-dumps"));
        try (HostileTest test = new HostileTest(folder, bounds, seed)) {
            for (int i = 0; 2 * i < onNative.size() || i < onResp.size(); i += KINDS) {
                Verdict verdict = test.run(someOf(onNative, onResp, i), MILLIS);
                opened += verdict.opened();
                if (!verdict.isPassed()) {
                    failures.add(verdict.details(seed));
                }
            }
        }
        int kinds = onNative.size() + onResp.size();
        System.out.println("kinds of attack: " + kinds + ", connections: " + opened + ", seed=" + seed);
        assertThat(failures).isEmpty();
        assertThat(kinds).isEqualTo(STOOD.size());
    }

    private static List<AttackKind> kinds(AttackKind.Port port) {
        return AttackKind.all().stream()
                .filter(kind -> kind.port() == port && STOOD.contains(kind.name()))
                .toList();
    }

    private static List<AttackKind> someOf(List<AttackKind> onNative, List<AttackKind> onResp, int place) {
        return Stream.concat(
                        onNative.stream().skip(2L * place).limit(2L * KINDS),
                        onResp.stream().skip(place).limit(KINDS))
                .toList();
    }
}
