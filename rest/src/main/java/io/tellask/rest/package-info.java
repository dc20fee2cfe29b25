/** Requests of HTTP that become calls of actors, by the methods of a contract. */
@NullMarked
package io.tellask.rest;

import org.jspecify.annotations.NullMarked;
