package io.tellask.kv.resp.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.client.GroupLink;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.loop.DividedRemoval;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What concerns the connection itself: AUTH, ECHO, HELLO, PING, QUIT, RESET, SELECT. */
final class ConnectionCommands {
    private static final byte[] DEFAULT_USER = "default".getBytes(UTF_8);
    private static final byte[] PONG = "+PONG\r\n".getBytes(UTF_8);

    private ConnectionCommands() {}

    static Map<String, Command.Action> all() {
        return Map.of(
                "auth", ConnectionCommands::auth,
                "echo", (client, request, reply) -> reply.bulk(request.copy(1)),
                "hello", ConnectionCommands::hello,
                "ping", ConnectionCommands::ping,
                "quit", ConnectionCommands::quit,
                "reset", ConnectionCommands::reset,
                "select", ConnectionCommands::select);
    }

    private static void auth(Client client, Request request, Reply reply) {
        if (request.count() > 3) {
            throw ErrorReply.SYNTAX;
        }
        if (request.count() == 2 && !client.engine().access().isAsked()) {
            throw new ErrorReply("ERR AUTH <password> called without any password configured for the default user."
                    + " Are you sure your configuration is correct?");
        }
        byte[] user = request.count() == 2 ? DEFAULT_USER : request.copy(1);
        if (authenticate(client, user, request.copy(request.count() - 1))) {
            reply.ok();
        }
    }

    /** False where too many wrong passwords came from there: the connection will be told so, and ended, in a while. */
    private static boolean authenticate(Client client, byte[] user, byte[] password) {
        Engine engine = client.engine();
        String peer = client.connection().peer();
        if (engine.throttle().isThrottled(peer, engine.clock().millis())) {
            engine.statistics().throttled();
            client.connection()
                    .refuseLater("ERR too many wrong passwords from this address, authAttempts="
                            + engine.limits().authAttempts() + " within authWindowSeconds="
                            + engine.limits().authWindowSeconds() + "; try again later");
            return false;
        }
        if (!engine.access().admits(user, password)) {
            engine.throttle().failed(peer, engine.clock().millis());
            throw new ErrorReply("WRONGPASS invalid username-password pair or user is disabled.");
        }
        client.authenticated(true);
        return true;
    }

    private static void ping(Client client, Request request, Reply reply) {
        if (request.count() > 2) {
            throw ErrorReply.wrongArguments("ping");
        }
        if (client.isOnlyListening()) {
            reply.array(2);
            reply.bulk("pong");
            reply.bulk(request.count() == 2 ? request.copy(1) : new byte[0]);
        } else if (request.count() == 2) {
            reply.bulk(request.array(), request.start(1), request.length(1));
        } else {
            reply.raw(PONG);
        }
    }

    private static void quit(Client client, Request request, Reply reply) {
        reply.ok();
        client.connection().closeAfterReplies();
    }

    private static void reset(Client client, Request request, Reply reply) {
        client.divide(
                new DividedRemoval(target -> client.forgetSome(DividedRemoval.NAMES), target -> reset(client, target)),
                reply);
    }

    private static void reset(Client client, Reply reply) {
        client.reset();
        client.speak(2);
        reply.status("RESET");
    }

    private static void select(Client client, Request request, Reply reply) {
        client.select(database(client, request, 1).index());
        reply.ok();
    }

    /** The database whose number an argument is. */
    static Database database(Client client, Request request, int argument) {
        long index = request.integer(argument);
        if (index != (int) index) {
            throw new ErrorReply("ERR value is out of range, value must between -2147483648 and 2147483647");
        }
        if (index < 0 || index >= client.engine().databases().count()) {
            throw new ErrorReply("ERR DB index is out of range");
        }
        return client.engine().databases().get((int) index);
    }

    /** What HELLO asks for beside the version. */
    private record Wishes(
            byte @Nullable [] user,
            byte @Nullable [] password,
            @Nullable String name) {}

    private static void hello(Client client, Request request, Reply reply) {
        int version = client.protocol();
        if (request.count() > 1) {
            long asked = request.integer(1, new ErrorReply("ERR Protocol version is not an integer or out of range"));
            if (asked != 2 && asked != 3) {
                throw new ErrorReply("NOPROTO unsupported protocol version");
            }
            version = (int) asked;
        }
        Wishes wishes = wishes(request, client.engine().limits());
        byte[] user = wishes.user();
        byte[] password = wishes.password();
        if (user != null && password != null && !authenticate(client, user, password)) {
            return;
        }
        if (!client.isAuthenticated()) {
            throw new ErrorReply(
                    "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO"
                            + " <proto> AUTH <user> <pass> option can be used to authenticate the client and select the RESP"
                            + " protocol version at the same time");
        }
        if (wishes.name() != null) {
            client.rename(wishes.name());
        }
        client.speak(version);
        describe(client, reply);
    }

    private static Wishes wishes(Request request, RespLimits limits) {
        Wishes wishes = new Wishes(null, null, null);
        for (int i = 2; i < request.count(); ) {
            int left = request.count() - i - 1;
            if (request.is(i, "auth") && left >= 2) {
                wishes = new Wishes(request.copy(i + 1), request.copy(i + 2), wishes.name());
                i += 3;
            } else if (request.is(i, "setname") && left >= 1) {
                String name = ClientCommand.checkedName(request, i + 1, limits);
                wishes = new Wishes(wishes.user(), wishes.password(), name);
                i += 2;
            } else {
                throw new ErrorReply("ERR Syntax error in HELLO option '" + request.shown(i) + "'");
            }
        }
        return wishes;
    }

    private static void describe(Client client, Reply reply) {
        GroupLink group = client.engine().group();
        reply.map(7);
        reply.bulk("server");
        reply.bulk("redis");
        reply.bulk("version");
        reply.bulk(ServerInfo.REDIS_VERSION);
        reply.bulk("proto");
        reply.integer(client.protocol());
        reply.bulk("id");
        reply.integer(client.id());
        reply.bulk("mode");
        reply.bulk(group != null ? "cluster" : "standalone");
        reply.bulk("role");
        reply.bulk(group == null || group.leads() ? "master" : "replica");
        reply.bulk("modules");
        reply.array(0);
    }
}
