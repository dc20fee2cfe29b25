/**
 * Which classes a message may bring: what the application granted, and what a declared type lets in with it.
 *
 * <p>Open {@link io.tellask.codec.trust.Admission} first, then {@code Grants} and {@code Closure}. {@code Jdk*} and {@code
 * *Types} list what of the JDK needs no grant. Uses {@code schema}.
 */
@NullMarked
package io.tellask.codec.trust;

import org.jspecify.annotations.NullMarked;
