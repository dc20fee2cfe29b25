package io.tellask.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads the CSV that {@link CsvFormat} writes. */
final class CsvParser {
    private static final JsonFactory JSON = new JsonFactory();

    private final LineReader lines;
    private final Target target;
    private final List<String> cells = new ArrayList<>();
    private boolean control;
    private String checksum = "";

    CsvParser(LineReader lines, Target target) {
        this.lines = lines;
        this.target = target;
    }

    void run() throws IOException {
        try {
            if (nextRow()) {
                title();
            }
            while (nextRow()) {
                if (control) {
                    control();
                } else {
                    record();
                }
            }
        } catch (TransferException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith("import:") ? e : lines.wrong(message);
        }
    }

    private void title() {
        if (!cell(0).startsWith("key:") || !cell(1).startsWith("value:") || !cell(2).equals("expiry")) {
            throw new TransferException("the columns are not key:KIND, value:KIND, expiry, as an export names them");
        }
        target.begin(Title.VERSION, cell(0).substring("key:".length()), cell(1).substring("value:".length()));
    }

    private void control() {
        switch (cell(0)) {
            case "#schema" -> target.schema(cell(1), KeyJson.base64(cell(2)));
            case "#end" -> target.end(number(cell(1)), cell(2), checksum);
            default -> throw new TransferException("the row is neither a record nor #schema or #end");
        }
    }

    private void record() {
        byte[] value = target.values().equals("string") ? cell(1).getBytes(UTF_8) : KeyJson.base64(cell(1));
        target.record(key(cell(0)), value, cell(2).isEmpty() ? null : cell(2));
    }

    private Object key(String text) {
        String kind = target.keys().toString();
        return switch (kind) {
            case "string", "enum", "uuid" -> text;
            case "bytes" -> KeyJson.base64(text);
            case "int32", "int64" -> number(text);
            default -> json(text);
        };
    }

    private static Object json(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new TransferException("key is empty");
            }
            return KeyJson.read(parser);
        } catch (JacksonException e) {
            throw new TransferException(
                    "key is not JSON: column=" + e.getLocation().getColumnNr());
        }
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new TransferException("not a whole number");
        }
    }

    private String cell(int index) {
        if (index >= cells.size()) {
            throw new TransferException("cells=" + cells.size() + ", needed=" + (index + 1));
        }
        return cells.get(index);
    }

    /** Reads a row, which goes over several lines where a cell does. */
    private boolean nextRow() throws IOException {
        cells.clear();
        String line = lines.next();
        if (line == null) {
            return false;
        }
        checksum = lines.checksumBefore();
        control = line.startsWith(CsvFormat.CONTROL);
        int at = 0;
        while (true) {
            if (at < line.length() && line.charAt(at) == '"') {
                StringBuilder cell = new StringBuilder();
                at++;
                while (true) {
                    int quote = line.indexOf('"', at);
                    if (quote < 0) {
                        line = continued(cell.append(line, at, line.length()).append('\n'));
                        at = 0;
                    } else if (quote + 1 < line.length() && line.charAt(quote + 1) == '"') {
                        cell.append(line, at, quote + 1);
                        at = quote + 2;
                    } else {
                        cell.append(line, at, quote);
                        at = quote + 1;
                        break;
                    }
                }
                cells.add(cell.toString());
            } else {
                int comma = line.indexOf(',', at);
                int end = comma < 0 ? line.length() : comma;
                cells.add(line.substring(at, end));
                at = end;
            }
            if (at == line.length()) {
                return true;
            }
            if (line.charAt(at) != ',') {
                throw new TransferException("something follows the quotes of a cell");
            }
            at++;
        }
    }

    private String continued(StringBuilder cell) throws IOException {
        @Nullable String line = lines.next();
        if (line == null) {
            throw new TransferException("the file ends inside of quotes");
        }
        if (cell.length() > Importer.MAX_LINE_BYTES) {
            throw new TransferException("characters of cell > limit=" + Importer.MAX_LINE_BYTES);
        }
        return line;
    }
}
