package io.tellask.bench.codec;

import java.util.List;

/** One contender in one configuration, ready to meet classes. Used by one thread. */
public interface Engine {
    /** Opens the contenders of one library; made through a public constructor without parameters. */
    interface Provider {
        /** A contender that has met nothing yet. */
        Engine open(String contender);
    }

    /**
     * The codec for objects of a class.
     *
     * @param root the class of the object that each message holds
     * @param types all classes of the application that messages hold, {@code root} included, each after its superclass
     * @param example a value such as will be encoded, for contenders that are written for one kind of value
     * @throws UnsupportedOperationException if this contender has nothing for the class
     */
    Subject meet(Class<?> root, List<Class<?>> types, Object example);

    /** Opens a contender of the provider whose class is named. */
    static Engine open(String provider, String contender) {
        try {
            return ((Provider) Class.forName(provider).getConstructor().newInstance()).open(contender);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no such provider on this class path: class=" + provider, e);
        }
    }
}
