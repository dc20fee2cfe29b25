package io.tellask.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.DurableMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys of the records, byte by byte: folders of earlier versions have them. */
class EntriesTest {
    @Test
    void keysAreThoseOfTheLayout(@TempDir Path folder) {
        try (DurableMap<byte[], Object> map = DurableMap.open(folder, byte[].class, Object.class)) {
            Entries entries = new Entries(map, "ada", PersistenceLimits.defaults());
            entries.putSnapshot("state", 1, 1);
            assertThat(entries.append(258, "event")).isTrue();
            assertThat(entries.append(258, "other")).isFalse();
            entries.confirm(1);
            assertThat(entries.append(259, List.of("event"), "bob", 7)).isTrue();

            List<String> keys = new ArrayList<>();
            map.forEach((key, _) -> keys.add(HexFormat.of().formatHex(key)));
            assertThat(keys)
                    .containsExactlyInAnyOrder(
                            "73" + "0000000000000000" + "616461",
                            "6d" + "0000000000000000" + "616461",
                            "65" + "0000000000000102" + "616461",
                            "63" + "0000000000000000" + "616461",
                            "72" + "0000000000000003" + "616461" + "626f62",
                            "65" + "0000000000000103" + "616461");
            assertThat(entries.received("bob")).isEqualTo(7);
            assertThat(entries.event(258)).isEqualTo("event");
        }
    }
}
