package io.tellask.bench.vertx;

import static io.tellask.bench.vertx.EventBusAdder.answer;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpResponseExpectation;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * {@code http1}, {@code http2}: a resource that adds. {@code GET /sum?first=1&second=2} answers the sum as text, {@code POST} to
 * {@code /pairs} with the same query adds it to the total and is answered 204, {@code GET /total} answers the total.
 */
public final class HttpAdder {
    private static final String HOST = "127.0.0.1";
    /** Streams of the one connection of {@code http2}. */
    private static final int STREAMS = 1_024;
    /** Connections of {@code http1}, each with one request at a time. */
    private static final int CONNECTIONS = 16;

    private HttpAdder() {}

    /** The receiving process of both, on one event loop. */
    public static final class Service {
        private static final int NO_CONTENT = 204;
        private static final int NOT_FOUND = 404;

        private long total;

        private Service() {}

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(open()));
        }

        private static int open() throws Exception {
            HttpServerOptions options = new HttpServerOptions()
                    .setHost(HOST)
                    .setPort(0)
                    .setInitialSettings(new Http2Settings().setMaxConcurrentStreams(STREAMS));
            return answer(Vertx.vertx()
                            .createHttpServer(options)
                            .requestHandler(new Service()::handle)
                            .listen())
                    .actualPort();
        }

        private void handle(HttpServerRequest request) {
            switch (request.path()) {
                case "/sum" -> request.response().end(Integer.toString(sum(request)));
                case "/pairs" -> {
                    total += sum(request);
                    request.response().setStatusCode(NO_CONTENT).end();
                }
                case "/total" -> request.response().end(Long.toString(total));
                default -> request.response().setStatusCode(NOT_FOUND).end();
            }
        }

        private static int sum(HttpServerRequest request) {
            return Integer.parseInt(request.getParam("first")) + Integer.parseInt(request.getParam("second"));
        }
    }

    /** The calling process of both: requests leave from the event loop of the connections, each when an earlier one is answered. */
    public static final class Caller extends io.tellask.bench.spi.Caller {
        private final Vertx vertx = Vertx.vertx();
        private final Context loop = vertx.getOrCreateContext();
        /** Its connections are closed when nobody refers to it any more. */
        private final HttpClientAgent client;

        private final List<HttpClientConnection> connections = new ArrayList<>();
        private final int requestsPerConnection;

        private Caller(boolean isHttp2, int port) throws Exception {
            requestsPerConnection = isHttp2 ? STREAMS : 1;
            HttpClientOptions options = new HttpClientOptions()
                    .setProtocolVersion(isHttp2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
                    .setHttp2ClearTextUpgrade(false);
            client = vertx.httpClientBuilder().with(options).build();
            HttpConnectOptions where = new HttpConnectOptions().setHost(HOST).setPort(port);
            for (int i = 0; i < (isHttp2 ? 1 : CONNECTIONS); i++) {
                connections.add(answer(onLoop(() -> client.connect(where))));
            }
        }

        public static void main(String[] args) {
            run(args, (label, port) -> new Caller(args[1].equals("http2"), port));
        }

        @Override
        public Tally tell(Phase phase) throws Exception {
            long sent = run(phase, HttpMethod.POST, "/pairs").count();
            return told(sent, Long.parseLong(answer(get("/total"))));
        }

        @Override
        public Tally ask(Phase phase) throws Exception {
            return run(phase, HttpMethod.GET, "/sum");
        }

        @Override
        public int askOnce(int first, int second) throws Exception {
            return Integer.parseInt(answer(get("/sum" + query(first, second))));
        }

        /** For {@code http2} only, whose one connection takes any number of requests. */
        @Override
        protected void askLater(int first, int second) {
            get("/sum" + query(first, second))
                    .onFailure(this::failed)
                    .onSuccess(answer -> answered(first, Integer.parseInt(answer)));
        }

        private Tally run(Phase phase, HttpMethod method, String path) throws Exception {
            return onLoop(() -> new Requests(phase, method, path).start())
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
        }

        private Future<String> get(String uri) {
            return onLoop(() -> send(connections.getFirst(), HttpMethod.GET, uri));
        }

        private <T> Future<T> onLoop(Supplier<Future<T>> work) {
            Promise<T> promise = Promise.promise();
            loop.runOnContext(ignored -> work.get().onComplete(promise));
            return promise.future();
        }

        private static String query(int first, int second) {
            return "?first=" + first + "&second=" + second;
        }

        private static Future<String> send(HttpClientConnection connection, HttpMethod method, String uri) {
            return connection
                    .request(new RequestOptions().setMethod(method).setURI(uri))
                    .compose(HttpClientRequest::send)
                    .expecting(HttpResponseExpectation.SC_SUCCESS)
                    .compose(HttpClientResponse::body)
                    .map(Buffer::toString);
        }

        /** The requests of one phase; all of it happens on the event loop. */
        private final class Requests {
            private final Phase phase;
            private final HttpMethod method;
            private final String path;
            private final Promise<Tally> tally = Promise.promise();
            private long sent;
            private long answered;
            private long total;

            Requests(Phase phase, HttpMethod method, String path) {
                this.phase = phase;
                this.method = method;
                this.path = path;
            }

            Future<Tally> start() {
                for (int i = 0; i < requestsPerConnection; i++) {
                    connections.forEach(this::next);
                }
                return tally.future();
            }

            private void next(HttpClientConnection connection) {
                if (phase.open(sent)) {
                    int first = Pairs.first(sent++);
                    send(connection, method, path + query(first, first + 1))
                            .onFailure(tally::tryFail)
                            .onSuccess(answer -> add(connection, first, answer));
                } else if (answered == sent) {
                    tally.tryComplete(new Tally(sent, total));
                }
            }

            private void add(HttpClientConnection connection, int first, String answer) {
                answered++;
                if (!answer.isEmpty()) {
                    total += Integer.parseInt(answer);
                }
                if (method.equals(HttpMethod.GET) && !answer.equals(Integer.toString(Pairs.sum(first)))) {
                    tally.tryFail("wrong sum: first=" + first + ", answer=" + answer);
                }
                next(connection);
            }
        }
    }
}
