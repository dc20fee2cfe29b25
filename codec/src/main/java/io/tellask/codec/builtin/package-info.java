/**
 * The types of the JDK that every codec knows by number: strings, numbers, arrays, collections, maps, times, lambdas and
 * proxies.
 *
 * <p>Open {@link io.tellask.codec.builtin.BuiltIns} first, which adds up the others. {@code WideValue} and {@code
 * StringKeyedMap} are for the wide form alone. Uses {@code elements}.
 */
@NullMarked
package io.tellask.codec.builtin;

import org.jspecify.annotations.NullMarked;
