package io.tellask.rest;

import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.rest.call.CallSettings;
import io.tellask.rest.call.CallTarget;
import io.tellask.rest.call.RestCall;
import io.tellask.rest.call.UrlText;
import io.tellask.rest.plan.PathTemplate;
import io.tellask.rest.plan.Routes;
import io.tellask.rest.plan.Verb;
import io.tellask.rest.problem.Refusal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Serves contracts as REST: requests become calls of actors, their JSON the arguments. {@code docs/REST.md} has the
 * rules.
 *
 * <p>Made by {@link #builder}. Immutable; thread-safe.
 */
public final class Rest implements HttpService {
    private static final String HEADERS =
            "authorization, content-type, accept, if-match, if-none-match, last-event-id, " + RestCall.OWN_HEADER;

    private final Routes<Served> routes;
    private final CallSettings settings;
    private final Cors cors;
    private final String headers;

    /** What a path has: a method, or a page. */
    sealed interface Served {
        /** A method of a contract. */
        record Method(CallTarget target) implements Served {}

        /** A page or a description. */
        record Page(HttpResponse answer) implements Served {}
    }

    Rest(Routes<Served> routes, CallSettings settings, Cors cors, Set<String> ownHeaders) {
        this.routes = routes;
        this.settings = settings;
        this.cors = cors;
        headers = ownHeaders.isEmpty() ? HEADERS : HEADERS + ", " + String.join(", ", ownHeaders);
    }

    /** One without contracts yet. */
    public static RestBuilder builder() {
        return new RestBuilder();
    }

    /** Requests that are not answered now, without streams. */
    public int callsInFlight() {
        return settings.load().calls();
    }

    /** Streams that have not ended. */
    public int streams() {
        return settings.load().streams();
    }

    @Override
    public void serve(HttpExchange exchange) {
        HttpExchange marked = new CorsExchange(exchange, cors);
        try {
            route(marked);
        } catch (Refusal refusal) {
            marked.answer(refusal.answer());
        }
    }

    private void route(HttpExchange exchange) {
        HttpRequest request = exchange.request();
        if (!cors.admits(request)) {
            throw Refusal.of(
                    403,
                    "forbidden",
                    "pages of other origins may not call this; name the origin where the service is built");
        }
        List<String> parts = UrlText.parts(request.path(), PathTemplate.MOST_PARTS);
        if (parts == null) {
            throw notFound();
        }
        Routes.Found<Served> found = routes.find(Verb.of(request.method()), parts);
        if (found.others().isEmpty()) {
            throw notFound();
        }
        if (request.method().equals("OPTIONS")) {
            exchange.answer(cors.preflight(request, verbs(found.others()), headers));
            return;
        }
        switch (found.target()) {
            case Served.Method method -> RestCall.serve(settings, method.target(), exchange, found.variables());
            case Served.Page page -> exchange.answer(page.answer());
            case null ->
                throw Refusal.of(405, "method not allowed", "this path takes " + verbs(found.others()))
                        .with("allow", verbs(found.others()));
        }
    }

    private static Refusal notFound() {
        return Refusal.of(404, "not found", "nothing is served at this path");
    }

    private static String verbs(Set<Verb> verbs) {
        Set<Verb> ordered = EnumSet.copyOf(verbs);
        String names = ordered.stream().map(Verb::name).collect(Collectors.joining(", "));
        return (ordered.contains(Verb.GET) ? names + ", HEAD" : names) + ", OPTIONS";
    }

    @Override
    public String toString() {
        return "Rest";
    }
}
