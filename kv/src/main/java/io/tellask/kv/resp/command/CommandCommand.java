package io.tellask.kv.resp.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.CommandTable;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Glob;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** COMMAND, which tells about commands. Stateless. */
final class CommandCommand implements Command.Action {
    /** What it takes to see whether a command is among those that are asked for. */
    private static final int FILTER_STEPS = 256;

    @Override
    public void run(Client client, Request request, Reply reply) {
        CommandTable table = client.engine().commands();
        if (request.count() == 1) {
            describe(table.all(), reply);
        } else if (request.is(1, "count") && request.count() == 2) {
            reply.integer(table.all().size());
        } else if (request.is(1, "list")) {
            List<Command> listed = listed(client, request);
            reply.array(listed.size());
            listed.forEach(command -> reply.bulk(command.name()));
        } else if (request.is(1, "info")) {
            describe(named(table, request), reply);
        } else if (request.is(1, "docs")) {
            document(named(table, request), reply);
        } else if (request.is(1, "getkeys") && request.count() >= 4) {
            keys(table, request, reply);
        } else if (request.is(1, "help") && request.count() == 2) {
            Subcommands.help(
                    reply,
                    "COMMAND",
                    "(no subcommand)",
                    "COUNT",
                    "DOCS [<command-name> ...]",
                    "GETKEYS <full-command>",
                    "INFO [<command-name> ...]",
                    "LIST [FILTERBY <ACLCAT category | PATTERN pattern | MODULE module>]");
        } else {
            throw Subcommands.refused("command", request, List.of("count", "getkeys", "help"));
        }
    }

    /** What the request names, null where there is no such command; everything if it names nothing. */
    private static List<@Nullable Command> named(CommandTable table, Request request) {
        if (request.count() == 2) {
            return List.copyOf(table.all());
        }
        return IntStream.range(2, request.count())
                .<@Nullable Command>mapToObj(i -> table.find(request.text(i).toLowerCase(Locale.ROOT)))
                .toList();
    }

    private static List<Command> listed(Client client, Request request) {
        CommandTable table = client.engine().commands();
        if (request.count() == 2) {
            return table.all();
        }
        client.looks((long) table.all().size() * FILTER_STEPS);
        if (request.count() != 5 || !request.is(2, "filterby")) {
            throw ErrorReply.SYNTAX;
        }
        if (request.is(3, "aclcat")) {
            String category = "@" + request.text(4).toLowerCase(Locale.ROOT);
            return table.all().stream()
                    .filter(command -> command.categories().contains(category))
                    .toList();
        } else if (request.is(3, "pattern")) {
            Glob pattern = request.pattern(4, client.engine().limits());
            return table.all().stream()
                    .filter(command -> pattern.matches(command.name().getBytes(ISO_8859_1), new MatchCost()))
                    .toList();
        } else if (request.is(3, "module")) {
            return List.of();
        }
        throw ErrorReply.SYNTAX;
    }

    private static void describe(List<? extends @Nullable Command> commands, Reply reply) {
        reply.array(commands.size());
        for (Command command : commands) {
            if (command == null) {
                reply.nil();
            } else {
                describe(command, reply);
            }
        }
    }

    private static void describe(Command command, Reply reply) {
        reply.array(10);
        reply.bulk(command.name());
        reply.integer(command.arity());
        reply.set(command.flags().size());
        command.flags().forEach(reply::status);
        reply.integer(command.keys().first());
        reply.integer(command.keys().last());
        reply.integer(command.keys().step());
        reply.set(command.categories().size());
        command.categories().forEach(reply::status);
        reply.set(0);
        reply.set(0);
        reply.array(0);
    }

    private static void document(List<? extends @Nullable Command> commands, Reply reply) {
        List<Command> known = commands.stream()
                .<Command>mapMulti((command, sink) -> {
                    if (command != null) {
                        sink.accept(command);
                    }
                })
                .toList();
        reply.map(known.size());
        for (Command command : known) {
            reply.bulk(command.name());
            Map<String, String> facts = new TreeMap<>(
                    Map.of("summary", command.summary(), "since", command.since(), "group", command.group()));
            reply.map(facts.size());
            facts.forEach((name, value) -> {
                reply.bulk(name);
                reply.bulk(value);
            });
        }
    }

    private static void keys(CommandTable table, Request request, Reply reply) {
        Command command = table.find(request.text(2).toLowerCase(Locale.ROOT));
        int count = request.count() - 2;
        if (command == null) {
            throw new ErrorReply("ERR Invalid command specified");
        } else if (command.keys().first() == 0) {
            throw new ErrorReply("ERR The command has no key arguments");
        } else if (!command.takes(count)) {
            throw new ErrorReply("ERR Invalid number of arguments specified for command");
        }
        int last = command.keys().lastOf(count);
        int[] keys = IntStream.iterate(
                        command.keys().first(),
                        i -> i <= last,
                        i -> i + command.keys().step())
                .toArray();
        reply.array(keys.length);
        for (int key : keys) {
            reply.bulk(request.copy(key + 2));
        }
    }
}
