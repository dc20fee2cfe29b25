package io.tellask.system;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between modules, and which library may be seen where: drawn once more here, because a module-info can be edited. */
@Order(3)
class ArchitectureTest {
    /** What the store's users see and its inner packages work with: it only holds data, or says what went wrong. */
    private static final Set<String> STORE_DATA = Set.of(
            "Compaction",
            "Damage",
            "Durability",
            "RecoveryReport",
            "StoreClosedException",
            "StoreDamagedException",
            "StoreException",
            "StoreFullException",
            "StoreHistoryException",
            "StoreIoException",
            "StoreKeyException",
            "StoreLimitException",
            "StoreLimits",
            "StoreLockedException",
            "StoreProgress",
            "StoreReadOnlyException",
            "StoreStatistics",
            "StoreTypeException",
            "ValueReader",
            "ValueTarget",
            "Versioned",
            "layout");

    /** The same of the remote protocol, with the budget of memory, who calls, and the two sides of a connection, which a transport knows too. */
    private static final Set<String> REMOTE_DATA = Set.of(
            "AccessDeniedException",
            "AuthThrottle",
            "AuthenticationException",
            "Authenticator",
            "CallOutcome",
            "CallWatcher",
            "CallRefusedException",
            "ConnectAttempt",
            "ContractDigests",
            "Credential",
            "Credentials",
            "CreditExhaustedException",
            "DeadlineExceededException",
            "DisconnectedException",
            "IncomingCall",
            "Interceptor",
            "InterceptorChain",
            "ItemCarrier",
            "Limits",
            "LogLimiter",
            "LookupException",
            "MemoryHolder",
            "OutcomeUnknownException",
            "PeerMemory",
            "Principal",
            "ProtocolException",
            "Receiver",
            "RemoteException",
            "RemotingException",
            "TokenDigests",
            "TraceContext",
            "TransportException",
            "SessionListener",
            "TurnBudget",
            "TurnScheduler",
            "ValueEncoding",
            "Wire");

    /** Annotations on contracts, and the limits of REST. */
    private static final Set<String> REST_DATA =
            Set.of("Body", "Created", "Header", "MapContract", "NoRoute", "Query", "RestLimits", "Route", "Status");

    /** What users and the inner packages of the actors both know, and hold only data, or is for others to implement. */
    private static final Set<String> ACTOR_DATA = Set.of(
            "ActorException",
            "ActorStatistics",
            "ActorStoppedException",
            "BlockingCallException",
            "CallCopier",
            "CallInterruptedException",
            "Cancellable",
            "ContractException",
            "DeadLetter",
            "Dispatcher",
            "LeavesIoLoop",
            "MailboxFullException",
            "MailboxOptions",
            "MailboxPolicy",
            "OptionalMethod",
            "SpawnOptions",
            "StopReason",
            "Supervision",
            "UnreadableFailureException",
            "Urgent",
            "failure");

    /** What goes wrong with structs. */
    private static final Set<String> STRUCT_FAILURES = Set.of(
            "StructBoundsException",
            "StructException",
            "StructLayoutException",
            "StructTypeException",
            "StructValueException");

    /** Promises, which need to know the actor that they belong to, and which calls return. */
    private static final Set<String> PROMISES = Set.of(
            "Composition",
            "Continuation",
            "HeldPromise",
            "LinkedFuture",
            "NestedSettling",
            "OwnedFuture",
            "PairedFuture",
            "Promise",
            "PromiseGroup",
            "PromiseTimer",
            "Relays",
            "PromiseStage",
            "ReadableFailures",
            "WaitChain");

    /** What users of the codec choose or hand in, and its inner packages know. */
    private static final Set<String> CODEC_OPTIONS = Set.of(
            "CodecLimits",
            "DataItem",
            "DefaultConstant",
            "FingerprintSink",
            "FormerName",
            "HeapBudget",
            "Schema",
            "SchemaSink",
            "SortOrder",
            "UnknownClasses");

    /** Graphs without classes, with the package that makes and writes them. */
    private static final Set<String> CODEC_NODES = Set.of(
            "ClassDescription",
            "EnumNode",
            "MapNode",
            "MessageNode",
            "ObjectNode",
            "SequenceNode",
            "TypeName",
            "ValueNode",
            "node");

    private static JavaClasses main;

    @BeforeAll
    static void readClasses() {
        main = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.tellask");
        assertThat(main).as("classes on the test's class path").hasSizeGreaterThan(50);
    }

    @Test
    void arrowsBetweenModulesPointOneWay() {
        LayeredArchitecture modules = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String name : List.of(
                "cipher",
                "codec.text",
                "codec.jdk",
                "actor",
                "remote",
                "http",
                "netty",
                "aeron",
                "web",
                "rest",
                "login",
                "oidc",
                "metrics",
                "typescript",
                "console",
                "store",
                "persistence",
                "cluster",
                "struct",
                "kv",
                "testkit",
                "bench",
                "cli",
                "examples")) {
            modules = modules.optionalLayer(name).definedBy("io.tellask." + name + "..");
        }
        modules.layer("text")
                .definedBy("io.tellask.text")
                .whereLayer("text")
                .mayNotAccessAnyLayer()
                .layer("codec")
                .definedBy(DescribedPredicate.describe(
                        "packages of the codec",
                        type -> type.getPackageName().startsWith("io.tellask.codec")
                                && !type.getPackageName().matches("io\\.tellask\\.codec\\.(text|jdk)")))
                .whereLayer("cipher")
                .mayNotAccessAnyLayer()
                .whereLayer("codec")
                .mayOnlyAccessLayers("text")
                .whereLayer("codec.text")
                .mayOnlyAccessLayers("text", "codec")
                .whereLayer("codec.jdk")
                .mayOnlyAccessLayers("text", "codec")
                .whereLayer("actor")
                .mayOnlyAccessLayers("text")
                .whereLayer("remote")
                .mayOnlyAccessLayers("text", "actor", "codec")
                .whereLayer("http")
                .mayNotAccessAnyLayer()
                .whereLayer("web")
                .mayOnlyAccessLayers("text", "http")
                .whereLayer("rest")
                .mayOnlyAccessLayers("text", "http", "remote", "actor", "codec", "codec.text")
                .whereLayer("netty")
                .mayOnlyAccessLayers("text", "http", "remote", "actor", "codec")
                .whereLayer("aeron")
                .mayOnlyAccessLayers("text", "remote", "actor", "codec")
                .whereLayer("login")
                .mayOnlyAccessLayers("text", "remote", "actor")
                .whereLayer("oidc")
                .mayOnlyAccessLayers("text", "remote", "actor")
                .whereLayer("metrics")
                .mayOnlyAccessLayers("text", "http", "remote", "actor", "codec")
                .whereLayer("typescript")
                .mayOnlyAccessLayers("text", "remote", "actor")
                .whereLayer("console")
                .mayOnlyAccessLayers("text", "http", "remote", "actor", "codec")
                .whereLayer("store")
                .mayOnlyAccessLayers("text", "codec")
                .whereLayer("persistence")
                .mayOnlyAccessLayers("text", "actor", "store", "codec")
                .whereLayer("cluster")
                .mayOnlyAccessLayers("text", "actor", "remote", "store", "codec")
                .whereLayer("struct")
                .mayOnlyAccessLayers("text", "codec")
                .whereLayer("kv")
                .mayOnlyAccessLayers("text", "netty", "console", "store", "cluster", "remote", "actor", "codec")
                .whereLayer("testkit")
                .mayOnlyAccessLayers("text", "remote", "actor", "codec")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("examples")
                .mayOnlyBeAccessedByLayers("cli")
                .check(main);
    }

    @Test
    void modulesHaveNoCycles() {
        slices().matching("io.tellask.(*)..").should().beFreeOfCycles().check(main);
    }

    @Test
    void packagesOfCodecAreALadder() {
        ladder("io.tellask.codec")
                .without("text", "jdk")
                .together(CODEC_OPTIONS)
                .together(Set.of(
                        "failure", "CodecException", "DecodeException", "EncodeException", "NotInPlaceException"))
                .together(Set.of("bytes", "ByteReader", "ByteWriter", "Window"))
                .step("schema")
                .step("trust", "references")
                .step("hashing")
                .step("budget")
                .step("graph")
                .step("message")
                .step("elements")
                .step("builtin")
                .step("object")
                .step("hooks")
                .together(CODEC_NODES)
                .step("registry")
                .step("")
                .check();
    }

    @Test
    void packagesOfCipherAreALadder() {
        ladder("io.tellask.cipher").step("kernel").step("").check();
    }

    @Test
    void packagesOfStoreAreALadder() {
        ladder("io.tellask.store")
                .together(STORE_DATA)
                .step("file")
                .step("segment")
                .step("index")
                .step("shard")
                .step("codec", "offline")
                .step("")
                .check();
    }

    @Test
    void packagesOfStructAreALadder() {
        ladder("io.tellask.struct")
                .together(STRUCT_FAILURES)
                .step("view")
                .step("")
                .check();
    }

    @Test
    void packagesOfActorAreALadder() {
        ladder("io.tellask.actor")
                .together(ACTOR_DATA)
                .step("flight")
                .step("runtime")
                .together(PROMISES)
                .step("contract")
                .step("")
                .step("pattern")
                .check();
    }

    @Test
    void packagesOfRemoteAreALadder() {
        ladder("io.tellask.remote")
                .together(REMOTE_DATA)
                .step("filter", "frame")
                .step("resume")
                .step("session")
                .step("")
                .check();
    }

    @Test
    void packagesOfNettyAreALadder() {
        ladder("io.tellask.netty")
                .together(Set.of("HttpLimits"))
                .step("pages")
                .step("")
                .check();
    }

    @Test
    void packagesOfTypeScriptAreALadder() {
        ladder("io.tellask.typescript")
                .together(Set.of("TypeScriptContract", "TypeScriptException"))
                .step("model")
                .step("shape", "reflection")
                .step("writer")
                .step("processor")
                .step("")
                .check();
    }

    @Test
    void packagesOfWebAreALadder() {
        ladder("io.tellask.web")
                .step("resources", "script", "style", "esbuild")
                .step("content", "live")
                .step("bundle")
                .step("")
                .check();
    }

    @Test
    void packagesOfRestAreALadder() {
        ladder("io.tellask.rest")
                .together(REST_DATA)
                .step("json", "type")
                .step("problem", "value")
                .step("check")
                .step("plan")
                .step("openapi", "call")
                .step("")
                .check();
    }

    @Test
    void packagesOfKvAreALadder() {
        ladder("io.tellask.kv")
                .together(Set.of("KeyValueOptions", "RespLimits"))
                .step("resp.message")
                .step("resp.loop")
                .step("resp.channel", "resp.database")
                .step("resp.client")
                .step("resp", "resp.command")
                .step("")
                .check();
    }

    @Test
    void packagesOfCliAreALadder() {
        ladder("io.tellask.cli")
                .step("terminal")
                .step("server", "json", "transfer", "project", "startup", "pauselog")
                .step("crash", "hostile", "soak", "dist", "plot")
                .step(
                        "kv",
                        "serve",
                        "cluster",
                        "store",
                        "codec",
                        "demo",
                        "trial",
                        "describe",
                        "call",
                        "operations",
                        "pauses",
                        "types",
                        "login",
                        "example")
                .step("")
                .check();
    }

    @Test
    void ladderRefusesArrowsThatPointUpAndNamesOfNothing() {
        PackageLadder upsideDown = ladder("io.tellask.remote")
                .step("")
                .step("session")
                .step("resume")
                .step("filter", "frame")
                .together(REMOTE_DATA);
        assertThatThrownBy(upsideDown::check)
                .hasMessageContaining("io.tellask.remote.Server -> io.tellask.remote.session.Endpoint");

        PackageLadder sideways = ladder("io.tellask.remote")
                .together(REMOTE_DATA)
                .step("filter", "frame")
                .step("resume")
                .step("session", "");
        assertThatThrownBy(sideways::check)
                .hasMessageContaining("io.tellask.remote.Server -> io.tellask.remote.session.Endpoint");

        PackageLadder stale = ladder("io.tellask.remote").together(Set.of("Gone", "filter", "frame", "session", ""));
        assertThatThrownBy(stale::check).hasMessageContaining("io.tellask.remote.Gone");

        PackageLadder incomplete = ladder("io.tellask.remote").step("session");
        assertThatThrownBy(incomplete::check).isInstanceOf(AssertionError.class);
    }

    private static PackageLadder ladder(String module) {
        return PackageLadder.of(main, module);
    }

    @ParameterizedTest
    @CsvSource({
        "io.netty.., io.tellask.netty..",
        "org.bouncycastle.., io.tellask.cipher",
        "jdk.incubator.vector.., io.tellask.cipher.kernel",
        "io.aeron.., io.tellask.aeron.. io.tellask.cluster.aeron..",
        "org.agrona.., io.tellask.aeron.. io.tellask.cluster.aeron..",
        "com.nimbusds.., io.tellask.oidc..",
        "io.micrometer.., io.tellask.metrics..",
        "io.opentelemetry.., io.tellask.metrics..",
        "picocli.., io.tellask.cli..",
        "tools.jackson.., io.tellask.cli.. io.tellask.codec.text.. io.tellask.rest.. io.tellask.web..",
        "com.aayushatharva.., io.tellask.web..",
        "org.jsoup.., io.tellask.web..",
        "me.tongfei.., io.tellask.cli..",
    })
    void libraryStaysInItsModules(String library, String owners) {
        noClasses()
                .that(ours(resideOutsideOfPackages((owners + " io.tellask.bench..").split(" "))))
                .should()
                .dependOnClassesThat(resideInAnyPackage(library))
                .check(main);
    }

    @Test
    void nobodyTouchesClosedParts() {
        noClasses()
                .that(ours(DescribedPredicate.alwaysTrue()))
                .should()
                .dependOnClassesThat(resideInAnyPackage("sun.misc..", "jdk.internal.."))
                .check(main);
    }

    @Test
    void everyModuleExportsAtMostOneFlatPackageBesidesItsInternals() {
        for (ModuleReference module : modules()) {
            Set<String> exported = module.descriptor().exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
            String own = module.descriptor().name();
            assertThat(exported)
                    .as("exports of %s", own)
                    .isSubsetOf(own, own + ".spi", own + ".pattern", own + ".actors", own + ".partition");
        }
    }

    private static Set<ModuleReference> modules() {
        Path[] folders = Arrays.stream(
                        System.getProperty("java.class.path").split(System.getProperty("path.separator")))
                .filter(entry -> entry.contains("tellask-") || entry.endsWith("target/classes"))
                .map(Path::of)
                .toArray(Path[]::new);
        Set<ModuleReference> found = ModuleFinder.of(folders).findAll();
        assertThat(found).as("modules on the test's class path").isNotEmpty();
        return found;
    }

    private static DescribedPredicate<JavaClass> ours(DescribedPredicate<JavaClass> restriction) {
        return resideInAnyPackage("io.tellask..").and(restriction);
    }
}
