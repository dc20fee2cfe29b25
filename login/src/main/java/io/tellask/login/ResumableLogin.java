package io.tellask.login;

import io.tellask.remote.Principal;

/**
 * A login that a token goes on with. Immutable.
 *
 * @param loginNanos when a password was shown, or a guest came
 */
record ResumableLogin(Principal principal, boolean isGuest, long loginNanos) {}
