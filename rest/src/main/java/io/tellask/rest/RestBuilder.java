package io.tellask.rest;

import io.tellask.actor.ContractException;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.Encoding;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.http.HttpResponse;
import io.tellask.remote.AuthThrottle;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Interceptor;
import io.tellask.remote.PeerMemory;
import io.tellask.rest.call.CallFailures;
import io.tellask.rest.call.CallLoad;
import io.tellask.rest.call.CallSettings;
import io.tellask.rest.call.CallTarget;
import io.tellask.rest.json.JsonText;
import io.tellask.rest.openapi.OpenApiDocument;
import io.tellask.rest.openapi.TryPage;
import io.tellask.rest.plan.ContractPlan;
import io.tellask.rest.plan.MethodPlan;
import io.tellask.rest.plan.ParameterPlan;
import io.tellask.rest.plan.PathTemplate;
import io.tellask.rest.plan.Routes;
import io.tellask.rest.plan.Verb;
import io.tellask.rest.value.ValueWriter;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says what a {@link Rest} serves, and to whom. Not thread-safe. */
public final class RestBuilder {
    private final List<Published<?>> contracts = new ArrayList<>();
    private final Map<Class<? extends Throwable>, Integer> statuses = new HashMap<>();
    private Codec codec = Codec.standard();
    private RestLimits limits = RestLimits.defaults();
    private Cors cors = Cors.CLOSED;
    private PeerMemory memory = PeerMemory.ofProcess();
    private String challenge = "Bearer";
    private @Nullable Info info;
    private @Nullable Authenticator authenticator;
    private @Nullable Interceptor interceptor;

    /** What is served below a path; the actor is made when all else is known. */
    private record Published<C>(
            PathTemplate base,
            Class<C> contract,
            Function<ValueWriter, ? extends C> actor,
            Map<TypeVariable<?>, Type> variables) {}

    /** What the descriptions say of themselves. */
    private record Info(String title, String version) {}

    RestBuilder() {}

    /**
     * Serves a contract.
     *
     * @param path where it begins: {@code /orders}
     * @param actor what is called: the reference of an actor, of this process or another
     * @throws ContractException if the path is none
     */
    public <C> RestBuilder contract(String path, Class<C> contract, C actor) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(actor, "actor");
        PathTemplate base = PathTemplate.parse(path, contract.getSimpleName());
        contracts.add(new Published<>(base, contract, _ -> actor, Map.of()));
        return this;
    }

    /**
     * Serves a map: {@code GET /users} lists entries, {@code GET}, {@code PUT} and {@code DELETE /users/{key}} are
     * about one, {@code POST /users} adds one under a new key.
     * Tags keep writers from overwriting what they have not seen. {@link MapContract} has the rules.
     *
     * @param path where it begins: {@code /users}
     * @param type of the values
     */
    public <V> RestBuilder map(String path, Class<V> type, RestMap<V> map) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(map, "map");
        PathTemplate base = PathTemplate.parse(path, "map of " + type.getSimpleName());
        contracts.add(new Published<>(
                base,
                MapContract.class,
                writer -> new MapService<>(map, type, writer),
                Map.of(MapContract.class.getTypeParameters()[0], type)));
        return this;
    }

    /**
     * Asks this for each request who sends it; without it everybody may call all. It is asked anew for each request.
     */
    public RestBuilder authenticator(Authenticator newAuthenticator) {
        authenticator = Objects.requireNonNull(newAuthenticator, "newAuthenticator");
        return this;
    }

    /**
     * What the header {@code www-authenticate} says to those who show no credential; {@code Bearer} where nothing is
     * said.
     */
    public RestBuilder challenge(String newChallenge) {
        challenge = Objects.requireNonNull(newChallenge, "newChallenge");
        return this;
    }

    /** Asks this before each call, and tells it of the end: for authorization, rates and records. */
    public RestBuilder interceptor(Interceptor newInterceptor) {
        interceptor = Objects.requireNonNull(newInterceptor, "newInterceptor");
        return this;
    }

    /** What classes beside those of the contracts may come in. */
    public RestBuilder codec(Codec newCodec) {
        codec = Objects.requireNonNull(newCodec, "newCodec");
        return this;
    }

    public RestBuilder limits(RestLimits newLimits) {
        limits = Objects.requireNonNull(newLimits, "newLimits");
        return this;
    }

    /** Lets pages of other origins call. */
    public RestBuilder cors(Cors newCors) {
        cors = Objects.requireNonNull(newCors, "newCors");
        return this;
    }

    /** Another budget for what bodies make the process hold than that of the process. */
    public RestBuilder memory(PeerMemory newMemory) {
        memory = Objects.requireNonNull(newMemory, "newMemory");
        return this;
    }

    /**
     * Answers calls that fail with this exception, or one below it, with that status and its message: for exceptions
     * that have no {@link Status}.
     *
     * @throws IllegalArgumentException if the status is not within 400 to 599
     */
    public RestBuilder status(Class<? extends Throwable> exception, int status) {
        Objects.requireNonNull(exception, "exception");
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("rest: status=" + status + " is not within 400 to 599");
        }
        statuses.put(exception, status);
        return this;
    }

    /**
     * Describes each contract by OpenAPI 3.1, at {@code openapi.json} below its path, and shows a page to try it, at
     * the path with a slash behind it. The path above lists the contracts and maps below it, unless something else is served there. All are
     * shown to everybody, also where calls need a credential.
     */
    public RestBuilder openApi(String title, String version) {
        info = new Info(Objects.requireNonNull(title, "title"), Objects.requireNonNull(version, "version"));
        return this;
    }

    /**
     * The service.
     *
     * @throws ContractException if requests cannot carry what a method takes or returns, or two methods have one verb
     *     and path
     */
    public Rest build() {
        CodecLimits own = codec.limits();
        Codec in = codec.toBuilder()
                .limits(own.withBytes(Math.max(1, limits.bodyBytes())).withObjects(limits.objects()))
                .build();
        Codec out =
                codec.toBuilder().limits(own.withBytes(limits.answerBytes())).build();
        Encoding reading = JsonEncoding.of(in);
        ValueWriter writing = new ValueWriter(out, limits.answerBytes());
        Routes<Rest.Served> routes = new Routes<>();
        Set<String> headers = new TreeSet<>();
        for (Published<?> published : contracts) {
            List<MethodPlan> plans = ContractPlan.of(
                    published.contract(),
                    published.base(),
                    published.actor().apply(writing),
                    in,
                    reading,
                    published.variables());
            plans.forEach(plan -> add(routes, plan, headers));
            if (info != null) {
                describe(routes, published.base(), plans, info);
            }
        }
        if (info != null) {
            listParents(routes);
        }
        CallSettings settings = new CallSettings(
                reading,
                writing,
                authenticator,
                interceptor,
                challenge,
                new CallFailures(statuses),
                limits,
                new AuthThrottle(limits.authAttempts(), limits.authWindow()),
                memory,
                new CallLoad(limits.callsInFlight(), limits.streams()));
        return new Rest(routes, settings, cors, headers);
    }

    private static void add(Routes<Rest.Served> routes, MethodPlan plan, Set<String> headers) {
        Rest.Served before = routes.add(plan.verb(), plan.path(), new Rest.Served.Method(new CallTarget(plan)));
        if (before instanceof Rest.Served.Method(CallTarget other)) {
            throw new ContractException("rest: " + plan.verb() + " " + plan.path() + " would call " + plan.name()
                    + " and " + other.plan().name() + "; give one of them another @Route");
        }
        for (ParameterPlan parameter : plan.parameters()) {
            if (parameter.place() == ParameterPlan.Place.HEADER) {
                headers.add(parameter.name());
            }
        }
    }

    private void describe(Routes<Rest.Served> routes, PathTemplate base, List<MethodPlan> plans, Info known) {
        String scheme = authenticator == null ? "" : challenge.split(" ", 2)[0].toLowerCase(Locale.ROOT);
        byte[] json = OpenApiDocument.of(known.title, known.version, plans, scheme, statuses);
        addPage(routes, base, "openapi.json", shown(json));
        addPage(routes, base, "", TryPage.of(known.title));
    }

    private static HttpResponse shown(byte[] json) {
        return HttpResponse.of(200, "application/json", json)
                .with("cache-control", "no-cache")
                .with("x-content-type-options", "nosniff");
    }

    /** Serves at the paths that contracts lie below what there is, unless something else is served there. */
    private void listParents(Routes<Rest.Served> routes) {
        Map<PathTemplate, List<Map<String, String>>> children = new LinkedHashMap<>();
        for (Published<?> published : contracts) {
            List<String> parts = published.base().parts();
            if (!parts.isEmpty()) {
                String path = published.base().toString();
                children.computeIfAbsent(new PathTemplate(parts.subList(0, parts.size() - 1)), _ -> new ArrayList<>())
                        .add(new TreeMap<>(Map.of("path", path, "openapi", path + "/openapi.json")));
            }
        }
        children.forEach((parent, served) -> {
            Rest.Served list = new Rest.Served.Page(shown(JsonText.prettyBytes(Map.of("served", served))));
            addIfFree(routes, parent, list);
            addIfFree(routes, parent.append(new PathTemplate(List.of(""))), list);
        });
    }

    private static void addIfFree(Routes<Rest.Served> routes, PathTemplate path, Rest.Served page) {
        if (routes.find(Verb.GET, path.parts()).target() == null) {
            routes.add(Verb.GET, path, page);
        }
    }

    private static void addPage(Routes<Rest.Served> routes, PathTemplate base, String name, HttpResponse answer) {
        PathTemplate path = base.append(new PathTemplate(List.of(name)));
        if (routes.add(Verb.GET, path, new Rest.Served.Page(answer)) != null) {
            throw new ContractException(
                    "rest: GET " + path + " is that of the description; give the method another @Route");
        }
    }
}
