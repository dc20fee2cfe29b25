/**
 * Requests of HTTP that become calls of actors, by the methods of a contract. Open {@link io.tellask.rest.Rest} first:
 * it is built of contracts with their
 * paths, and handed to a transport that serves pages. Annotations on a contract say what its names do not.
 */
@NullMarked
package io.tellask.rest;

import org.jspecify.annotations.NullMarked;
