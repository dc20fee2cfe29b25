/** {@code tellask types}: TypeScript types of contracts that are compiled. */
@NullMarked
package io.tellask.cli.types;

import org.jspecify.annotations.NullMarked;
