/**
 * Requests of HTTP that are no transport's, at the port of a server: what answers them, and what it is given. Begin with
 * {@link io.tellask.http.HttpService}.
 */
@NullMarked
package io.tellask.http;

import org.jspecify.annotations.NullMarked;
