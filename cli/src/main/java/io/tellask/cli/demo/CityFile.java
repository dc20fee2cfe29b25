package io.tellask.cli.demo;

import io.tellask.cli.json.JsonLine;
import io.tellask.cli.json.MalformedLineException;
import io.tellask.cli.json.RecordReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** The demo's data: populated places from GeoNames; {@code ATTRIBUTION} beside the file says under which licence. */
public final class CityFile {
    static final String NAME = "cities.jsonl.gz";

    private CityFile() {}

    /** All places, by key. */
    public static List<JsonLine> read() throws IOException {
        InputStream packed = Objects.requireNonNull(CityFile.class.getResourceAsStream(NAME), NAME);
        try (RecordReader records = new RecordReader(new GZIPInputStream(packed, 1 << 16))) {
            List<JsonLine> cities = new ArrayList<>(160_000);
            for (JsonLine city = records.next(); city != null; city = records.next()) {
                cities.add(city);
            }
            return cities;
        } catch (MalformedLineException malformed) {
            throw new IOException(NAME + " is damaged: " + malformed.getMessage(), malformed);
        }
    }
}
