package loaders;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Server;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;

/** Two shops of the same class names from two child loaders in one process, each buying from the other. */
public final class Loaders {
    private static final int COLLECTIONS = 50;
    private static final ReferenceQueue<ClassLoader> UNLOADED = new ReferenceQueue<>();

    public static void main(String[] arguments) throws Exception {
        WeakReference<ClassLoader> used = trade(URI.create(arguments[0]).toURL());
        System.out.println(isUnloaded(used) ? "unloaded" : "still loaded");
    }

    private static WeakReference<ClassLoader> trade(URL classes) throws Exception {
        URLClassLoader one = new URLClassLoader(new URL[] {classes});
        URLClassLoader other = new URLClassLoader(new URL[] {classes});
        try (one;
                other;
                ActorSystem system = ActorSystem.create();
                Server atOne = open(one, system);
                Server atOther = open(other, system)) {
            buy(one, atOther);
            buy(other, atOne);
        }
        return new WeakReference<>(one, UNLOADED);
    }

    private static Server open(ClassLoader loader, ActorSystem system) throws ReflectiveOperationException {
        return (Server) shop(loader).getMethod("open", ActorSystem.class, boolean.class).invoke(null, system, true);
    }

    private static void buy(ClassLoader loader, Server server) throws ReflectiveOperationException {
        shop(loader).getMethod("buy", URI.class, boolean.class).invoke(null, server.address(), true);
    }

    private static Class<?> shop(ClassLoader loader) throws ClassNotFoundException {
        return loader.loadClass("shop.Shop");
    }

    private static boolean isUnloaded(WeakReference<ClassLoader> loader) throws InterruptedException {
        for (int i = 0; i < COLLECTIONS && loader.get() != null; i++) {
            System.gc();
            UNLOADED.remove(20); // returns as soon as the collector found the loader unreachable
        }
        return loader.get() == null;
    }

    private Loaders() {}
}
