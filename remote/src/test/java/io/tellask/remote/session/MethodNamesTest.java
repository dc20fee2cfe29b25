package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.pattern.Routers;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Await;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contracts whose methods have the names of those that references have themselves. */
@Timeout(60)
class MethodNamesTest {
    private static final URI ADDRESS = URI.create("memory://names");

    /** Has methods of the names, parameters and results that those of references had once, or have in other classes. */
    public interface Lock {
        void release();

        void endTell();

        void endAsk();

        void mayBlock(int method);

        boolean isWritable();

        boolean hasMethod(String name);

        Object withDeadline(int millis);

        Object target();

        Object current();

        long load(String what);

        boolean isGone();

        Promise<Integer> watch(String what);

        Object copied(Object value, int method, int parameter);
    }

    private final class LockActor implements Lock {
        @Override
        public void release() {
            called.add("release");
        }

        @Override
        public void endTell() {
            called.add("endTell");
        }

        @Override
        public void endAsk() {
            called.add("endAsk");
        }

        @Override
        public void mayBlock(int method) {
            called.add("mayBlock " + method);
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public boolean hasMethod(String name) {
            return name.equals("this one");
        }

        @Override
        public Object withDeadline(int millis) {
            return "deadline " + millis;
        }

        @Override
        public Object target() {
            return "target";
        }

        @Override
        public Object current() {
            return "current";
        }

        @Override
        public long load(String what) {
            return what.length();
        }

        @Override
        public boolean isGone() {
            return true;
        }

        @Override
        public Promise<Integer> watch(String what) {
            return Promise.of(what.length());
        }

        @Override
        public Object copied(Object value, int method, int parameter) {
            return value + " copied";
        }
    }

    private final ConcurrentLinkedQueue<String> called = new ConcurrentLinkedQueue<>();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem there = ActorSystem.builder()
            .copyLocalCalls(Remote.copying(Codec.standard()))
            .build();
    private final ActorSystem here = ActorSystem.create();

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private void checkCalls(Lock lock) {
        lock.release();
        lock.endTell();
        lock.endAsk();
        lock.mayBlock(3);
        assertThat(lock.isWritable()).isTrue();
        assertThat(lock.hasMethod("this one")).isTrue();
        assertThat(lock.withDeadline(7)).isEqualTo("deadline 7");
        assertThat(lock.target()).isEqualTo("target");
        assertThat(lock.current()).isEqualTo("current");
        assertThat(lock.load("12345")).isEqualTo(5);
        assertThat(lock.isGone()).isTrue();
        assertThat(lock.watch("123").join()).isEqualTo(3);
        assertThat(lock.copied("value", 1, 2)).isEqualTo("value copied");
        Await.until("all tells were executed", () -> called.size() == 4);
        assertThat(called).containsExactly("release", "endTell", "endAsk", "mayBlock 3");
    }

    @ParameterizedTest
    @EnumSource(ValueEncoding.class)
    void remoteReferencesHaveThem(ValueEncoding encoding) {
        checkCalls(remote(encoding, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatRemoteDoesWithAReferenceIsSomethingElse(boolean outlivesItsSession) {
        Lock lock = remote(ValueEncoding.BINARY, outlivesItsSession);
        checkCalls(lock);
        assertThat(Remote.hasMethod(lock, "release")).isTrue();
        assertThat(Remote.withDeadline(lock, Duration.ofMinutes(1)).hasMethod("this one"))
                .isTrue();
        assertThat(Remote.offer(lock, Lock::release)).isTrue();
        Remote.release(lock);
        assertThat(Remote.isRemote(lock)).isTrue();
    }

    private Lock remote(ValueEncoding encoding, boolean outlivesItsSession) {
        Server.builder(there)
                .publish("lock", Lock.class, local(here)) // one that copies nothing
                .transport(transport)
                .listen(ADDRESS)
                .start();
        Client.Builder client = Client.builder(here).transport(transport).encoding(encoding);
        return (outlivesItsSession ? client.reconnecting() : client)
                .connect(ADDRESS)
                .lookup("lock", Lock.class);
    }

    private Lock local(ActorSystem system) {
        return system.spawn(Lock.class, LockActor::new, SpawnOptions.dedicatedThread());
    }

    @Test
    void localReferencesHaveThem() {
        checkCalls(local(here));
    }

    @Test
    void copyingReferencesHaveThem() {
        checkCalls(local(there));
    }

    @Test
    void routersHaveThem() {
        checkCalls(Routers.roundRobin(Lock.class, List.of(local(here))));
    }

    /** So that no contract can have the same method: it cannot name types of packages that are not exported. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.tellask.remote.session.RemoteReference",
                "io.tellask.remote.session.StableReference",
                "io.tellask.actor.contract.LocalReference",
                "io.tellask.actor.contract.CopyingReference",
                "io.tellask.actor.contract.RouterReference"
            })
    void everyMethodOfReferencesHasATypeOfOurs(String name) throws ClassNotFoundException {
        Class<?> base = Class.forName(name);
        assertThat(Arrays.stream(base.getDeclaredMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers())
                                && !Modifier.isPrivate(method.getModifiers())
                                && !method.isSynthetic())
                        .filter(method -> !isOfObject(method))
                        .filter(method -> types(method).noneMatch(MethodNamesTest::isInternal)))
                .isEmpty();
    }

    private static Stream<Class<?>> types(Method method) {
        return Stream.concat(Stream.of(method.getReturnType()), Arrays.stream(method.getParameterTypes()));
    }

    private static boolean isInternal(Class<?> type) {
        Module module = type.getModule();
        return module.isNamed()
                ? !module.isExported(type.getPackageName())
                : type.getName().matches(".*\\.(session|contract|runtime)\\.[\\w$]+");
    }

    private static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException ours) {
            return false;
        }
    }
}
