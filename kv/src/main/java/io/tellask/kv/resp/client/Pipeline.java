package io.tellask.kv.resp.client;

import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;

/** Gathers commands that follow each other in one read of a connection, to run them together. Belongs to the loop. */
public interface Pipeline {
    /**
     * Takes a command for later.
     *
     * @param length bytes of the request
     * @return false if the command is none for it, or has no place behind the others
     */
    boolean take(Client client, Command command, Request request, int length);

    /** Has those run that were taken; the client waits for their replies. */
    void finish(Client client, Reply reply);

    /** Forgets those that were taken: their connection ended. */
    void clear();
}
