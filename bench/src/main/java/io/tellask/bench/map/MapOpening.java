package io.tellask.bench.map;

import java.io.IOException;
import java.nio.file.Path;

/** How a contender of the store suite opens its map; made through a public constructor without parameters. */
public interface MapOpening {
    /**
     * Opens the map in a folder, which it has for itself, or makes it there.
     *
     * @param users entries to make room for
     * @param forced whether {@link UserMap#putForced} is what will be called, instead of {@link UserMap#put}
     */
    UserMap open(Path folder, int users, boolean forced) throws IOException;
}
