package io.tellask.bench.map.peers;

import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;

/** Chronicle Map in one persisted file, sized for its entries beforehand; a put does not read the value that it replaces. */
public final class ChronicleUserMap extends MapOfUsers {
    private static final int KEY_BYTES = 9;
    private static final int VALUE_BYTES = 60;

    private final ChronicleMap<String, byte[]> map;

    /** Opens one, for puts that need not be forced. */
    public ChronicleUserMap(Path folder, int users, boolean forced, String contender) throws IOException {
        this(open(folder, users, forced));
    }

    private ChronicleUserMap(ChronicleMap<String, byte[]> map) {
        super(map);
        this.map = map;
    }

    private static ChronicleMap<String, byte[]> open(Path folder, int users, boolean forced) throws IOException {
        if (forced) {
            throw new UnsupportedOperationException("no durability: the file is written when the system likes");
        }
        return ChronicleMap.of(String.class, byte[].class)
                .name("users")
                .entries(users)
                .averageKeySize(KEY_BYTES)
                .averageValueSize(VALUE_BYTES)
                .putReturnsNull(true)
                .createPersistedTo(folder.resolve("users.dat").toFile());
    }

    @Override
    public void close() {
        map.close();
    }
}
