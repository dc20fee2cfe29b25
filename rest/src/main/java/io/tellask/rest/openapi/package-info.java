/** Describes contracts by OpenAPI 3.1, and shows a page to try them. Open {@code OpenApiDocument} first. */
@NullMarked
package io.tellask.rest.openapi;

import org.jspecify.annotations.NullMarked;
