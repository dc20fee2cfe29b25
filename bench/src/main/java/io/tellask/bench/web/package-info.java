/**
 * The web suite: updates pushed to many pages, REST, pages that become ready, long polling. Open {@link io.tellask.bench.web.WebSuite}
 * first; {@link io.tellask.bench.web.RawSession} is what stands for a page, for all contenders alike.
 */
@NullMarked
package io.tellask.bench.web;

import org.jspecify.annotations.NullMarked;
