/** Sites whose pages are served as they are while they are written, and bundled in production. */
@NullMarked
package io.tellask.web;

import org.jspecify.annotations.NullMarked;
