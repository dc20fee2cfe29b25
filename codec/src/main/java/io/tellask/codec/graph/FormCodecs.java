package io.tellask.codec.graph;

import org.jspecify.annotations.Nullable;

/** The codecs of one class for the two forms of messages, each made when it is first needed. Thread-safe. */
public final class FormCodecs {
    private final Maker maker;
    private volatile @Nullable TypeCodec compact;
    private volatile @Nullable TypeCodec wide;

    public FormCodecs(Maker maker) {
        this.maker = maker;
    }

    /** The one codec for a form. */
    public TypeCodec of(boolean isWide) {
        TypeCodec known = isWide ? wide : compact;
        return known != null ? known : make(isWide);
    }

    private synchronized TypeCodec make(boolean isWide) {
        TypeCodec known = isWide ? wide : compact;
        if (known == null) {
            known = maker.make(isWide);
            if (isWide) {
                wide = known;
            } else {
                compact = known;
            }
        }
        return known;
    }

    /** Makes the codec for a form. */
    @FunctionalInterface
    public interface Maker {
        TypeCodec make(boolean wide);
    }
}
