package io.tellask.web.bundle;

import org.jspecify.annotations.Nullable;

/**
 * A page cannot be bundled. Its message names the file, the line and what to do; it is for the log and for development, since it shows
 * the inside of the site.
 */
public final class BundleException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What kind of failure it is. */
    public enum Reason {
        /** A page or module is not there, or nothing says where it is. */
        MISSING,
        /** A file cannot be understood. */
        SYNTAX,
        /** A limit is exceeded, which the message names. */
        LIMIT,
        /** A file is not the one that its page has the digest of. */
        INTEGRITY,
        /** A file is there and cannot be read. */
        UNREADABLE,
        /** The program that bundles failed, or took too long. */
        TOOL
    }

    private final Reason reason;
    private final String path;
    private final String detail;
    private final transient @Nullable SourcePlace place;

    BundleException(Reason reason, String path, String detail, @Nullable SourcePlace place, @Nullable Throwable cause) {
        super(
                "bundle: file=" + path + (place == null ? "" : ", line=" + place.line() + ", column=" + place.column())
                        + ", " + detail,
                cause);
        this.reason = reason;
        this.path = path;
        this.detail = detail;
        this.place = place;
    }

    static BundleException of(Reason reason, String path, String detail) {
        return new BundleException(reason, path, detail, null, null);
    }

    public Reason reason() {
        return reason;
    }

    /** The file within the site that is the reason. */
    public String path() {
        return path;
    }

    /** What is wrong, and the remedy. */
    public String detail() {
        return detail;
    }

    /** Where in the file; null if that is not known. */
    public @Nullable SourcePlace place() {
        return place;
    }
}
