package io.tellask.codec.registry;

import io.tellask.codec.trust.Admission;

/** The classes that declared types and a codec's grants let in. Thread-safe. */
public abstract class ClassTrust {
    protected final TypeTable table;
    protected final Admission admission;

    protected ClassTrust(TypeTable table, Admission admission) {
        this.table = table;
        this.admission = admission;
    }
}
