/** What a session sends, between callers and its loop. Begin with {@link io.tellask.remote.session.OutboundStress}. */
@NullMarked
package io.tellask.remote.session;

import org.jspecify.annotations.NullMarked;
