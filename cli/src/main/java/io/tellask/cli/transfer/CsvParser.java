package io.tellask.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.text.SafeText;
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
    private static final String COLUMNS = "key:KIND,value:KIND,expiry";
    private static final int SHOWN_CHARS = 60;

    private final LineReader lines;
    private final ImportTarget target;
    private final List<String> cells = new ArrayList<>();
    private boolean control;
    private int titleCells;
    private int column; // of the cell that is being looked at, from 1; 0: none
    private String checksum = "";

    CsvParser(LineReader lines, ImportTarget target) {
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
            throw message.startsWith("import:") ? e : lines.wrong(column, message);
        }
    }

    private void title() {
        require(0, cells.getFirst().startsWith("key:"));
        require(1, cells.size() > 1 && cells.get(1).startsWith("value:"));
        require(2, cells.size() > 2 && cells.get(2).equals("expiry"));
        titleCells = cells.size();
        column = 0;
        target.begin(Title.VERSION, cell(0).substring("key:".length()), cell(1).substring("value:".length()));
    }

    private void require(int index, boolean asExpected) {
        if (!asExpected) {
            column = index + 1;
            throw new TransferException("expected the columns " + COLUMNS + " as an export names them, found "
                    + SafeText.of(String.join(",", cells), SHOWN_CHARS) + otherSeparator());
        }
    }

    /** What to do where cells are separated by something else. */
    private String otherSeparator() {
        for (String separator : List.of(";", "\t", "|")) {
            if (cells.size() == 1 && cells.getFirst().contains(separator)) {
                return "; cells seem to be separated by " + (separator.equals("\t") ? "tabs" : separator)
                        + ", write commas";
            }
        }
        return "";
    }

    private void control() {
        switch (cell(0)) {
            case "#schema" -> target.schema(cell(1), KeyJson.base64(cell(2)));
            case "#end" -> target.end(number(cell(1)), cell(2), checksum);
            default -> throw new TransferException("the row is neither a record nor #schema or #end");
        }
    }

    private void record() {
        if (cells.size() > titleCells) {
            throw new TransferException("cells=" + cells.size() + ", expected=" + titleCells
                    + " as in the first line; a cell with a comma, a quote or a line feed stands in quotes");
        }
        byte[] value = target.values().equals("string") ? cell(1).getBytes(UTF_8) : KeyJson.base64(cell(1));
        Object key = key(cell(0));
        String expiry = cell(2);
        column = 0;
        target.record(key, value, expiry.isEmpty() ? null : expiry);
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
                    "key is not JSON: character=" + e.getLocation().getColumnNr());
        }
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new TransferException("expected a whole number, found " + SafeText.of(text, SHOWN_CHARS));
        }
    }

    private String cell(int index) {
        if (index >= cells.size()) {
            column = 0;
            throw new TransferException(
                    "cells=" + cells.size() + ", expected=" + Math.max(titleCells, index + 1) + otherSeparator());
        }
        column = index + 1;
        return cells.get(index);
    }

    /** Reads a row, which goes over several lines where a cell does. */
    private boolean nextRow() throws IOException {
        cells.clear();
        column = 0;
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
                column = cells.size();
                throw new TransferException(
                        "something follows the quotes of the cell, character=" + (at + 1) + "; expected a comma");
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
