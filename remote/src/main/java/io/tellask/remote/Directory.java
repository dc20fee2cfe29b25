package io.tellask.remote;

import io.tellask.actor.Promise;
import java.util.List;
import java.util.Objects;

/**
 * What a server publishes, for tools and people: found under {@link #PUBLISHED_NAME} where {@link Server.Builder#publishDirectory} was called.
 */
public interface Directory {
    /** The name that it is published under. */
    String PUBLISHED_NAME = "tellask.directory";

    /**
     * The methods of all published contracts, and of those whose references their methods take or return.
     *
     * @return in the order of names, contracts and signatures
     */
    Promise<List<PublishedMethod>> methods();

    /**
     * A method that can be called.
     *
     * @param name what its contract is published under; empty for one that is reached by references only
     * @param contract the full name of the interface
     * @param kind how it is called: tell, ask, stream or blocking
     * @param signature its name, parameters and result, which must be equal on both sides
     * @param optional whether its callers may lack it
     */
    record PublishedMethod(String name, String contract, String kind, String signature, boolean optional) {
        public PublishedMethod {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(contract, "contract");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(signature, "signature");
        }
    }
}
