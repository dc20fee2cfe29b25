package io.tellask.kv.resp.channel;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.HandLoop;
import io.tellask.kv.resp.HandPeer;
import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.command.Commands;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.Glob;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.remote.PeerMemory;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatternListenersTest {
    private static final String IN_PATTERNS = "ab\u00ff*?[]\\^-";
    private static final String IN_CHANNELS = "ab\u00ff*[c";

    @TempDir
    private Path directory;

    private final HandLoop loop = new HandLoop();
    private final PatternListeners patterns = new PatternListeners();
    private Engine engine;
    private Client client;

    @BeforeEach
    void open() {
        EngineSettings settings = new EngineSettings(
                directory, 1, KeyValueOptions.defaults(), RespLimits.defaults(), new PeerMemory(256 << 20), null);
        engine = new Engine(settings, Commands.table(), loop, InstantSource.system());
        HandPeer _ = new HandPeer(engine, loop);
        client = engine.clients().all().iterator().next();
    }

    @AfterEach
    void close() {
        engine.disconnect();
        engine.close();
    }

    @Test
    void aWalkMissesNoPatternThatMatches() {
        long seed = Seed.given();
        SplittableRandom random = new SplittableRandom(seed);
        NavigableMap<ByteString, Glob> all = new TreeMap<>();
        for (int i = 0; i < 1_000; i++) {
            ByteString pattern = new ByteString(text(random, IN_PATTERNS));
            if (all.put(pattern, Glob.of(pattern.bytes())) == null) {
                patterns.add(pattern, client);
            }
        }
        for (int i = 0; i < 1_000; i++) {
            byte[] channel = text(random, IN_CHANNELS);
            List<ByteString> matching = all.entrySet().stream()
                    .filter(pattern -> pattern.getValue().matches(channel, new MatchCost()))
                    .map(Map.Entry::getKey)
                    .toList();
            assertThat(matching(channel, new MatchCost()))
                    .as("seed=%d, channel=%s", seed, new String(channel, ISO_8859_1))
                    .isEqualTo(matching);
        }
    }

    @Test
    void patternsThatBeginOtherwiseAreNotLookedAt() {
        for (int i = 0; i < 10_000; i++) {
            patterns.add(new ByteString(("news" + i + "*").getBytes(ISO_8859_1)), client);
            patterns.add(new ByteString(("weather" + i + "*").getBytes(ISO_8859_1)), client);
        }
        patterns.add(new ByteString("o*".getBytes(ISO_8859_1)), client);
        MatchCost steps = new MatchCost();
        assertThat(matching("orders".getBytes(ISO_8859_1), steps)).hasSize(1);
        assertThat(steps.count()).isLessThan(20 * MatchCost.PATTERN);
        assertThat(matching("news77".getBytes(ISO_8859_1), steps)).hasSize(2);
        assertThat(steps.count()).isLessThan(100 * MatchCost.PATTERN);
    }

    private List<ByteString> matching(byte[] channel, MatchCost steps) {
        List<ByteString> found = new ArrayList<>();
        Map.Entry<ByteString, PatternListeners.Listeners> entry = patterns.next(null, channel, steps);
        while (entry != null) {
            if (entry.getValue().pattern().matches(channel, steps)) {
                found.add(entry.getKey());
            }
            entry = patterns.next(entry.getKey(), channel, steps);
        }
        return found;
    }

    private static byte[] text(SplittableRandom random, String characters) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(7); length > 0; length--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString().getBytes(ISO_8859_1);
    }
}
