package io.tellask.kv.resp.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Clients;
import io.tellask.kv.resp.loop.GatheredReply;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import java.util.List;
import java.util.function.Predicate;

/** The lines of CLIENT LIST: of those who were there when it began, as they are when their portion comes. Belongs to the loop. */
final class ClientList implements GatheredReply.Parts {
    /** Lines of a portion: about half a millisecond. */
    static final int LINES = 256;

    /** What it takes to write a line. */
    static final int LINE_STEPS = MatchCost.TURN / LINES;

    private final Clients clients;
    private final List<Client> listed;
    private final Predicate<Client> wanted;
    private int next;
    private long written;

    ClientList(Clients clients, Predicate<Client> wanted) {
        this.clients = clients;
        listed = List.copyOf(clients.all());
        this.wanted = wanted;
    }

    @Override
    public boolean next(Reply reply) {
        for (int end = Math.min(listed.size(), next + LINES); next < end; next++) {
            Client client = listed.get(next);
            if (clients.isThere(client) && wanted.test(client)) {
                write(client, reply);
                written++;
            }
        }
        return next == listed.size();
    }

    @Override
    public long steps() {
        return (long) next * MatchCost.PATTERN + written * LINE_STEPS;
    }

    static void write(Client client, Reply reply) {
        reply.raw((client.line() + "\n").getBytes(UTF_8));
    }

    @Override
    public void end(Reply reply, int start) {
        reply.insertVerbatim(start);
    }

    @Override
    public long heldBytes() {
        return 8L * listed.size();
    }
}
