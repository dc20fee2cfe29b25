package io.tellask.netty.pages;

import io.netty.channel.Channel;
import io.tellask.actor.Dispatcher;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The connection that requests come by, as a transport hands it in. Belongs to its loop. */
public interface Carrier {
    Channel channel();

    /** Where all of the connection happens. */
    Dispatcher loop();

    /** Runs that on the loop; nothing where the loop has ended, and the connection with it. From any thread. */
    default void later(Runnable task) {
        try {
            loop().execute(task);
        } catch (RejectedExecutionException loopEnded) {
            System.getLogger("io.tellask.netty")
                    .log(Level.DEBUG, "http: nothing is done for a connection whose loop has ended", loopEnded);
        }
    }

    /** The other side, for the log. */
    String name();

    /** Who is at the other side, as a trusted proxy says where there is one; null if not known. */
    @Nullable
    InetSocketAddress peer();

    /** What the other side has proved to hold; null for none. */
    @Nullable
    X509Certificate certificate();

    /** Whether it is within TLS. */
    boolean isSecure();

    /** From here on that says whether more may be read. */
    void mayRead(BooleanSupplier mayRead);

    /** It has become useful to somebody, and is bounded as such from here on. */
    void served();

    /** It comes to nothing, or a request of it was refused, which the log says once. */
    void failed(String text);

    /** Closes it without letting anything leave. */
    void closeAtOnce();
}
