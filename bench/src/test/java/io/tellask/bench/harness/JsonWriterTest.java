package io.tellask.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    @Test
    void writesEveryKindOfValue() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("text", "a \"quoted\" \\ line\n");
        object.put("numbers", List.of(1, 2.0, 0.12346, 4.5e7, Long.MAX_VALUE));
        object.put("unknown", Double.NaN);
        object.put("none", null);
        object.put("flag", true);
        object.put("objects", List.of(Map.of("a", 1)));

        assertThat(JsonWriter.write(object)).isEqualTo("""
                        {
                          "text": "a \\"quoted\\" \\\\ line\\u000a",
                          "numbers": [1, 2, 0.1235, 45000000, 9223372036854775807],
                          "unknown": null,
                          "none": null,
                          "flag": true,
                          "objects": [
                            {
                              "a": 1
                            }
                          ]
                        }
                        """);
    }
}
