/** Who calls, and what they may call: credentials, authenticators, interceptors. */
@NullMarked
package io.tellask.remote.security;

import org.jspecify.annotations.NullMarked;
