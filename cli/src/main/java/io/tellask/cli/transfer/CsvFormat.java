package io.tellask.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Writes CSV as of RFC 4180, with line feeds: names of columns with their kinds, rows, and a last row {@code #end,records,checksum}. A first cell
 * that is a key and begins with {@code #} stands in quotes, others that do are no records.
 */
final class CsvFormat implements ExportFormat {
    static final String CONTROL = "#";

    private final LineWriter out;
    private boolean valuesAreText;
    private boolean valuesAreCodec;

    CsvFormat(OutputStream out) {
        this.out = new LineWriter(out);
    }

    @Override
    public void begin(Title title) throws IOException {
        valuesAreText = title.values().equals("string");
        valuesAreCodec = title.values().equals("codec");
        StringBuilder line = new StringBuilder();
        cell(line, "key:" + title.keys());
        cell(line.append(','), "value:" + title.values());
        line.append(",expiry");
        out.write(valuesAreCodec ? line.append(",json") : line);
    }

    @Override
    public void schema(long fingerprint, byte[] descriptor) throws IOException {
        out.write("#schema," + HexFormat.of().toHexDigits(fingerprint) + ","
                + Base64.getEncoder().encodeToString(descriptor));
    }

    @Override
    public void row(Row row) throws IOException {
        StringBuilder line = new StringBuilder(64 + 2 * row.value().length);
        cell(line, text(row.key()));
        cell(
                line.append(','),
                valuesAreText
                        ? new String(row.value(), UTF_8)
                        : Base64.getEncoder().encodeToString(row.value()));
        line.append(',').append(row.expiry() == null ? "" : row.expiry());
        if (valuesAreCodec) {
            cell(line.append(','), row.json() == null ? "" : row.json());
        }
        out.write(line);
    }

    /** Keys that are records stand as JSON in their cell, bytes in Base64. */
    private static String text(Object key) {
        if (key instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        if (key instanceof List<?>) {
            StringBuilder json = new StringBuilder();
            KeyJson.append(json, key);
            return json.toString();
        }
        return key.toString();
    }

    private static void cell(StringBuilder line, String text) {
        boolean quoted =
                text.startsWith(CONTROL) || text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        if (quoted) {
            line.append('"').append(text.replace("\"", "\"\"")).append('"');
        } else {
            line.append(text);
        }
    }

    @Override
    public void end(long records) throws IOException {
        out.write("#end," + records + "," + out.checksum());
        out.flush();
    }
}
