package io.tellask.examples.cloud;

import io.tellask.actor.Promise;

/** The contract of the cloud, which every page looks up. */
public interface Cloud {
    /**
     * A visit under a name of one's own.
     *
     * @param name of 1 to 20 letters, digits, blanks, dots and dashes; any but {@code admin}
     * @throws NameRefusedException if it is none, or somebody is there under that name
     */
    Promise<Visit> enter(String name) throws NameRefusedException;
}
