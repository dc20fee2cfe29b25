package io.tellask.cli.describe;

import io.tellask.actor.ActorSystem;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerParameter;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.Table;
import io.tellask.remote.Client;
import io.tellask.remote.Directory;
import io.tellask.remote.Directory.PublishedMethod;
import io.tellask.remote.LookupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The methods that a server publishes, from itself or from a file that this command wrote. Immutable. */
record Description(List<PublishedMethod> methods) {
    private static final long MOST_FILE_BYTES = 64 << 20;
    private static final JsonFactory JSON = new JsonFactory();

    static Description ofServer(ServerParameter server) throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            Client client = server.connect(Client.builder(system));
            Directory directory = client.lookup(Directory.PUBLISHED_NAME, Directory.class);
            return new Description(Connection.answer(directory.methods()));
        } catch (LookupException none) {
            throw new CommandFailure(
                    "server tells nobody what it publishes: address=" + server.address()
                            + "; start it with Server.Builder.publishDirectory()",
                    none);
        }
    }

    static Description ofFile(Path file) {
        try {
            if (Files.size(file) > MOST_FILE_BYTES) {
                throw new CommandFailure("description is too long: file=" + file + ", bytes=" + Files.size(file)
                        + " > limit=" + MOST_FILE_BYTES + "; give what describe --json wrote");
            }
            List<PublishedMethod> methods = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                methods.add(method(line, file, methods.size() + 1));
            }
            return new Description(methods);
        } catch (IOException failure) {
            throw new CommandFailure("description cannot be read: " + Failures.line(failure), failure);
        }
    }

    private static PublishedMethod method(String line, Path file, int number) {
        String name = "";
        String contract = null;
        String kind = "";
        String signature = null;
        boolean optional = false;
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String field = parser.currentName();
                    parser.nextToken();
                    switch (field) {
                        case "name" -> name = parser.getString();
                        case "contract" -> contract = parser.getString();
                        case "kind" -> kind = parser.getString();
                        case "signature" -> signature = parser.getString();
                        case "optional" -> optional = parser.currentToken() == JsonToken.VALUE_TRUE;
                        default -> parser.skipChildren();
                    }
                }
            }
        } catch (JacksonException notJson) {
            throw malformed(file, number);
        }
        if (contract == null || signature == null) {
            throw malformed(file, number);
        }
        return new PublishedMethod(name, contract, kind, signature, optional);
    }

    private static CommandFailure malformed(Path file, int number) {
        return new CommandFailure("description is malformed: file=" + file + ", line=" + number
                + " is no method of a contract; give what describe --json wrote");
    }

    Table table() {
        Table table = new Table("name", "contract", "kind", "signature", "optional");
        for (PublishedMethod method : methods) {
            table.add(
                    method.name(), method.contract(), method.kind(), method.signature(), method.optional() ? true : "");
        }
        return table;
    }
}
