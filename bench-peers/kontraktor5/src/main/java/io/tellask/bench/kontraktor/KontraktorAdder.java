package io.tellask.bench.kontraktor;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Window;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.nustaq.kontraktor.Actor;
import org.nustaq.kontraktor.Actors;
import org.nustaq.kontraktor.IPromise;
import org.nustaq.kontraktor.Promise;
import org.nustaq.kontraktor.remoting.tcp.TCPConnectable;
import org.nustaq.kontraktor.remoting.tcp.TCPNIOPublisher;

/** {@code kontraktor4}, {@code kontraktor5}, {@code kontraktor5-unchecked}: a published actor that adds, and who calls its proxy. */
public final class KontraktorAdder {
    private static final String HOST = "127.0.0.1";
    private static final long PATIENCE_SECONDS = 30;

    private KontraktorAdder() {}

    /** The two ints as one object; FST writes no records. */
    public static final class Sum implements Serializable {
        private static final long serialVersionUID = 1;

        final int first;
        final int second;

        Sum(int first, int second) {
            this.first = first;
            this.second = second;
        }
    }

    /** The actor; its methods are the messages, and its proxies are subclasses of it. */
    public static class Adder extends Actor<Adder> {
        private long total;

        /** Tell: adds both to the total. */
        public void collect(int first, int second) {
            total += first + second;
        }

        /** Tell: the same with one object. */
        public void collectSum(Sum pair) {
            collect(pair.first, pair.second);
        }

        /** Ask: answers the sum. */
        public IPromise<Integer> add(int first, int second) {
            return new Promise<>(first + second);
        }

        /** Ask: the same with one object. */
        public IPromise<Integer> addSum(Sum pair) {
            return add(pair.first, pair.second);
        }

        /** Answers what was told so far. */
        public IPromise<Long> total() {
            return new Promise<>(total);
        }
    }

    /** The receiving process: one actor that is published over non-blocking TCP. */
    public static final class Service {
        private Service() {}

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(open()));
        }

        private static int open() throws Exception {
            int port = freePort();
            answer(new TCPNIOPublisher(Actors.AsActor(Adder.class), port).publish());
            return port;
        }

        /** A port that was free a moment ago: the publisher does not tell which one it took. */
        private static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
                return socket.getLocalPort();
            }
        }
    }

    /**
     * The calling process: an ordinary thread calls the methods of the proxy. Since a proxy holds back no tells, every 4,096th is
     * followed by an ask for the total, and tells of at most 16 such batches are open.
     */
    public static final class Caller extends io.tellask.bench.spi.Caller {
        private static final int TELLS_PER_BARRIER = 4_096;
        private static final int WINDOW = 16_384;

        private final Adder adder;
        private final boolean objects;
        private final int tellWindow;

        private Caller(String label, String contender, int port) throws Exception {
            adder = answer(new TCPConnectable(Adder.class, HOST, port).connect());
            objects = label.endsWith("-object");
            int batches = contender.equals("kontraktor5-unchecked") ? 48 : 16;
            tellWindow = batches * TELLS_PER_BARRIER;
        }

        public static void main(String[] args) {
            run(args, (label, port) -> new Caller(label, args[1], port));
        }

        @Override
        public Tally tell(Phase phase) throws Exception {
            Window window = new Window(tellWindow);
            long sent = 0;
            int first = 0;
            while (phase.open(sent)) {
                window.acquire();
                if (objects) {
                    adder.collectSum(new Sum(first, first + 1));
                } else {
                    adder.collect(first, first + 1);
                }
                first = Pairs.next(first);
                if (++sent % TELLS_PER_BARRIER == 0) {
                    adder.total().then((total, error) -> settle(window, TELLS_PER_BARRIER, error));
                }
            }
            return told(sent, answer(adder.total()));
        }

        @Override
        public Tally ask(Phase phase) {
            Window window = new Window(WINDOW);
            AtomicLong total = new AtomicLong();
            long sent = phase.each(first -> {
                window.acquire();
                IPromise<Integer> answer =
                        objects ? adder.addSum(new Sum(first, first + 1)) : adder.add(first, first + 1);
                answer.then((sum, error) -> {
                    if (error == null && sum != Pairs.sum(first)) {
                        window.fail(new IllegalStateException("wrong sum: first=" + first + ", sum=" + sum));
                    }
                    total.addAndGet(Pairs.sum(first));
                    settle(window, 1, error);
                });
            });
            window.awaitAll();
            return new Tally(sent, total.get());
        }

        @Override
        public int askOnce(int first, int second) throws Exception {
            return answer(adder.add(first, second));
        }

        @Override
        protected void askLater(int first, int second) {
            adder.add(first, second).then((sum, error) -> {
                if (error == null) {
                    answered(first, sum);
                } else {
                    failed(failure(error));
                }
            });
        }

        private static void settle(Window window, int count, Object error) {
            if (error == null) {
                window.settle(count);
            } else {
                window.fail(failure(error));
            }
        }
    }

    private static Throwable failure(Object error) {
        return error instanceof Throwable cause ? cause : new IllegalStateException("kontraktor: " + error);
    }

    /** Waits for a promise on a thread that is no actor's. */
    private static <T> T answer(IPromise<T> promise) throws Exception {
        CompletableFuture<T> answer = new CompletableFuture<>();
        promise.then((value, error) -> {
            if (error == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(failure(error));
            }
        });
        return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
