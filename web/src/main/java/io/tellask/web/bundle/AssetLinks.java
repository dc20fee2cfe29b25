package io.tellask.web.bundle;

import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of a bundle beside its page, and the addresses that replace those of the sources: data for small ones, names by content for
 * others. Not thread-safe.
 */
final class AssetLinks {
    private final SiteFiles files;
    private final BundleLimits limits;
    private final List<String> warnings;
    private final Map<String, BundleAsset> assets = new LinkedHashMap<>();
    private final Map<String, BundleAsset> byFile = new HashMap<>();
    private final Set<String> inPage = new HashSet<>();

    AssetLinks(SiteFiles files, BundleLimits limits, List<String> warnings) {
        this.files = files;
        this.limits = limits;
        this.warnings = warnings;
    }

    /**
     * What an address becomes.
     *
     * @param base path of the file that names it
     * @param address as written
     * @param mayBeData whether it may become data
     * @return as written if it leads elsewhere; one from the root of the site for a file that stays
     */
    String link(String base, String address, boolean mayBeData) {
        String path = SitePath.resolve(base, address);
        if (path == null) {
            return address;
        }
        String suffix = SitePath.suffix(address);
        byte[] bytes = MediaTypes.isKnown(path) ? files.assetBytes(path) : null;
        if (bytes == null) {
            if (MediaTypes.isKnown(path)) {
                BuildContext.warn(warnings, path + ": not there, or too long; named by " + base + ", left as it is");
            }
            return SitePath.encoded(path) + suffix;
        }
        String fragment = suffix.indexOf('#') < 0 ? "" : suffix.substring(suffix.indexOf('#'));
        if (mayBeData && fragment.isEmpty() && bytes.length <= limits.of(BundleLimit.INLINE_ASSET_BYTES)) {
            inPage.add(path);
            return "data:" + MediaTypes.of(path) + ";base64,"
                    + Base64.getEncoder().encodeToString(bytes);
        }
        return addFile(path, MediaTypes.of(path), bytes) + fragment;
    }

    /** An address from the root of the site, where it leads to a file of it. */
    static String absolute(String base, String address) {
        String path = SitePath.resolve(base, address);
        return path == null ? address : SitePath.encoded(path) + SitePath.suffix(address);
    }

    /** Adds a file, or what was made of one; returns its path in the bundle. */
    String addFile(String path, String contentType, byte[] bytes) {
        BundleAsset asset = add(SitePath.extension(path), contentType, bytes);
        byFile.put(path, asset);
        return asset.path();
    }

    BundleAsset add(String extension, String contentType, byte[] bytes) {
        BundleAsset asset = BundleAsset.of(extension, contentType, bytes);
        assets.put(asset.path(), asset);
        return asset;
    }

    /** Says that a file is part of the page now. */
    void markInPage(String path) {
        inPage.add(path);
    }

    boolean isInPage(String path) {
        return inPage.contains(path);
    }

    /** What a file has become; null if it stays, or is part of the page. */
    @Nullable
    BundleAsset ofFile(String path) {
        return byFile.get(path);
    }

    Map<String, BundleAsset> all() {
        return assets;
    }
}
