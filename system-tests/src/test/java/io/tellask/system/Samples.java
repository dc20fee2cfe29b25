package io.tellask.system;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanContext;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Emitter;
import io.tellask.actor.IoLoops;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Startup;
import io.tellask.actor.Supervision;
import io.tellask.aeron.AeronTransport;
import io.tellask.aeron.TopicPublisher;
import io.tellask.aeron.TopicSubscription;
import io.tellask.aeron.Topics;
import io.tellask.cipher.BouncyCastleStreamCipher;
import io.tellask.cipher.BoxAlgorithm;
import io.tellask.cipher.SecretBox;
import io.tellask.cipher.StreamAlgorithm;
import io.tellask.cipher.StreamCipher;
import io.tellask.cipher.TokenSealer;
import io.tellask.cluster.ClusterMap;
import io.tellask.cluster.Leases;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.LogView;
import io.tellask.cluster.MapCells;
import io.tellask.cluster.MapFeed;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.MapProcedure;
import io.tellask.cluster.RemoteStates;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicatedLog;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.cluster.actors.ActorHost;
import io.tellask.cluster.actors.ActorOptions;
import io.tellask.cluster.actors.ClusterActors;
import io.tellask.cluster.aeron.AeronEngine;
import io.tellask.cluster.jgroups.JGroupsEngine;
import io.tellask.cluster.partition.KeyedResults;
import io.tellask.cluster.partition.PartitionedMap;
import io.tellask.cluster.partition.Partitions;
import io.tellask.cluster.partition.StoredEntry;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecBuilder;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.Encoding;
import io.tellask.codec.GraphInput;
import io.tellask.codec.GraphOutput;
import io.tellask.codec.MapNode;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.TrustedClasses;
import io.tellask.codec.TypeOf;
import io.tellask.codec.jdk.JdkStreams;
import io.tellask.codec.text.CborEncoding;
import io.tellask.codec.text.CborProvider;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.codec.text.JsonProvider;
import io.tellask.kv.GroupMembers;
import io.tellask.kv.KeyValueBatch;
import io.tellask.kv.KeyValueGroup;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.RespOptions;
import io.tellask.kv.TypedBatch;
import io.tellask.kv.TypedMap;
import io.tellask.login.LoginOptions;
import io.tellask.login.PasswordFile;
import io.tellask.metrics.CallSpans;
import io.tellask.metrics.PrometheusMeters;
import io.tellask.metrics.PrometheusPage;
import io.tellask.netty.DetectingTransport;
import io.tellask.netty.HttpLimits;
import io.tellask.netty.HttpTransport;
import io.tellask.netty.NettyLoopProvider;
import io.tellask.netty.TcpTransport;
import io.tellask.netty.TlsTransport;
import io.tellask.netty.WebSocketTransport;
import io.tellask.oidc.JwtAuthenticator;
import io.tellask.oidc.JwtOptions;
import io.tellask.persistence.DurableState;
import io.tellask.persistence.EventSourced;
import io.tellask.persistence.Persistence;
import io.tellask.persistence.PersistenceBuilder;
import io.tellask.persistence.PersistenceLimits;
import io.tellask.remote.Client;
import io.tellask.remote.ConnectAttempt;
import io.tellask.remote.Credential;
import io.tellask.remote.Directory;
import io.tellask.remote.DynamicReference;
import io.tellask.remote.Limits;
import io.tellask.remote.LogLimiter;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.MethodSignature;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Principal;
import io.tellask.remote.RoleRules;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.remote.TraceContext;
import io.tellask.remote.UntakenItems;
import io.tellask.remote.ValueEncoding;
import io.tellask.store.Batch;
import io.tellask.store.Compaction;
import io.tellask.store.DurableMap;
import io.tellask.store.DurableMapBuilder;
import io.tellask.store.KeyKind;
import io.tellask.store.StoreBackup;
import io.tellask.store.StoreImport;
import io.tellask.store.StoreKey;
import io.tellask.store.StoreLimits;
import io.tellask.struct.StructArray;
import io.tellask.struct.StructBytes;
import io.tellask.struct.StructLayout;
import io.tellask.struct.StructList;
import io.tellask.struct.StructRecords;
import io.tellask.struct.StructType;
import io.tellask.testkit.Simulation;
import io.tellask.typescript.ContractModules;
import io.tellask.typescript.TypeScriptDigests;
import io.tellask.web.AccessLog;
import io.tellask.web.HealthPages;
import io.tellask.web.ResourcePath;
import io.tellask.web.WebLimits;
import io.tellask.web.WebMode;
import io.tellask.web.Website;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.jspecify.annotations.Nullable;

/** A value of each type that public methods take, and an object of each class whose methods can be called here. */
final class Samples implements AutoCloseable {
    /** A contract, whose actor tells of the session that it is called by. */
    public interface Greeter {
        Promise<String> greet(String name);
    }

    public interface Point {
        int x();

        void x(int x);
    }

    record PointCopy(int x) {}

    private final ActorSystem system = ActorSystem.create();
    private final Map<Class<?>, Object> byType = new HashMap<>();
    private final DurableMap<String, String> map;
    private final StoreImport imported;
    private final Persistence persistence;
    private MapMachine machine;
    private ReplicaClient replicas;
    private KeyValueGroup group;
    private Partitions partitions;
    private final JwtAuthenticator authenticator = JwtAuthenticator.of(URI.create("https://issuer.example"), "sample");
    private final Simulation simulation = Simulation.seeded(1);
    private final Topics topics =
            Topics.open(URI.create("aeron-multicast://224.0.1.7:7411")); // which others may use, too

    Samples(Path folder) {
        map = DurableMap.open(folder.resolve("map"), String.class, String.class);
        addSession();
        Codec codec = Codec.standard();
        add(String.class, "name");
        add(Object.class, "value");
        add(Comparable.class, "value");
        add(byte[].class, new byte[8]);
        add(char[].class, new char[] {'x'});
        add(Class.class, String.class);
        add(Type.class, String.class);
        add(new TypeOf<String>() {}.getClass().getSuperclass(), new TypeOf<String>() {});
        add(Path.class, folder.resolve("sample"));
        add(URI.class, URI.create("memory://sample"));
        add(Duration.class, Duration.ofSeconds(1));
        add(Instant.class, Instant.EPOCH);
        add(List.class, List.of("one"));
        add(Collection.class, List.of(Promise.of(1)));
        add(CompletionStage.class, Promise.of(1));
        add(Throwable.class, new IllegalStateException("sample"));
        add(MethodHandles.Lookup.class, MethodHandles.lookup());
        add(MemorySegment.class, MemorySegment.ofArray(new byte[8]));
        add(ByteBuffer.class, ByteBuffer.allocate(8));
        add(ActorSystem.class, system);
        add(ActorSystem.Builder.class, ActorSystem.builder());
        add(Promise.class, new Promise<>());
        add(Emitter.class, new Emitter<>());
        add(SpawnOptions.class, SpawnOptions.defaults());
        add(Supervision.class, Supervision.restart());
        add(Startup.class, Startup.of(system));
        system.spawn(Greeter.class, () -> new PatternSamples(this::add));
        add(IoLoops.class, system.ioLoops());
        add(Dispatcher.class, system.ioLoops().all().getFirst());
        add(InstantSource.class, InstantSource.system());
        add(StreamAlgorithm.class, StreamAlgorithm.SALSA20);
        add(StreamCipher.class, StreamCipher.of(StreamAlgorithm.SALSA20, new byte[32], new byte[8]));
        add(BoxAlgorithm.class, BoxAlgorithm.CHACHA20_POLY1305);
        add(SecretBox.class, SecretBox.of(BoxAlgorithm.CHACHA20_POLY1305, new byte[32]));
        add(TokenSealer.class, TokenSealer.withRandomKey(Duration.ofSeconds(1), InstantSource.system()));
        add(CipherParameters.class, new KeyParameter(new byte[32]));
        add(BouncyCastleStreamCipher.class, new BouncyCastleStreamCipher(StreamAlgorithm.SALSA20));
        add(Codec.class, codec);
        add(CodecBuilder.class, Codec.builder());
        add(CodecLimits.class, CodecLimits.standard());
        add(ByteReader.class, new ByteReader(new byte[8]));
        add(ByteWriter.class, new ByteWriter(8));
        add(TrustedClasses.class, codec.trustedBy(String.class));
        add(GraphOutput.class, codec.newGraphOutput(OutputStream.nullOutputStream()));
        add(GraphInput.class, codec.newGraphInput(InputStream.nullInputStream()));
        add(ScopedEncoder.class, codec.newStoreEncoder((fingerprint, descriptor) -> {}));
        add(ScopedDecoder.class, codec.newStoreDecoder(fingerprint -> null));
        add(MapNode.class, MapNode.of(HashMap.class));
        add(SequenceNode.class, SequenceNode.of(ArrayList.class));
        add(Encoding.class, JsonEncoding.of(codec));
        add(JsonEncoding.class, JsonEncoding.of(codec));
        add(CborEncoding.class, CborEncoding.of(codec));
        add(JsonProvider.class, new JsonProvider());
        add(CborProvider.class, new CborProvider());
        add(byte[][].class, new byte[0][]);
        DynamicReference desk = dynamicDesk(system);
        add(DynamicReference.class, desk);
        add(MethodSignature.class, desk.methods().getFirst());
        add(ValueEncoding.class, ValueEncoding.BINARY);
        add(JdkStreams.class, JdkStreams.of(codec));
        add(Server.Builder.class, Server.builder(system));
        add(Client.Builder.class, Client.builder(system));
        add(Limits.class, Limits.defaults());
        add(Limits.Builder.class, Limits.builder());
        add(Map.class, Map.of());
        add(Principal.class, Principal.ANONYMOUS);
        add(TraceContext.class, TraceContext.start());
        add(LoginOptions.Builder.class, LoginOptions.builder());
        Path users = folder.resolve("users");
        PasswordFile.put(users, "ada", "lovelace");
        add(PasswordFile.class, PasswordFile.open(users));
        add(JwtOptions.Builder.class, JwtAuthenticator.builder(URI.create("https://issuer.example"), "sample"));
        add(JwtAuthenticator.class, authenticator);
        add(MeterRegistry.class, new SimpleMeterRegistry());
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        add(PrometheusMeterRegistry.class, prometheus);
        add(PrometheusPage.class, PrometheusPage.of(prometheus));
        add(PrometheusMeters.class, new PrometheusMeters());
        add(OpenTelemetry.class, OpenTelemetry.noop());
        add(CallSpans.class, CallSpans.of(OpenTelemetry.noop()));
        add(ContractModules.class, ContractModules.of(Directory.class));
        add(TypeScriptDigests.class, new TypeScriptDigests());
        add(SpanContext.class, SpanContext.getInvalid());
        add(Credential.class, Credential.token("token"));
        add(ConnectAttempt.class, new ConnectAttempt("memory://sample", null, null, true));
        add(RoleRules.Builder.class, RoleRules.builder());
        add(PeerMemory.class, PeerMemory.ofProcess());
        add(LogLimiter.class, new LogLimiter());
        add(UntakenItems.class, new UntakenItems());
        add(MemoryTransport.class, MemoryTransport.isolated());
        add(TcpTransport.class, new TcpTransport());
        add(TcpTransport.Builder.class, TcpTransport.builder());
        add(AeronTransport.Builder.class, AeronTransport.builder());
        add(Topics.Builder.class, Topics.builder());
        add(Topics.class, topics);
        add(TopicPublisher.class, topics.publish("sample", Runnable.class));
        add(
                TopicSubscription.class,
                topics.subscribe("sample", Runnable.class, Runnable::run, TopicSubscription.Slow.DROP));
        add(HttpTransport.class, new HttpTransport());
        add(HttpTransport.Builder.class, HttpTransport.builder());
        add(HttpLimits.class, HttpLimits.defaults());
        add(HttpLimits.Builder.class, HttpLimits.builder());
        add(DetectingTransport.Builder.class, DetectingTransport.builder());
        add(KeyStore.class, keyStore());
        add(TlsTransport.class, new TlsTransport());
        add(TlsTransport.Builder.class, TlsTransport.builder());
        add(WebSocketTransport.class, new WebSocketTransport());
        add(WebSocketTransport.Builder.class, WebSocketTransport.builder());
        add(NettyLoopProvider.class, new NettyLoopProvider());
        add(DurableMap.class, map);
        add(DurableMapBuilder.class, DurableMap.builder(folder.resolve("other"), String.class, String.class));
        add(Batch.class, map.batch());
        imported = StoreImport.into(folder.resolve("imported"), "bytes", "bytes", null);
        add(StoreImport.class, imported);
        add(KeyKind.class, KeyKind.parse("string"));
        add(StoreKey.class, StoreKey.of(new byte[StoreKey.BYTES]));
        add(StoreLimits.class, StoreLimits.defaults());
        add(Compaction.class, Compaction.defaults());
        add(StoreBackup.Options.class, new StoreBackup.Options(null, false));
        persistence = Persistence.open(folder.resolve("persistence"), String.class);
        addPersistence(folder);
        addCluster(folder);
        add(KeyValueOptions.class, KeyValueOptions.defaults());
        add(RespOptions.class, RespOptions.listening("redis://127.0.0.1:0"));
        add(RespLimits.class, RespLimits.defaults());
        add(KeyValueBatch.Builder.class, KeyValueBatch.builder());
        TypedMap<String> typed = TypedMap.of(proxy(KeyValueMap.class), codec, String.class);
        add(TypedMap.class, typed);
        add(TypedBatch.class, typed.batch());
        add(ClassLoader.class, Samples.class.getClassLoader());
        add(ResourcePath.class, ResourcePath.builder().build());
        add(ResourcePath.Builder.class, ResourcePath.builder());
        add(Website.class, Website.builder().mode(WebMode.DEVELOPMENT).build());
        add(Website.Builder.class, Website.builder());
        add(WebLimits.class, WebLimits.DEFAULT);
        add(WebMode.class, WebMode.PRODUCTION);
        add(AccessLog.class, AccessLog.toLogger());
        add(HealthPages.class, HealthPages.builder().build());
        add(HealthPages.Builder.class, HealthPages.builder());
        addStructs();
        TestkitSamples.addTo(this::add, simulation);
    }

    private void addCluster(Path folder) {
        LogOptions options = LogOptions.of(
                "group", "a", Map.of("a", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)), folder);
        RemoteStates states = new RemoteStates(system, Map.of("a", URI.create("memory://replica")));
        machine = MapMachine.open("a", folder.resolve("replica").resolve("state"), states, (cells, millis, call) -> {
            add(MapCells.class, cells);
            return call;
        });
        machine.query(MapProcedure.question(new byte[0]));
        replicas = ReplicaClient.of(system, Map.of("a", URI.create("memory://replica")));
        ReplicatedMap<String, String> map = ReplicatedMap.of(replicas, String.class, String.class);
        add(LogOptions.class, options);
        add(LogView.class, new LogView("a", null, 0, List.of("a"), Map.of(), 0));
        add(RemoteStates.class, states);
        add(MapMachine.class, machine);
        add(ReplicaClient.class, replicas);
        add(ReplicatedMap.class, map);
        add(Leases.class, Leases.of(system, replicas));
        add(ReplicatedMap.Batch.class, map.batch());
        add(ActorOptions.class, ActorOptions.defaults());
        ActorHost.Builder host = ActorHost.builder(system, replicas, "a");
        add(ActorHost.Builder.class, host);
        add(ActorHost.class, host.build());
        add(ClusterActors.class, ClusterActors.of(system, List.of(URI.create("memory://host"))));
        partitions = Partitions.of(system, Map.of("group", Map.of("a", URI.create("memory://replica"))));
        PartitionedMap<String, String> partitioned = partitions.map(String.class, String.class);
        add(Partitions.class, partitions);
        add(PartitionedMap.class, partitioned);
        add(PartitionedMap.Batch.class, partitioned.batch());
        add(StoredEntry.class, new StoredEntry(new byte[0], new byte[0], 1));
        add(KeyedResults.class, new KeyedResults<>(new byte[0], List.of("result")));
        add(ClusterMap.class, partitioned);
        add(MapFeed.class, machine.follow());
        add(JGroupsEngine.class, new JGroupsEngine());
        add(AeronEngine.class, new AeronEngine());
        add(Replica.class, Replica.open(new NoEngine(), options, machine));
        group = KeyValueGroup.open(
                system,
                new NoEngine(),
                options,
                folder.resolve("group"),
                Map.of("a", URI.create("memory://replica")),
                KeyValueOptions.defaults());
        add(KeyValueGroup.class, group);
        add(GroupMembers.class, GroupMembers.of(Map.of("a", URI.create("memory://replica"))));
    }

    /** Its logs answer nothing. */
    private static final class NoEngine implements LogEngine {
        @Override
        public ReplicatedLog open(LogOptions options, LogMachine machine) {
            return proxy(ReplicatedLog.class);
        }

        @Override
        public void found(LogOptions options, LogMachine machine, long lastIndex) {}
    }

    private void addPersistence(Path folder) {
        add(Persistence.class, persistence);
        add(PersistenceBuilder.class, Persistence.builder(folder.resolve("persistent")));
        add(PersistenceLimits.class, PersistenceLimits.defaults());
        system.spawn(Greeter.class, () -> {
            add(EventSourced.class, persistence.eventSourced("events", "", (state, _) -> state));
            add(DurableState.class, persistence.durableState("state", ""));
            return Promise::of;
        });
    }

    private void addStructs() {
        StructType<Point> type = StructType.of(Point.class);
        add(StructType.class, type);
        add(StructLayout.class, type.layout());
        add(StructArray.class, StructArray.over(type, MemorySegment.ofArray(new byte[8])));
        add(StructList.class, new StructList<>(type));
        add(StructBytes.class, StructBytes.of(type));
        add(StructRecords.class, StructRecords.of(type, PointCopy.class, MethodHandles.lookup()));
    }

    private static DynamicReference dynamicDesk(ActorSystem system) {
        MemoryTransport transport = MemoryTransport.isolated();
        Server.builder(system)
                .transport(transport)
                .publish("desk", Desk.class, system.spawn(Desk.class, Desk.Clerk::new))
                .listen("memory://desk")
                .start();
        return Client.builder(system)
                .transport(transport)
                .encoding(ValueEncoding.JSON)
                .connect("memory://desk")
                .lookupDynamic("desk")
                .join();
    }

    private static KeyStore keyStore() {
        try {
            return KeyStore.getInstance("PKCS12");
        } catch (KeyStoreException e) {
            throw new AssertionError(e);
        }
    }

    private void addSession() {
        CompletableFuture<Session> session = new CompletableFuture<>();
        Greeter greeter = system.spawn(Greeter.class, () -> name -> {
            session.complete(Session.current().orElseThrow());
            return Promise.of(name);
        });
        Server server = Server.builder(system)
                .publish("greeter", Greeter.class, greeter)
                .listen("memory://null-arguments")
                .start();
        Client client = Client.connect(system, server.address());
        client.lookup("greeter", Greeter.class).greet("name").join();
        add(Server.class, server);
        add(Client.class, client);
        add(Session.class, session.join());
    }

    private void add(Class<?> type, Object sample) {
        byType.put(type, sample);
    }

    @Nullable
    Object of(Class<?> type) {
        Object known = byType.get(type);
        if (known != null) {
            return known;
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.componentType(), 1);
            Array.set(array, 0, of(type.componentType()));
            return array;
        }
        if (type.isPrimitive()) {
            return type == boolean.class ? (Object) false : type == long.class ? (Object) 1L : (Object) 1;
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return type.isInterface() && !type.isSealed() ? proxy(type) : null;
    }

    private static <T> T proxy(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> null));
    }

    @Override
    public void close() {
        topics.close();
        authenticator.close();
        imported.close();
        simulation.close();
        map.close();
        group.close();
        system.close();
        persistence.close();
        replicas.close();
        partitions.close();
        machine.close();
    }
}
