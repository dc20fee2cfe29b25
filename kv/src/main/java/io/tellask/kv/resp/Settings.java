package io.tellask.kv.resp;

import io.tellask.kv.RespLimits;
import io.tellask.store.Durability;
import io.tellask.store.StoreLimits;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What an engine is made of.
 *
 * @param directory where the databases have their folders
 * @param databases how many there are
 * @param durability what an acknowledged write survives
 * @param storeLimits bounds of each database
 * @param limits bounds of requests, replies and clients
 * @param password what clients must name, or null
 */
public record Settings(
        Path directory,
        int databases,
        Durability durability,
        StoreLimits storeLimits,
        RespLimits limits,
        @Nullable String password) {}
