package io.tellask.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;

/** Writes lines of UTF-8 and keeps the checksum of all of them. Not thread-safe. */
final class LineWriter {
    private final OutputStream out;
    private final CRC32C crc = new CRC32C();

    LineWriter(OutputStream out) {
        this.out = out;
    }

    void write(CharSequence line) throws IOException {
        byte[] bytes = line.toString().getBytes(UTF_8);
        crc.update(bytes);
        crc.update('\n');
        out.write(bytes);
        out.write('\n');
    }

    /** The checksum of all lines so far, their ends included. */
    String checksum() {
        return hex(crc);
    }

    void flush() throws IOException {
        out.flush();
    }

    static String hex(CRC32C crc) {
        return String.format("%08x", crc.getValue());
    }
}
