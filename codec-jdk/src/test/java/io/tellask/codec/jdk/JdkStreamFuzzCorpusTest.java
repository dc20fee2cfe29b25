package io.tellask.codec.jdk;

import io.tellask.codec.FuzzCorpusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the fuzzer started from, learned and found is read or refused: its inputs, without the fuzzer. */
@Timeout(60)
class JdkStreamFuzzCorpusTest {
    @Test
    void inputsOfTheFuzzerAreReadOrRefused() throws Exception {
        FuzzCorpusTest.readAll(JdkStreamFuzzTest.class, new JdkStreamFuzzTest()::streamsAreReadOrRefused);
    }
}
