package io.tellask.kv.resp.command;

import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What commands with subcommands have in common: refusing those that are none, and HELP. Stateless. */
final class Subcommands {
    private static final int SHOWN = 128;

    private Subcommands() {}

    /** Why a request is none of a command's subcommands: unknown, or another number of arguments. */
    static ErrorReply refused(String command, Request request, List<String> known) {
        String word = request.text(1);
        if (known.contains(word.toLowerCase(Locale.ROOT))) {
            return ErrorReply.wrongArguments(command + "|" + word.toLowerCase(Locale.ROOT));
        }
        String shown = word.length() > SHOWN ? word.substring(0, SHOWN) : word;
        return new ErrorReply(
                "ERR unknown subcommand '" + shown + "'. Try " + command.toUpperCase(Locale.ROOT) + " HELP.");
    }

    /** Lists subcommands with their arguments. */
    static void help(Reply reply, String command, String... usages) {
        List<String> lines = new ArrayList<>();
        lines.add(command + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:");
        lines.addAll(List.of(usages));
        lines.add("HELP");
        reply.array(lines.size());
        lines.forEach(reply::status);
    }
}
