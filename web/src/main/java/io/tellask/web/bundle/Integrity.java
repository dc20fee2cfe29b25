package io.tellask.web.bundle;

import io.tellask.web.bundle.BundleException.Reason;
import java.util.Locale;
import java.util.Map;
import org.jsoup.nodes.Element;

/** The attribute {@code integrity}: digests of the file that an element names. Stateless. */
final class Integrity {
    private static final Map<String, String> ALGORITHMS =
            Map.of("sha256", "SHA-256", "sha384", "SHA-384", "sha512", "SHA-512");

    private Integrity() {}

    /**
     * Looks whether a file is the one that its element means, as a browser would, which has no chance to once it is part of the page.
     *
     * @throws BundleException if it is another one
     */
    static void check(Element element, String path, byte[] bytes) {
        boolean isKnown = false;
        for (String digest : element.attr("integrity").strip().split("\\s+")) {
            int dash = digest.indexOf('-');
            String algorithm =
                    dash < 0 ? null : ALGORITHMS.get(digest.substring(0, dash).toLowerCase(Locale.ROOT));
            if (algorithm != null) {
                isKnown = true;
                String expected = digest.substring(dash + 1).replaceFirst("\\?.*", "");
                if (Digests.base64(algorithm, bytes).equals(expected)) {
                    return;
                }
            }
        }
        if (isKnown) {
            throw BundleException.of(
                    Reason.INTEGRITY,
                    path,
                    "is not the file that integrity names; correct the attribute, or restore the file");
        }
    }
}
