package io.tellask.kv.resp.database;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.remote.PeerMemory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What an engine is made of.
 *
 * @param directory where the databases have their folders
 * @param databases how many there are
 * @param storing how each keeps its records
 * @param limits bounds of requests, replies and clients
 * @param memory the budget of memory that the clients share
 * @param password what clients must name, or null
 */
public record EngineSettings(
        Path directory,
        int databases,
        KeyValueOptions storing,
        RespLimits limits,
        PeerMemory memory,
        @Nullable String password) {}
