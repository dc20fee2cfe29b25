/** Changes of files while a site is written, and how pages learn of them. Begin with {@link io.tellask.web.live.FileChanges}. */
@NullMarked
package io.tellask.web.live;

import org.jspecify.annotations.NullMarked;
