package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.Objects;

/** What a price is of. */
public class Instrument implements Serializable {
    private static final long serialVersionUID = 1;

    public String mnemonic;
    public long id;
    public String description;

    @Override
    public boolean equals(Object other) {
        return other instanceof Instrument that
                && Objects.equals(mnemonic, that.mnemonic)
                && id == that.id
                && Objects.equals(description, that.description);
    }

    @Override
    public int hashCode() {
        return Objects.hash(mnemonic, id, description);
    }
}
