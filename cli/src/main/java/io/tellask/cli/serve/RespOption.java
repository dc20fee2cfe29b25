package io.tellask.cli.serve;

import io.tellask.cli.terminal.SecretFile;
import io.tellask.kv.KeyValueGroup;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.RespLimits;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code tellask serve} that make it a server for clients of Redis, too. */
final class RespOption {
    @Option(
            names = "--resp",
            paramLabel = "URI",
            converter = RedisAddress.class,
            description =
                    "Where to listen for clients of Redis, such as redis://127.0.0.1:6379; nowhere unless given. An address that"
                            + " other machines reach must have plaintext=true as its query, since nothing is encrypted.")
    private @Nullable URI address;

    @Option(
            names = "--resp-password-file",
            paramLabel = "FILE",
            description = "A file whose first line is the password that clients of Redis must name; none unless given.")
    private @Nullable Path passwordFile;

    /** Refuses a password that nobody would be asked for. */
    void check(CommandSpec spec, boolean isServed) {
        if (!isServed && address == null && passwordFile != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--resp-password-file=" + passwordFile
                            + " without --resp: no client of Redis is served; add --resp or leave it out");
        }
    }

    /** The server, or null where none is asked for. */
    @Nullable
    RespServer start(KeyValueService service, RespLimits limits) {
        if (address == null) {
            return null;
        }
        RespOptions options = RespOptions.listening(address.toString()).withLimits(limits);
        return RespServer.start(service, withPassword(options));
    }

    /** The server of a member of a group, or null where none is asked for. */
    @Nullable
    RespServer start(KeyValueGroup group, ClusterOption cluster, RespLimits limits) {
        URI member = cluster.redisAddress();
        return member == null
                ? null
                : RespServer.start(
                        group,
                        withPassword(RespOptions.listening(member.toString()).withLimits(limits)),
                        cluster.redisAddresses());
    }

    private RespOptions withPassword(RespOptions options) {
        return passwordFile == null ? options : options.withPassword(SecretFile.read(passwordFile, "password"));
    }
}
