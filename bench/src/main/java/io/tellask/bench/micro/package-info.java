/**
 * Single operations of the JDK and of libraries, in one JVM each: ciphers, locks, memory, JSON. Open {@link io.tellask.bench.micro.MicroSuite} first; each
 * {@code …Benchmark} is one suite.
 */
@NullMarked
package io.tellask.bench.micro;

import org.jspecify.annotations.NullMarked;
