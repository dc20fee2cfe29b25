package io.tellask.kv;

import io.tellask.actor.Promise;
import java.util.List;

/** The directory of maps. Opening one blocks on the disk, so it has a thread of its own. */
final class StoreActor implements KeyValueStore {
    private final MapFolders maps;

    StoreActor(MapFolders maps) {
        this.maps = maps;
    }

    @Override
    public Promise<KeyValueMap> open(String name) {
        return Promise.of(maps.open(name));
    }

    @Override
    public Promise<KeyValueMap> find(String name) {
        return Promise.of(maps.find(name));
    }

    @Override
    public Promise<List<String>> names() {
        return Promise.of(maps.names());
    }
}
