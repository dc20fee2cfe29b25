package io.tellask.web.resources;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Roots in an order, searched like a class path: the first that has a file counts. Immutable and thread-safe.
 *
 * @param roots in their order
 * @param modules import map of the site itself, which wins over those of jars
 */
public record SearchPath(List<Root> roots, ImportMap modules) implements Resources {
    public SearchPath {
        roots = List.copyOf(roots);
    }

    @Override
    public @Nullable Resource find(String path) {
        for (Root root : roots) {
            Resource found = root.find(path);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The numbers and kinds of the roots, for messages. */
    public List<String> names() {
        return roots.stream().map(Root::name).toList();
    }

    /**
     * The import maps of the site and of all packages in its roots as one; where two name the same module, the first counts.
     *
     * @throws ImportMapException if one is malformed
     */
    public ImportMap importMap() {
        ImportMap all = modules;
        for (Root root : roots) {
            for (byte[] each : root.importMaps()) {
                all = all.or(ImportMap.parse(each));
            }
        }
        return all;
    }
}
