/**
 * Styles taken apart as far as bundling needs: {@link io.tellask.web.style.StyleSheet} tells imports and addresses,
 * {@link io.tellask.web.style.StyleMinifier} takes out what does not matter.
 */
@NullMarked
package io.tellask.web.style;

import org.jspecify.annotations.NullMarked;
