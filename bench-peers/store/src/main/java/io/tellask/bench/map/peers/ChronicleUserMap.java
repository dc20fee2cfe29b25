package io.tellask.bench.map.peers;

import io.tellask.bench.map.MapOpening;
import io.tellask.bench.map.UserMap;
import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;

/** Chronicle Map in one persisted file, sized for its entries beforehand; a put does not read the value that it replaces. */
public final class ChronicleUserMap extends MapOfUsers {
    private static final int KEY_BYTES = 9;
    private static final int VALUE_BYTES = 60;

    private final ChronicleMap<String, byte[]> map;

    private ChronicleUserMap(ChronicleMap<String, byte[]> map) {
        super(map);
        this.map = map;
    }

    /** Opens one. */
    public static final class Opening implements MapOpening {
        @Override
        public UserMap open(Path folder, int users, boolean forced) throws IOException {
            if (forced) {
                throw new UnsupportedOperationException("no durability: the file is written when the system likes");
            }
            return new ChronicleUserMap(ChronicleMap.of(String.class, byte[].class)
                    .name("users")
                    .entries(users)
                    .averageKeySize(KEY_BYTES)
                    .averageValueSize(VALUE_BYTES)
                    .putReturnsNull(true)
                    .createPersistedTo(folder.resolve("users.dat").toFile()));
        }
    }

    @Override
    public void close() {
        map.close();
    }
}
