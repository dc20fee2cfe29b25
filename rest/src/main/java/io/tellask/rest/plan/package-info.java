/**
 * What becomes of a contract when a {@code Rest} is built: verbs, paths, parameters and handles. Open {@code
 * ContractPlan} first.
 */
@NullMarked
package io.tellask.rest.plan;

import org.jspecify.annotations.NullMarked;
