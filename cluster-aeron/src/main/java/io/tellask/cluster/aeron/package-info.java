/**
 * Replicated logs by Aeron Cluster: {@link io.tellask.cluster.aeron.AeronEngine} opens them. Open {@code AeronLog} next, then {@code MemberNode}, which
 * has the parts of Aeron that a member runs, and {@code MemberService}, which applies what they agree on.
 */
@NullMarked
package io.tellask.cluster.aeron;

import org.jspecify.annotations.NullMarked;
