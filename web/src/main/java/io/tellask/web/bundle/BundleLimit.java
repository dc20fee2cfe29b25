package io.tellask.web.bundle;

/** What bounds a bundle, with its default. */
public enum BundleLimit {
    /** The most modules of a page: 2,000. */
    MODULES("modules", 2_000),
    /** The most imports from a script of the page to a module that it needs: 500. */
    IMPORT_DEPTH("importDepth", 500),
    /** The most bytes of one page, script, style or module: 4 MiB. */
    FILE_BYTES("fileBytes", 4 << 20),
    /** The most bytes of all files that go into a page: 32 MiB. */
    TOTAL_BYTES("totalBytes", 32 << 20),
    /** The most files that go into a page, counted each time one is needed: 10,000. */
    FILES("files", 10_000),
    /** The most imports of styles, or of pages, within each other: 50. */
    NESTING("nesting", 50),
    /** The most scripts and styles in a page, each of which is named in a header: 100. */
    INLINES("inlines", 100),
    /** The longest image or font that becomes part of the page, in bytes: 8 KiB. */
    INLINE_ASSET_BYTES("inlineAssetBytes", 8 << 10),
    /** The longest script or style that becomes part of the page, in bytes: 1 MiB. Longer ones are files of their own. */
    INLINE_CODE_BYTES("inlineCodeBytes", 1 << 20),
    /** Without esbuild, the longest module that becomes part of the page, in bytes: 8 KiB. Only one that no other imports can. */
    INLINE_MODULE_BYTES("inlineModuleBytes", 8 << 10),
    /** The most pages that are kept: 256. The one asked for longest ago is dropped. */
    PAGES("pages", 256),
    /** The most bytes of files kept of bundles that were replaced, for pages that are still open: 64 MiB. */
    FORMER_BYTES("formerBytes", 64 << 20),
    /** How long a bundle is used before its files are looked at for changes, in milliseconds: 100. */
    CHECK_MILLIS("checkMillis", 100),
    /** How long a page is not tried again when the program failed or a file could not be read, in milliseconds: 10,000. */
    RETRY_MILLIS("retryMillis", 10_000),
    /** The most runs of esbuild at once: 2. */
    TOOL_RUNS("toolRuns", 2),
    /** The longest run of esbuild, in milliseconds, waiting included: 20,000. */
    TOOL_MILLIS("toolMillis", 20_000),
    /** The most bytes that a run of esbuild may write: 64 MiB. */
    TOOL_BYTES("toolBytes", 64 << 20);

    private final String label;
    private final int byDefault;

    BundleLimit(String label, int byDefault) {
        this.label = label;
        this.byDefault = byDefault;
    }

    /** Its name in messages. */
    public String label() {
        return label;
    }

    /** What it is unless chosen. */
    public int byDefault() {
        return byDefault;
    }
}
