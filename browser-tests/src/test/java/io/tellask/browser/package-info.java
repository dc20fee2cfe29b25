/** Pages in a real browser. Begin with {@link io.tellask.browser.Chromium}. */
@NullMarked
package io.tellask.browser;

import org.jspecify.annotations.NullMarked;
