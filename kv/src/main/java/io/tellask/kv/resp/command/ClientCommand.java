package io.tellask.kv.resp.command;

import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Clients;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.loop.GatheredArguments;
import io.tellask.kv.resp.loop.GatheredReply;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.List;

/** CLIENT with its subcommands. Stateless. */
final class ClientCommand implements Command.Action {
    private static final List<String> TYPES = List.of("normal", "pubsub", "master", "replica", "slave");

    @Override
    public void run(Client client, Request request, Reply reply) {
        if (request.is(1, "id") && request.count() == 2) {
            reply.integer(client.id());
        } else if (request.is(1, "getname") && request.count() == 2) {
            name(client, reply);
        } else if (request.is(1, "setname") && request.count() == 3) {
            client.rename(checkedName(request, 2, client.engine().limits()));
            reply.ok();
        } else if (request.is(1, "setinfo") && request.count() == 4) {
            library(request);
            reply.ok();
        } else if (request.is(1, "info") && request.count() == 2) {
            reply.verbatim(client.line() + "\n");
        } else if (request.is(1, "list")) {
            list(client, request, reply);
        } else if (request.is(1, "kill") && request.count() >= 3) {
            kill(client, request, reply);
        } else if (request.is(1, "reply") && request.count() == 3) {
            silence(client, request, reply);
        } else if (request.is(1, "no-evict") && request.count() == 3) {
            requireOneOf(request, "on", "off");
            reply.ok();
        } else if (request.is(1, "help") && request.count() == 2) {
            help(reply);
        } else {
            throw Subcommands.refused(
                    "client",
                    request,
                    List.of("id", "getname", "setname", "setinfo", "info", "kill", "reply", "no-evict", "help"));
        }
    }

    private static void help(Reply reply) {
        Subcommands.help(
                reply,
                "CLIENT",
                "GETNAME",
                "ID",
                "INFO",
                "KILL <ip:port>",
                "KILL ID <id> | ADDR <ip:port> | LADDR <ip:port> | TYPE <type> | SKIPME <yes|no> [...]",
                "LIST [TYPE <type>] [ID <id> ...]",
                "NO-EVICT <on|off>",
                "REPLY <on|off|skip>",
                "SETINFO <lib-name|lib-ver> <value>",
                "SETNAME <name>");
    }

    private static void name(Client client, Reply reply) {
        if (client.name().isEmpty()) {
            reply.nil();
        } else {
            reply.bulk(client.name());
        }
    }

    /** A name from a request, which shows in lists and so may hold printable characters only. */
    static String checkedName(Request request, int index, RespLimits limits) {
        int most = limits.clientNameBytes();
        if (request.length(index) > most) {
            throw new ErrorReply("ERR name of a client is too long, clientNameBytes=" + most
                    + "; choose a shorter one or raise the limit");
        }
        String name = request.text(index);
        if (!name.chars().allMatch(character -> character >= '!' && character <= '~')) {
            throw new ErrorReply("ERR Client names cannot contain spaces, newlines or special characters.");
        }
        return name;
    }

    /** Clients name their libraries, which nobody asks about here. */
    private static void library(Request request) {
        if (!request.is(2, "lib-name") && !request.is(2, "lib-ver")) {
            throw new ErrorReply("ERR Unrecognized option '" + request.shown(2) + "'");
        }
    }

    private static void silence(Client client, Request request, Reply reply) {
        if (request.is(2, "on")) {
            client.replies(Client.Replies.ON);
            reply.ok();
        } else if (request.is(2, "off")) {
            client.replies(Client.Replies.OFF);
        } else if (request.is(2, "skip")) {
            client.skipNext();
        } else {
            throw ErrorReply.SYNTAX;
        }
    }

    private static void requireOneOf(Request request, String one, String other) {
        if (!request.is(2, one) && !request.is(2, other)) {
            throw ErrorReply.SYNTAX;
        }
    }

    private static void list(Client client, Request request, Reply reply) {
        client.divide(new GatheredReply(client::ownReply, listed(client, request)), reply);
    }

    private static GatheredReply.Parts listed(Client client, Request request) {
        Clients all = client.engine().clients();
        if (request.count() == 2) {
            return new ClientList(all, other -> true);
        } else if (request.is(2, "type") && request.count() == 4) {
            String type = type(request, 3);
            return new ClientList(all, other -> isOfType(other, type));
        } else if (request.is(2, "id") && request.count() > 3) {
            return new GatheredArguments(
                    request, 3, (ids, index, target) -> listOne(all, ids, index, target), Reply::insertVerbatim);
        }
        throw ErrorReply.SYNTAX;
    }

    private static long listOne(Clients all, Request ids, int index, Reply reply) {
        Client listed = all.find(ids.integer(index, new ErrorReply("ERR Invalid client ID")));
        if (listed != null) {
            ClientList.write(listed, reply);
        }
        return ClientList.LINE_STEPS;
    }

    private static String type(Request request, int index) {
        return TYPES.stream()
                .filter(type -> request.is(index, type))
                .findFirst()
                .orElseThrow(() -> new ErrorReply("ERR Unknown client type '" + request.shown(index) + "'"));
    }

    private static boolean isOfType(Client client, String type) {
        return type.equals(client.subscriptions() > 0 ? "pubsub" : "normal");
    }

    private static void kill(Client client, Request request, Reply reply) {
        client.looks((long) client.engine().clients().count() * MatchCost.PATTERN);
        if (request.count() == 3) {
            String address = request.text(2);
            List<Client> found = client.engine().clients().all().stream()
                    .filter(other -> other.connection().peer().equals(address))
                    .toList();
            if (found.isEmpty()) {
                throw new ErrorReply("ERR No such client");
            }
            reply.ok();
            found.forEach(other -> kill(other, client));
        } else {
            reply.integer(killMatching(client, ClientFilter.of(request)));
        }
    }

    private static int killMatching(Client client, ClientFilter filter) {
        List<Client> found = client.engine().clients().all().stream()
                .filter(other -> filter.matches(other, client))
                .toList();
        found.forEach(other -> kill(other, client));
        return found.size();
    }

    /** A client that ends itself still gets the answer. */
    private static void kill(Client victim, Client killer) {
        if (victim == killer) {
            victim.connection().closeAfterReplies();
        } else {
            victim.connection().abort();
        }
    }

    /** Which clients KILL means: those that match everything it names. */
    private record ClientFilter(long id, String address, String localAddress, String type, boolean sparesCaller) {
        private static ClientFilter of(Request request) {
            ClientFilter filter = new ClientFilter(0, "", "", "", true);
            for (int i = 2; i < request.count(); i += 2) {
                if (i + 1 == request.count()) {
                    throw ErrorReply.SYNTAX;
                }
                filter = filter.with(request, i);
            }
            return filter;
        }

        private ClientFilter with(Request request, int i) {
            String text = request.text(i + 1);
            if (request.is(i, "id")) {
                ErrorReply refusal = new ErrorReply("ERR client-id should be greater than 0");
                long wanted = request.integer(i + 1, refusal);
                if (wanted <= 0) {
                    throw refusal;
                }
                return new ClientFilter(wanted, address, localAddress, type, sparesCaller);
            } else if (request.is(i, "addr")) {
                return new ClientFilter(id, text, localAddress, type, sparesCaller);
            } else if (request.is(i, "laddr")) {
                return new ClientFilter(id, address, text, type, sparesCaller);
            } else if (request.is(i, "type")) {
                return new ClientFilter(id, address, localAddress, ClientCommand.type(request, i + 1), sparesCaller);
            } else if (request.is(i, "user")) {
                if (!text.equals("default")) {
                    throw new ErrorReply("ERR No such user '" + request.shown(i + 1) + "'");
                }
                return this;
            } else if (request.is(i, "skipme") && (request.is(i + 1, "yes") || request.is(i + 1, "no"))) {
                return new ClientFilter(id, address, localAddress, type, request.is(i + 1, "yes"));
            }
            throw ErrorReply.SYNTAX;
        }

        private boolean matches(Client client, Client caller) {
            return (id == 0 || client.id() == id)
                    && (address.isEmpty() || client.connection().peer().equals(address))
                    && (localAddress.isEmpty() || client.engine().address().equals(localAddress))
                    && (type.isEmpty() || isOfType(client, type))
                    && !(sparesCaller && client == caller);
        }
    }
}
