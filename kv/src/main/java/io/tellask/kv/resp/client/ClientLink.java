package io.tellask.kv.resp.client;

import io.tellask.kv.resp.message.Reply;

/** The connection of a client, as the client and its commands see it. Belongs to the loop. */
public interface ClientLink {
    /** The other side's address, as Redis writes it. */
    String peer();

    /** Says whether the client has named the password: what may wait unfinished depends on it. */
    void trust(boolean authenticated);

    /** Whether so many bytes may be taken for it; if not, it is about to end. What is granted counts until the running commands have ended. */
    boolean room(long bytes);

    /** Notes that a command reads or writes so many bytes. */
    void works(long bytes);

    /** Notes that what was answered since the last sending must be on disk before the answers leave: in this database. */
    void wrote(int database);

    /** Sends a message that is no reply; it leaves when the running batch of commands ends. False if the connection takes none any more. */
    boolean push(Reply message);

    /** Sends what may leave; a failure ends this connection only. */
    void flushSafely();

    /** Bytes of a request that has not arrived completely. */
    int unparsedBytes();

    /** Bytes that wait to be sent. */
    long waitingBytes();

    /** What this connection makes the server hold, beside what each takes by itself. */
    long heldBytes();

    /** Something of what outlived it has gone. */
    void tookBack();

    /** Executes nothing more, and closes the connection once its replies have left. */
    void closeAfterReplies();

    /** Executes nothing more; says why in a while, and closes the connection then. */
    void refuseLater(String error);

    /** Ends the connection at once. */
    void abort();

    /** Ends the connection, whose code failed. */
    void fail(Throwable failure);
}
