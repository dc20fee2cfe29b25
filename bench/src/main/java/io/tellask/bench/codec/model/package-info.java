/**
 * The objects of the codec comparison: plain classes with public fields, as an application would write them. Not null
 * marked, since a field that a codec fills has no initial value.
 */
package io.tellask.bench.codec.model;
