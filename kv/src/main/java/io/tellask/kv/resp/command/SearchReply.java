package io.tellask.kv.resp.command;

import io.tellask.kv.resp.database.KeySearch;
import io.tellask.kv.resp.loop.GatheredReply;
import io.tellask.kv.resp.message.Reply;

/** The reply to a command that looks for keys in portions. Belongs to the loop. */
final class SearchReply implements GatheredReply.Parts {
    private static final int HELD_BYTES = 1 << 10;

    private final KeySearch search;
    private final Writer writer;

    /** Writes what was found, or what belongs around it. */
    @FunctionalInterface
    interface Writer {
        void write(Reply reply, int start);
    }

    SearchReply(KeySearch search, Writer writer) {
        this.search = search;
        this.writer = writer;
    }

    @Override
    public boolean next(Reply reply) {
        return search.goOn(KeySearch.PORTION_BYTES);
    }

    @Override
    public long steps() {
        return search.passedBytes();
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
