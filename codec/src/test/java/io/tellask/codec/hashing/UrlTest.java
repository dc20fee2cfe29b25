package io.tellask.codec.hashing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A URL asks a name server for its hash: it needs a grant, and never becomes part of a key. */
class UrlTest {
    private static final Codec GRANTING =
            Codec.builder().allow(URL.class, Link.class).build();

    /** The address literal keeps the test itself from asking. */
    private static URL url() throws Exception {
        return URI.create("http://127.0.0.1:1/x").toURL();
    }

    record Link(URL target) {}

    @Test
    void valueTravels() throws Exception {
        Map<String, URL> links = new HashMap<>(Map.of("a", url()));

        assertThat(GRANTING.decode(GRANTING.encode(links), Map.class).get("a").toString())
                .isEqualTo("http://127.0.0.1:1/x");
        assertThat(GRANTING.decode(GRANTING.encode(new Link(url())), Link.class)
                        .target()
                        .getPath())
                .isEqualTo("/x");
    }

    @Test
    void keyIsRefusedBeforeItIsHashed() throws Exception {
        for (Object key : List.of(url(), List.of(url()), new Link(url()))) {
            byte[] bytes = GRANTING.encode(new HashMap<>(Map.of(key, 1)));
            assertThatThrownBy(() -> GRANTING.decode(bytes, Object.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("class=java.net.URL within a key");
        }
    }

    @Test
    void keyThatSharesOneIsRefused() throws Exception {
        List<Object> shared = new ArrayList<>(List.of(url()));
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put("first", shared);
        map.put(List.of(shared), "second");
        byte[] bytes = GRANTING.encode(map);

        assertThatThrownBy(() -> GRANTING.decode(bytes, Map.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("keys");
    }
}
