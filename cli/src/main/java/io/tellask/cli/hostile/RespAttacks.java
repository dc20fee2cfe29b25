package io.tellask.cli.hostile;

import static io.tellask.cli.hostile.ConnectionPlan.ENDLESS;
import static io.tellask.cli.hostile.RespConnection.encoded;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tellask.cli.hostile.AttackKind.Port;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Attacks on the RESP port by clients that know the password, or guess it, and then hoard, flood or pause. Stateless. */
final class RespAttacks {
    private static final int CONNECTIONS = 1_000;
    private static final int NAMES_A_REQUEST = 500;
    private static final int SLOW_PATTERNS = 40;
    private static final int REQUESTS_FOR_65000_NAMES = 130;
    private static final byte[] FILL = new byte[64 << 10];
    private static final String LONG_TEXT = "x".repeat(60 << 10);
    private static final byte[] GET_LARGE = encoded("GET", TargetData.LARGE_KEY);
    private static final byte[] GET_300_LARGE = encoded(repeated("MGET", TargetData.LARGE_KEY, 300));
    private static final byte[] EXECUTE_300_GETS = NativeFrames.join(
            raw("MULTI\r\n"), raw(("GET " + TargetData.LARGE_KEY + "\r\n").repeat(300)), raw("EXEC\r\n"));
    private static final byte[] SET_LONG = encoded("SET", "a", LONG_TEXT);
    private static final byte[] PUBLISH_LONG = encoded("PUBLISH", "hostile", LONG_TEXT);
    private static final byte[] THOUSAND_PINGS = raw("PING\r\n".repeat(1_000));
    private static final byte[] THOUSAND_ARGUMENTS = raw("$1\r\na\r\n".repeat(1_000));
    private static final byte[] UNFINISHED_SET = raw("*3\r\n$3\r\nSET\r\n$1\r\na\r\n$60000000\r\n");

    private RespAttacks() {}

    static List<AttackKind> all() {
        return Stream.of(unfinished(), unread(), remembered(), costly(), unknown())
                .flatMap(List::stream)
                .toList();
    }

    /** Clients that begin what they never end. */
    private static List<AttackKind> unfinished() {
        return List.of(
                kind(
                        "unfinished-set",
                        "begins a SET of 60,000,000 bytes, pauses before its end",
                        (setting, number) -> known().send(UNFINISHED_SET).repeat(900, FILL)),
                kind(
                        "unfinished-arguments",
                        "begins a request of 1,048,576 arguments, pauses",
                        (setting, number) ->
                                known().send(raw("*1048576\r\n$4\r\nMGET\r\n")).repeat(1_000, THOUSAND_ARGUMENTS)),
                kind(
                        "endless-line",
                        "sends an inline command without an end",
                        (setting, number) -> known().repeat(ENDLESS, LONG_TEXT.getBytes(ISO_8859_1))),
                kind(
                        "queued-transaction",
                        "queues 60 MiB of commands, executes none",
                        (setting, number) -> known().send(raw("MULTI\r\n")).repeat(1_024, SET_LONG)));
    }

    /** Clients that ask for much and read nothing. */
    private static List<AttackKind> unread() {
        return List.of(
                kind(
                        "unread-values",
                        "gets large values and reads none",
                        (setting, number) -> known().stopReading().repeat(ENDLESS, GET_LARGE)),
                kind(
                        "unread-pipeline",
                        "pings in pipelines of a thousand and reads nothing",
                        (setting, number) -> known().stopReading().repeat(ENDLESS, THOUSAND_PINGS)),
                kind(
                        "amplified-reply",
                        "asks for 300 large values at once, reads nothing",
                        (setting, number) -> known().stopReading().repeat(ENDLESS, GET_300_LARGE)),
                kind(
                        "amplified-transaction",
                        "lets EXEC get 300 large values, reads nothing",
                        (setting, number) -> known().stopReading().repeat(ENDLESS, EXECUTE_300_GETS)),
                kind(
                        "unread-messages",
                        "one in ten publishes 60 KiB, the others do not read",
                        (setting, number) -> number % 10 == 0
                                ? known().pace(50).repeat(ENDLESS, PUBLISH_LONG)
                                : known().send(raw("SUBSCRIBE hostile\r\n")).stopReading()));
    }

    /** Clients that make the server remember much. */
    private static List<AttackKind> remembered() {
        return List.of(
                kind(
                        "watched-keys",
                        "watches 65,000 keys",
                        (setting, number) -> known().repeat(
                                        REQUESTS_FOR_65000_NAMES, i -> encoded(names("WATCH", "w" + number, i)))),
                kind(
                        "channels",
                        "subscribes to 65,000 channels",
                        (setting, number) -> known().repeat(
                                        REQUESTS_FOR_65000_NAMES, i -> encoded(names("SUBSCRIBE", "c" + number, i)))),
                kind(
                        "patterns",
                        "subscribes to 65,000 patterns",
                        (setting, number) -> known().repeat(
                                        REQUESTS_FOR_65000_NAMES,
                                        i -> encoded(names("PSUBSCRIBE", "p" + number + "*", i)))),
                kind(
                        "long-channels",
                        "subscribes to 1,000 channels with names of 60 KiB",
                        (setting, number) -> known().repeat(1_000, i -> encoded("SUBSCRIBE", i + LONG_TEXT))),
                kind(
                        "long-names",
                        "names itself with 60 KiB and lists the clients",
                        (setting, number) -> known().send(encoded("CLIENT", "SETNAME", LONG_TEXT))
                                .pace(500)
                                .repeat(ENDLESS, raw("CLIENT LIST\r\n"))),
                kind(
                        "scan-cursors",
                        "begins scans with ever new cursors",
                        (setting, number) -> known().repeat(
                                        ENDLESS, i -> encoded("SCAN", Long.toString(i * 7L + number), "COUNT", "10"))));
    }

    /** Clients that cost the server time or disk. */
    private static List<AttackKind> costly() {
        return List.of(
                kind(
                        "costly-patterns",
                        "asks for keys by costly patterns",
                        (setting, number) ->
                                known().pace(1_000).repeat(ENDLESS, encoded("KEYS", "a*b*".repeat(50) + "c"))),
                kind(
                        "slow-pattern",
                        "one in ten publishes to a channel that nearly matches the patterns of the others",
                        (setting, number) -> number % 10 == 0
                                ? known().repeat(ENDLESS, encoded("PUBLISH", "a".repeat(600), "x"))
                                : known().send(encoded(slowPatterns(number)))),
                kind(
                        "silent-client",
                        "turns replies off and floods",
                        (setting, number) -> known().send(raw("CLIENT REPLY OFF\r\n"))
                                .repeat(ENDLESS, raw("SET silent 1\r\nGET silent\r\n".repeat(100)))),
                kind(
                        "growing-values",
                        "lets ten values grow by 64 KiB up to the limit",
                        (setting, number) -> known().pace(1_000)
                                .repeat(ENDLESS, encoded("APPEND", "grow" + number % 10, LONG_TEXT))),
                kind(
                        "expiring-keys",
                        "sets keys that end at once",
                        (setting, number) -> known().repeat(
                                        ENDLESS, i -> encoded("SET", "e" + number + "." + i % 1_000, "v", "PX", "1"))),
                again(
                        "wrong-order",
                        "sends commands where they do not belong, comes again",
                        (setting, number) -> known().send(raw(
                                "EXEC\r\nDISCARD\r\nMULTI\r\nMULTI\r\nWATCH a\r\nSUBSCRIBE a\r\nEXEC\r\nSUBSCRIBE a\r\n"
                                        + "GET a\r\nHELLO 3\r\nUNSUBSCRIBE\r\nRESET\r\nGET a\r\nAUTH "
                                        + ServerUnderAttack.PASSWORD + "\r\nCLIENT REPLY SKIP\r\nQUIT\r\nGET a\r\n"))));
    }

    /** Clients without the password. */
    private static List<AttackKind> unknown() {
        return List.of(
                again(
                        "unknown-endless-line",
                        "sends a line without an end, comes again",
                        (setting, number) -> ConnectionPlan.begin().repeat(ENDLESS, raw("x".repeat(1_000)))),
                kind(
                        "unknown-hoard",
                        "begins a request as long as it may be, and pauses",
                        (setting, number) -> ConnectionPlan.begin()
                                .send(raw("*10\r\n"))
                                .repeat(9, raw("$16384\r\n" + "x".repeat(16_384) + "\r\n"))
                                .send(raw("$16384\r\n" + "x".repeat(16_000)))),
                again(
                        "unknown-long",
                        "begins a long request, and comes again",
                        (setting, number) ->
                                ConnectionPlan.begin().send(UNFINISHED_SET).repeat(ENDLESS, FILL)),
                again(
                        "guessed-passwords",
                        "guesses passwords, and comes again",
                        (setting, number) -> ConnectionPlan.begin()
                                .repeat(ENDLESS, i -> encoded("AUTH", "guess" + number + "." + i))),
                kind(
                        "unread-guesses",
                        "guesses long passwords and reads nothing",
                        (setting, number) -> ConnectionPlan.begin()
                                .stopReading()
                                .repeat(ENDLESS, encoded("AUTH", "default", "x".repeat(1_000)))));
    }

    private static AttackKind kind(String name, String what, ConnectionPlan.Maker plans) {
        return AttackKind.of(Port.RESP, "resp-" + name, what, CONNECTIONS, plans);
    }

    private static AttackKind again(String name, String what, ConnectionPlan.Maker plans) {
        return AttackKind.again(Port.RESP, "resp-" + name, what, CONNECTIONS, plans);
    }

    /** Behind the right password. */
    private static ConnectionPlan known() {
        return ConnectionPlan.begin()
                .send(encoded("AUTH", ServerUnderAttack.PASSWORD))
                .awaitBytes("+OK\r\n".length());
    }

    private static byte[] raw(String text) {
        return text.getBytes(ISO_8859_1);
    }

    private static String[] repeated(String command, String argument, int count) {
        String[] words = new String[count + 1];
        Arrays.fill(words, argument);
        words[0] = command;
        return words;
    }

    private static String[] slowPatterns(int number) {
        String[] words = new String[SLOW_PATTERNS + 1];
        words[0] = "PSUBSCRIBE";
        for (int i = 1; i <= SLOW_PATTERNS; i++) {
            words[i] = "*" + "a".repeat(200) + "b" + number + "." + i + "*";
        }
        return words;
    }

    private static String[] names(String command, String prefix, int part) {
        String[] words = new String[NAMES_A_REQUEST + 1];
        words[0] = command;
        for (int i = 1; i <= NAMES_A_REQUEST; i++) {
            words[i] = prefix + "." + (part * NAMES_A_REQUEST + i);
        }
        return words;
    }
}
