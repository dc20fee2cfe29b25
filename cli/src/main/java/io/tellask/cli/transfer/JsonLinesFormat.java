package io.tellask.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.HexFormat;

/** Writes JSON Lines: a title, schemas, records, and an end with the checksum of everything before it. */
final class JsonLinesFormat implements ExportFormat {
    private final LineWriter out;
    private boolean valuesAreText;

    JsonLinesFormat(OutputStream out) {
        this.out = new LineWriter(out);
    }

    @Override
    public void begin(Title title) throws IOException {
        valuesAreText = title.values().equals("string");
        out.write("{\"tellask\":\"store\",\"version\":" + Title.VERSION + ",\"keys\":\"" + title.keys()
                + "\",\"values\":\"" + title.values() + "\",\"sequence\":" + title.sequence() + "}");
    }

    @Override
    public void schema(long fingerprint, byte[] descriptor) throws IOException {
        out.write("{\"schema\":\"" + HexFormat.of().toHexDigits(fingerprint) + "\",\"descriptor64\":\""
                + Base64.getEncoder().encodeToString(descriptor) + "\"}");
    }

    @Override
    public void row(Row row) throws IOException {
        StringBuilder line = new StringBuilder(64 + 2 * row.value().length).append("{\"key\":");
        KeyJson.append(line, row.key());
        if (valuesAreText) {
            KeyJson.appendText(line.append(",\"value\":"), new String(row.value(), UTF_8));
        } else {
            if (row.json() != null) {
                line.append(",\"value\":").append(row.json());
            }
            line.append(",\"value64\":\"")
                    .append(Base64.getEncoder().encodeToString(row.value()))
                    .append('"');
        }
        if (row.expiry() != null) {
            line.append(",\"expiry\":\"").append(row.expiry()).append('"');
        }
        out.write(line.append('}'));
    }

    @Override
    public void end(long records) throws IOException {
        out.write("{\"end\":true,\"records\":" + records + ",\"crc32c\":\"" + out.checksum() + "\"}");
        out.flush();
    }
}
