package io.tellask.codec;

import java.util.Set;

/**
 * Types of the JDK that are described by name and need no grant: interfaces and abstract classes that arrays name as their component, and
 * exceptions without state of their own.
 */
final class PlainTypes {
    static final Set<Class<?>> ALL = Set.of(
            Object.class, Number.class, Comparable.class, CharSequence.class, Iterable.class, java.io.Serializable.class, Cloneable.class,
            Enum.class, Record.class, java.time.temporal.Temporal.class,
            java.util.Collection.class, java.util.SequencedCollection.class, java.util.List.class, java.util.Set.class, java.util.SortedSet.class,
            java.util.NavigableSet.class, java.util.Queue.class, java.util.Deque.class, java.util.Map.class, java.util.Map.Entry.class,
            java.util.SortedMap.class, java.util.NavigableMap.class, java.util.concurrent.ConcurrentMap.class,
            Throwable.class, Exception.class, RuntimeException.class, Error.class, AssertionError.class,
            ArithmeticException.class, ArrayIndexOutOfBoundsException.class, ArrayStoreException.class, ClassCastException.class,
            CloneNotSupportedException.class, IllegalArgumentException.class, IllegalMonitorStateException.class, IllegalStateException.class,
            IndexOutOfBoundsException.class, InterruptedException.class, NegativeArraySizeException.class, NullPointerException.class,
            NumberFormatException.class, ReflectiveOperationException.class, SecurityException.class, StackOverflowError.class,
            OutOfMemoryError.class, StringIndexOutOfBoundsException.class, UnsupportedOperationException.class,
            java.io.IOException.class, java.io.EOFException.class, java.io.FileNotFoundException.class, java.io.UncheckedIOException.class,
            java.net.ConnectException.class, java.net.SocketException.class, java.net.SocketTimeoutException.class,
            java.net.UnknownHostException.class, java.nio.BufferOverflowException.class, java.nio.BufferUnderflowException.class,
            java.time.DateTimeException.class, java.util.ConcurrentModificationException.class, java.util.InputMismatchException.class,
            java.util.NoSuchElementException.class, java.util.concurrent.CancellationException.class,
            java.util.concurrent.CompletionException.class, java.util.concurrent.ExecutionException.class,
            java.util.concurrent.RejectedExecutionException.class, java.util.concurrent.TimeoutException.class);

    private PlainTypes() {}
}
