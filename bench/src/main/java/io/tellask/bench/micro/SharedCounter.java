package io.tellask.bench.micro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/** A number that threads share. Thread-safe, but for those whose names say only how they write. */
abstract class SharedCounter {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(SharedCounter.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    long value;

    /** Adds one. */
    abstract void increment();

    /** What it has come to, once nobody adds any more. */
    long count() {
        return value;
    }

    /** By the name of a contender. */
    static SharedCounter of(String contender) {
        return switch (contender) {
            case "synchronized" -> new Synchronized();
            case "reentrant-lock" -> new Locked();
            case "atomic-long" -> new Atomic();
            case "long-adder" -> new Adder();
            case "compare-and-set" -> new CompareAndSet();
            case "get-and-add" -> new GetAndAdd();
            case "plain" -> new Plain();
            case "opaque" -> new Opaque();
            case "release" -> new Release();
            case "volatile" -> new Volatile();
            default -> throw new IllegalArgumentException("unknown contender: contender=" + contender);
        };
    }

    private static final class Synchronized extends SharedCounter {
        @Override
        synchronized void increment() {
            value++;
        }
    }

    private static final class Locked extends SharedCounter {
        private final ReentrantLock lock = new ReentrantLock();

        @Override
        void increment() {
            lock.lock();
            try {
                value++;
            } finally {
                lock.unlock();
            }
        }
    }

    private static final class Atomic extends SharedCounter {
        private final AtomicLong atomic = new AtomicLong();

        @Override
        void increment() {
            atomic.incrementAndGet();
        }

        @Override
        long count() {
            return atomic.get();
        }
    }

    private static final class Adder extends SharedCounter {
        private final LongAdder adder = new LongAdder();

        @Override
        void increment() {
            adder.increment();
        }

        @Override
        long count() {
            return adder.sum();
        }
    }

    private static final class CompareAndSet extends SharedCounter {
        @Override
        void increment() {
            long seen;
            do {
                seen = (long) VALUE.getVolatile(this);
            } while (!VALUE.compareAndSet(this, seen, seen + 1));
        }
    }

    private static final class GetAndAdd extends SharedCounter {
        @Override
        void increment() {
            long before = (long) VALUE.getAndAdd(this, 1L);
            assert before >= 0;
        }
    }

    private static final class Plain extends SharedCounter {
        @Override
        void increment() {
            value++;
        }
    }

    private static final class Opaque extends SharedCounter {
        @Override
        void increment() {
            VALUE.setOpaque(this, (long) VALUE.getOpaque(this) + 1);
        }
    }

    private static final class Release extends SharedCounter {
        @Override
        void increment() {
            VALUE.setRelease(this, (long) VALUE.getAcquire(this) + 1);
        }
    }

    private static final class Volatile extends SharedCounter {
        @Override
        void increment() {
            VALUE.setVolatile(this, (long) VALUE.getVolatile(this) + 1);
        }
    }
}
