package io.tellask.actor;

/** Stands for an exception whose {@code toString} or {@code getMessage} throws, so that nothing but its type can be told. */
public final class UnreadableFailureException extends ActorException {
    /**
     * A failure of which only the type can be told.
     *
     * @param typeName the name of the exception's class
     */
    public UnreadableFailureException(String typeName) {
        super("failure: type=" + typeName + " cannot be shown, its toString or getMessage throws; mend these methods");
    }
}
