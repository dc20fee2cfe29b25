/**
 * Files of folders and jars under the paths of a site. Begin with {@link io.tellask.web.resources.Resources}.
 */
@NullMarked
package io.tellask.web.resources;

import org.jspecify.annotations.NullMarked;
