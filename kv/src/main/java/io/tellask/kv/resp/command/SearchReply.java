package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.database.KeySearch;
import io.tellask.kv.resp.loop.GatheredReply;
import io.tellask.kv.resp.message.Reply;

/** The reply to a command that looks for keys in portions; in a transaction, what it goes over is charged. Belongs to the loop. */
final class SearchReply implements GatheredReply.Parts {
    private static final int HELD_BYTES = 1 << 10;

    private final Client client;
    private final KeySearch search;
    private final Writer writer;

    /** Writes what was found, or what belongs around it. */
    @FunctionalInterface
    interface Writer {
        void write(Reply reply, int start);
    }

    SearchReply(Client client, KeySearch search, Writer writer) {
        this.client = client;
        this.search = search;
        this.writer = writer;
    }

    @Override
    public boolean next(Reply reply) {
        long before = search.passedBytes();
        boolean ended = search.goOn(KeySearch.PORTION_BYTES);
        try {
            client.transaction().charge(search.passedBytes() - before);
        } catch (RuntimeException refused) {
            search.close();
            throw refused;
        }
        return ended;
    }

    @Override
    public void end(Reply reply, int start) {
        writer.write(reply, start);
    }

    @Override
    public void abandon() {
        search.close();
    }

    @Override
    public long heldBytes() {
        return HELD_BYTES;
    }
}
