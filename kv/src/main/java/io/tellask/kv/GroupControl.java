package io.tellask.kv;

import io.tellask.actor.OptionalMethod;
import io.tellask.actor.Promise;

/**
 * A member of a group of key-value servers as those see it who operate it; {@link KeyValueGroup#publishControlIn} has a server publish it. Whoever
 * may call it can take members out of the group and fill the member's disk with backups.
 *
 * <p>Promises fail with {@link GroupException}, or with {@link KeyValueException} where an argument is refused.
 */
public interface GroupControl {
    /** The name that members publish it under. */
    String PUBLISHED_NAME = "kv-group";

    /** The longest name of a backup. */
    int MOST_NAME_CHARS = MapName.MAX_LENGTH;

    /** What the member knows of the group, and what those say that it is connected to, each within two seconds. */
    Promise<GroupStatus> status();

    /** As {@link #status}, once some member leads and answers: after an election, for example. */
    Promise<GroupStatus> settledStatus() throws KeyValueException;

    /** Gives a member a vote, one of those that this one was started with; only where this member leads. */
    Promise<Void> addVoter(String name) throws KeyValueException;

    /**
     * Takes the vote of a member; only where this member leads. It may be this one: then another one is elected at once. It is refused where no
     * majority of the others is connected.
     */
    Promise<Void> removeVoter(String name) throws KeyValueException;

    /**
     * Has the group forget what a voter has, whose disk is lost: it must be gone, and begins with an empty directory afterwards, not before. Only
     * where this member leads. Members of an older version lack it.
     */
    @OptionalMethod
    Promise<Void> resetVoter(String name);

    /**
     * Writes a backup of what this member has, while commands go on, into a folder of the name below the one for backups of the member.
     *
     * @param name as those of maps; no backup may have it yet
     */
    Promise<GroupBackup> backup(String name) throws KeyValueException;
}
