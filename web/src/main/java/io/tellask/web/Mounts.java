package io.tellask.web;

import io.tellask.http.HttpService;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Services below paths, of which the longest path wins. Immutable and thread-safe. */
final class Mounts {
    private record Mount(String path, HttpService service) {}

    private final List<Mount> longestFirst;

    Mounts(Map<String, HttpService> services) {
        longestFirst = services.entrySet().stream()
                .map(each -> new Mount(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingInt((Mount mount) -> mount.path.length())
                        .reversed())
                .toList();
    }

    /** The service of a path as it was sent; null for none. */
    @Nullable
    HttpService find(String path) {
        for (Mount mount : longestFirst) {
            String prefix = mount.path;
            if (path.startsWith(prefix)
                    && (path.length() == prefix.length()
                            || prefix.equals("/")
                            || path.charAt(prefix.length()) == '/')) {
                return mount.service;
            }
        }
        return null;
    }

    List<HttpService> services() {
        return longestFirst.stream().map(Mount::service).toList();
    }

    /** @throws IllegalArgumentException if nothing can be mounted there */
    static void check(String path) {
        if (!path.matches("(/[A-Za-z0-9._~@-]+)+") || path.contains("/..") || path.contains("/./")) {
            throw new IllegalArgumentException("mount: path of " + path.length()
                    + " characters; write one such as /api, without a slash at its end, of letters, digits and ._~@-");
        }
    }
}
