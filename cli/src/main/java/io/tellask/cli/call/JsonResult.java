package io.tellask.cli.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.terminal.CommandFailure;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** A result or item as it came, which another program may read a line at a time. Stateless. */
final class JsonResult {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder() // nothing is made of it, and the session bounds its length
                            .maxNestingDepth(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .build())
            .build();

    private JsonResult() {}

    /** One JSON value on one line: line breaks stand between its tokens only, since strings have none. */
    static String line(byte[] bytes) {
        String text = new String(bytes, UTF_8);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            CommandFailure.unless(parser.nextToken() != null, "result is no JSON: it is empty; check the server");
            parser.skipChildren();
            CommandFailure.unless(
                    parser.nextToken() == null, "result is no JSON: more than one value came; check the server");
        } catch (JacksonException malformed) {
            throw new CommandFailure(
                    "result is no JSON: line=" + malformed.getLocation().getLineNr() + ", column="
                            + malformed.getLocation().getColumnNr() + "; check the server",
                    malformed);
        }
        return text.replace('\r', ' ').replace('\n', ' ');
    }
}
