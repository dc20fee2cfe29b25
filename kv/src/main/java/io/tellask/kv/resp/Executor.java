package io.tellask.kv.resp;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.CommandTable;
import io.tellask.kv.resp.client.Pipeline;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import io.tellask.store.StoreException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the command of a request, sees whether it may run now, and runs or queues it. Belongs to the loop. */
final class Executor {
    private static final int SHOWN_BYTES = 128;
    private static final Set<String> WHILE_LISTENING =
            Set.of("subscribe", "psubscribe", "unsubscribe", "punsubscribe", "ping", "quit", "reset");
    private static final Set<String> NEVER_QUEUED = Set.of("exec", "discard", "multi", "watch", "quit", "reset");

    private final CommandTable table;
    private final Command get;
    private final PipelinedReads reads = new PipelinedReads();
    private final @Nullable Pipeline group;

    /** @param group where the keys are those of a group */
    Executor(CommandTable table, @Nullable Pipeline group) {
        this.table = table;
        this.group = group;
        get = Objects.requireNonNull(table.find("get"));
    }

    /**
     * Runs a request of at least one argument, and writes its reply now or when {@link #finish} is called.
     *
     * @param length its bytes
     * @return false if it was not run, since the client waits for the replies of those before it
     */
    boolean execute(Client client, Request request, int length, Reply reply) {
        Command command = table.find(request);
        if (group != null) {
            return gather(group, client, command, request, length, reply);
        }
        if (command == get
                && request.count() == 2
                && rejection(client, request, get) == null
                && reads.take(client, request)) {
            if (reads.isFull()) {
                finish(client, reply);
            }
            return true;
        }
        finish(client, reply);
        execute(client, command, request, reply);
        return true;
    }

    private boolean gather(
            Pipeline pipeline, Client client, @Nullable Command command, Request request, int length, Reply reply) {
        if (command != null
                && rejection(client, request, command) == null
                && pipeline.take(client, command, request, length)) {
            return true;
        }
        finish(client, reply);
        if (client.isDivided()) {
            return false;
        }
        execute(client, command, request, reply);
        return true;
    }

    /** Does the next portion of a command that is divided, if there is one. */
    void goOn(Client client, Reply reply) {
        int before = reply.length();
        try {
            client.goOn(reply);
        } catch (ErrorReply refusal) {
            client.refuse(refusal, reply, before);
        } catch (StoreException failure) {
            client.refuse(client.engine().databases().refusal(failure), reply, before);
        }
        if (client.isSilent()) {
            reply.truncate(before);
        }
    }

    /** Writes the replies that are missing. */
    void finish(Client client, Reply reply) {
        if (!reads.isEmpty()) {
            reads.answer(client, get, reply);
        }
        if (group != null) {
            group.finish(client, reply);
        }
    }

    /** Forgets the replies that are missing: their connection ended. */
    void clear() {
        reads.clear();
        if (group != null) {
            group.clear();
        }
    }

    private void execute(Client client, @Nullable Command command, Request request, Reply reply) {
        int before = reply.length();
        ErrorReply rejection = rejection(client, request, command);
        if (rejection != null) {
            client.refuse(rejectionOf(client, command, rejection), reply, before);
        } else if (command != null) {
            runOrQueue(client, command, request, reply);
        }
        if (client.replies() != Client.Replies.ON) {
            silence(client, reply, before);
        }
    }

    /** A transaction does not outlive a command that was refused: EXEC ends it at once. */
    private static ErrorReply rejectionOf(Client client, @Nullable Command command, ErrorReply rejection) {
        if (command != null && command.name().equals("exec")) {
            client.transaction().end();
            String text = rejection.text();
            return new ErrorReply(
                    "EXECABORT Transaction discarded because of: " + text.substring(text.indexOf(' ') + 1));
        }
        client.transaction().fail();
        return rejection;
    }

    /** Why a request may not run, or null. */
    private @Nullable ErrorReply rejection(Client client, Request request, @Nullable Command command) {
        if (command == null) {
            return isHttp(request) ? closeHttp(client) : unknown(request);
        } else if (!command.takes(request.count())) {
            return ErrorReply.wrongArguments(command.name());
        } else if (!client.isAuthenticated() && !command.has("no_auth")) {
            return ErrorReply.NOT_AUTHENTICATED;
        } else if (client.isOnlyListening() && !WHILE_LISTENING.contains(command.name())) {
            return new ErrorReply("ERR Can't execute '" + command.name()
                    + "': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context");
        }
        return null;
    }

    private static boolean isHttp(Request request) {
        return request.is(0, "post") || request.is(0, "host:") || request.is(0, "pri") && request.count() == 3;
    }

    /** Tells a client what is wrong with what it sent, and has its connection end behind that. */
    void refuse(Client client, String reason, Reply reply) {
        if (!client.hasRun()) {
            client.engine().statistics().junk();
            client.engine().logEnd(client.connection(), "closed, it sent no request: " + reason);
        }
        reply.error("ERR Protocol error: " + reason);
        client.connection().closeAfterReplies();
    }

    private static @Nullable ErrorReply closeHttp(Client client) {
        client.engine().statistics().junk();
        client.engine()
                .logEnd(
                        client.connection(),
                        "closed, it sent an HTTP request; a web page may be trying to reach this server");
        client.connection().abort();
        return null;
    }

    private void runOrQueue(Client client, Command command, Request request, Reply reply) {
        if (client.transaction().isOpen() && !NEVER_QUEUED.contains(command.name())) {
            queue(client, command, request, reply);
        } else {
            client.run(command, request, reply);
        }
    }

    private static void queue(Client client, Command command, Request request, Reply reply) {
        if (client.transaction().queue(command, request)) {
            reply.status("QUEUED");
        } else {
            reply.error("ERR transaction is too long, transactionBytes="
                    + client.engine().limits().transactionBytes());
        }
    }

    private static ErrorReply unknown(Request request) {
        StringBuilder arguments = new StringBuilder();
        for (int i = 1; i < request.count() && arguments.length() < SHOWN_BYTES; i++) {
            String argument = shown(request.text(i), SHOWN_BYTES - arguments.length());
            arguments.append('\'').append(argument).append("' ");
        }
        return new ErrorReply("ERR unknown command '" + shown(request.text(0), SHOWN_BYTES)
                + "', with args beginning with: " + arguments);
    }

    /** As C prints a string: up to its first zero byte. */
    private static String shown(String text, int most) {
        int zero = text.indexOf(0);
        return text.substring(0, Math.min(zero < 0 ? text.length() : zero, most));
    }

    private static void silence(Client client, Reply reply, int before) {
        switch (client.replies()) {
            case OFF -> truncate(client, reply, before);
            case SKIP -> {
                truncate(client, reply, before);
                client.replies(Client.Replies.ON);
            }
            case SKIP_NEXT -> client.replies(Client.Replies.SKIP);
            case ON -> {}
        }
    }

    /** Leaves messages, such as what a subscription is confirmed with: they are no answers, as in Redis. */
    private static void truncate(Client client, Reply reply, int before) {
        if (!client.isPushing()) {
            reply.truncate(before);
        }
    }
}
