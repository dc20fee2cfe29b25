package io.tellask.kv.resp;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import io.tellask.store.StoreException;
import java.util.ArrayList;
import java.util.List;

/**
 * GETs that follow each other in one batch of a client's requests: they are looked up together, so that the waits for memory overlap,
 * which is most of what a GET costs. They are answered before any other command of the batch is looked at. Belongs to the loop.
 */
final class PipelinedReads {
    /** Most at a time. */
    static final int MOST = Database.GATHERED_READS;

    private final List<byte[]> keys = new ArrayList<>(MOST);

    /** Takes a GET of a client that may read, for later; false if it is to be run at once. */
    boolean take(Client client, Request request) {
        if (client.transaction().isOpen()
                || client.replies() != Client.Replies.ON
                || !client.database().gathersReads()) {
            return false;
        }
        keys.add(request.copy(1));
        return true;
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    boolean isFull() {
        return keys.size() == MOST;
    }

    /** Answers those that were taken; where one of them fails, each for itself. */
    void answer(Client client, Command get, Reply reply) {
        int before = reply.length();
        try {
            client.readAll(keys, reply);
        } catch (StoreException | ErrorReply failure) {
            reply.truncate(before);
            answerOneByOne(client, reply);
        }
        for (int i = 0; i < keys.size(); i++) {
            client.ran(get);
        }
        keys.clear();
    }

    private void answerOneByOne(Client client, Reply reply) {
        for (byte[] key : keys) {
            int before = reply.length();
            try {
                client.read(key, reply);
            } catch (ErrorReply refusal) {
                client.refuse(refusal, reply, before);
            } catch (StoreException failure) {
                client.refuse(client.engine().databases().refusal(failure), reply, before);
            }
        }
    }

    /** Forgets those that were taken: their connection ended. */
    void clear() {
        keys.clear();
    }
}
