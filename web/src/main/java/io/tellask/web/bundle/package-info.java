/**
 * Production mode: a page with all that it needs as one answer. Begin with {@link io.tellask.web.bundle.Bundler}, which gives a
 * {@link io.tellask.web.bundle.PageBundle} for the path of a page; {@code PageBuild} shows the steps.
 */
@NullMarked
package io.tellask.web.bundle;

import org.jspecify.annotations.NullMarked;
