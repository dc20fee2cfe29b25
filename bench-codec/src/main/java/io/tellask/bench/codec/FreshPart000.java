package io.tellask.bench.codec;

import java.io.Serializable;
import java.util.Objects;

/** What lies in a {@link Fresh000}, with copies as that has. */
public class FreshPart000 implements Serializable {
    private static final long serialVersionUID = 1;

    public String label = "a part";
    public int width = 640;
    public int height = 480;

    @Override
    public boolean equals(Object other) {
        return other instanceof FreshPart000 that
                && label.equals(that.label)
                && width == that.width
                && height == that.height;
    }

    @Override
    public int hashCode() {
        return Objects.hash(label, width, height);
    }
}
