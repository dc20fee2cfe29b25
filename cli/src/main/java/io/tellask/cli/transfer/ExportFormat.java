package io.tellask.cli.transfer;

import java.io.IOException;

/** A way to write records as text. Used by one thread. */
interface ExportFormat {
    void begin(Title title) throws IOException;

    void schema(long fingerprint, byte[] descriptor) throws IOException;

    void row(Row row) throws IOException;

    /** Says that everything was written. */
    void end(long records) throws IOException;
}
