package io.tellask.bench.aeron;

/** What messages look like. A process uses one half; each half is used by one thread. */
interface UpdateForm {
    /** Encodes the message of a number into {@link #bytes}; how long it is. */
    int encode(long sequence) throws Exception;

    /** Where the last message was encoded to, from the beginning. */
    byte[] bytes();

    /**
     * Decodes a message.
     *
     * @throws IllegalStateException if it is not that of the number, in each field
     */
    void decode(byte[] bytes, int length, long sequence) throws Exception;

    static IllegalStateException wrong(long found, long expected) {
        return new IllegalStateException("wrong message: sequence=" + found + ", expected=" + expected);
    }

    /**
     * The form of a contender.
     *
     * @param name the class of a form or of an {@link io.tellask.bench.codec.Engine.Provider}
     */
    static UpdateForm of(String name, String contender) throws ReflectiveOperationException {
        return UpdateForm.class.isAssignableFrom(Class.forName(name))
                ? (UpdateForm) Class.forName(name).getDeclaredConstructor().newInstance()
                : new EngineForm(name, contender);
    }
}
