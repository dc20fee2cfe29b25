package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.CommandTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All commands: a new one is a line in {@code commands.txt} and an entry in the table of its group's class. */
public final class Commands {
    private Commands() {}

    /** The table of all. */
    public static CommandTable table() {
        return new CommandTable(actions());
    }

    static Map<String, Command.Action> actions() {
        Map<String, Command.Action> actions = new HashMap<>();
        actions.putAll(StringCommands.all());
        actions.putAll(SetCommands.all());
        actions.putAll(NumberCommands.all());
        actions.putAll(KeyCommands.all());
        actions.putAll(ExpiryCommands.all());
        actions.putAll(ConnectionCommands.all());
        actions.put("client", new ClientCommand());
        actions.putAll(TransactionCommands.all());
        actions.putAll(ChannelCommands.all());
        actions.putAll(ServerCommands.all());
        actions.put("command", new CommandCommand());
        for (String name : List.of("cluster", "readonly", "readwrite")) {
            actions.put(name, (client, request, reply) -> {
                throw ClusterCommand.DISABLED;
            });
        }
        return actions;
    }
}
