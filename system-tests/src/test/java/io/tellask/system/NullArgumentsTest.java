package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.actor.Timers;
import io.tellask.aeron.AeronTransport;
import io.tellask.cipher.StreamCipher;
import io.tellask.cluster.Replica;
import io.tellask.cluster.aeron.AeronEngine;
import io.tellask.cluster.jgroups.JGroupsEngine;
import io.tellask.codec.BodyReader;
import io.tellask.codec.ClassDescription;
import io.tellask.codec.Codec;
import io.tellask.codec.CustomCodec;
import io.tellask.codec.jdk.JdkStreams;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.kv.KeyValueService;
import io.tellask.login.LoginActor;
import io.tellask.login.LoginOptions;
import io.tellask.login.PasswordCheck;
import io.tellask.metrics.CallMeters;
import io.tellask.netty.DetectingTransport;
import io.tellask.netty.HttpTransport;
import io.tellask.netty.NettyLoopProvider;
import io.tellask.netty.TcpTransport;
import io.tellask.netty.TlsTransport;
import io.tellask.netty.UnixTransport;
import io.tellask.netty.WebSocketTransport;
import io.tellask.oidc.JwtAuthenticator;
import io.tellask.persistence.Persistence;
import io.tellask.remote.AuthThrottle;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.Interceptor;
import io.tellask.remote.LogLimiter;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import io.tellask.remote.SessionListener;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import io.tellask.remote.TurnBudget;
import io.tellask.remote.TurnScheduler;
import io.tellask.remote.UntakenItems;
import io.tellask.remote.Wire;
import io.tellask.store.DurableMap;
import io.tellask.struct.StructType;
import io.tellask.testkit.FaultyTransport;
import io.tellask.testkit.Simulation;
import io.tellask.typescript.ContractModules;
import io.tellask.web.Website;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A null where none is allowed is refused by the name of the parameter, at once, by whatever a user may call. */
class NullArgumentsTest {
    /** Called by transports, loops and schedulers, not by users; or of a type that only a running call makes. */
    private static final Set<Class<?>> NOT_FOR_USERS = Set.of(
            AeronTransport.class,
            AuthThrottle.class,
            BodyReader.class,
            ClassDescription.class,
            DetectingTransport.class,
            Dispatcher.class,
            FaultyTransport.class,
            IncomingCall.class,
            IoLoops.class,
            HttpTransport.class,
            LogLimiter.class,
            LoginActor.class,
            MemoryTransport.class,
            NettyLoopProvider.class,
            PasswordCheck.class,
            PeerMemory.class,
            SessionListener.class,
            Spore.class,
            TcpTransport.class,
            Timers.class,
            TlsTransport.class,
            TurnBudget.class,
            TurnScheduler.class,
            UnixTransport.class,
            UntakenItems.class,
            WebSocketTransport.class,
            Wire.class);

    private static final List<Class<?>> OF_EACH_MODULE = List.of(
            StreamCipher.class,
            Codec.class,
            JdkStreams.class,
            JsonEncoding.class,
            ActorSystem.class,
            Server.class,
            TcpTransport.class,
            AeronTransport.class,
            LoginOptions.class,
            JwtAuthenticator.class,
            CallMeters.class,
            ContractModules.class,
            DurableMap.class,
            Persistence.class,
            Replica.class,
            JGroupsEngine.class,
            AeronEngine.class,
            StructType.class,
            KeyValueService.class,
            Website.class,
            Simulation.class);

    @Test
    void eachIsRefusedByTheNameOfItsParameter(@TempDir Path folder) throws Exception {
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        try (Samples samples = new Samples(folder)) {
            for (Class<?> ofModule : OF_EACH_MODULE) {
                for (Executable code : PublicMethods.of(ofModule)) {
                    if (isForUsers(code)) {
                        tried += tryEach(code, samples, wrong);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(tried).isGreaterThan(250);
    }

    private static boolean isForUsers(Executable code) {
        return !NOT_FOR_USERS.contains(code.getDeclaringClass())
                && !(code.getDeclaringClass() == SporeRun.class && !Modifier.isStatic(code.getModifiers()))
                && !(Interceptor.class.isAssignableFrom(code.getDeclaringClass())
                        && Set.of("before", "after").contains(code.getName()))
                && !(CustomCodec.class.isAssignableFrom(code.getDeclaringClass())
                        && Set.of("read", "write").contains(code.getName()))
                && !(code.getDeclaringClass() == ActorSystem.class
                        && Set.of("attach", "detach").contains(code.getName()));
    }

    private static int tryEach(Executable code, Samples samples, List<String> wrong) {
        Parameter[] parameters = code.getParameters();
        int tried = 0;
        for (int missing = 0; missing < parameters.length; missing++) {
            if (PublicMethods.isWanted(parameters[missing])) {
                Object[] arguments = new Object[parameters.length];
                for (int i = 0; i < arguments.length; i++) {
                    arguments[i] = i == missing ? null : samples.of(parameters[i].getType());
                }
                tried++;
                Throwable thrown = thrownBy(code, samples, arguments);
                if (!isNamed(thrown, parameters[missing].getName())) {
                    wrong.add(code + ", " + parameters[missing].getName() + ": " + thrown);
                }
            }
        }
        return tried;
    }

    private static Throwable thrownBy(Executable code, Samples samples, Object[] arguments) {
        try {
            switch (code) {
                case Constructor<?> constructor -> constructor.newInstance(arguments);
                case Method method -> method.invoke(samples.of(method.getDeclaringClass()), arguments);
            }
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new AssertionError("could not call " + code, e);
        }
    }

    /** By its name, or by that of the component which a method {@code withX(newX)} changes; the JDK's own words name it, too. */
    private static boolean isNamed(Throwable thrown, String parameter) {
        if (!(thrown instanceof NullPointerException) || thrown.getMessage() == null) {
            return false;
        }
        String component = parameter.replaceFirst("^new(?=[A-Z])", "");
        String message = thrown.getMessage();
        return message.equals(parameter)
                || message.equalsIgnoreCase(component)
                || message.endsWith("because \"" + parameter + "\" is null");
    }
}
