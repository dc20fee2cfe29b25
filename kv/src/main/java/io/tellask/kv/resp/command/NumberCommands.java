package io.tellask.kv.resp.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.Decimal;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** INCR, INCRBY, DECR, DECRBY: values that are integers in decimal digits; INCRBYFLOAT: values with a fraction, too. */
final class NumberCommands {
    private static final ErrorReply NOT_A_FLOAT = new ErrorReply("ERR value is not a valid float");

    /** No more digits than a number of that size has, so that reading one takes no time to speak of. */
    private static final Pattern FLOAT =
            Pattern.compile("[+-]?(\\d{1,400}(\\.\\d{0,400})?|\\.\\d{1,400})([eE][+-]?\\d{1,4})?");

    /** What INCRBYFLOAT keeps of a fraction, as Redis does. */
    private static final int FRACTION_DIGITS = 17;

    /** Larger numbers, and smaller fractions, are refused: written out they would be long. */
    private static final int MOST_EXPONENT = 308;

    private NumberCommands() {}

    static Map<String, Command.Action> all() {
        return Map.of(
                "incr", (client, request, reply) -> add(client, request, 1, reply),
                "decr", (client, request, reply) -> add(client, request, -1, reply),
                "incrby", (client, request, reply) -> add(client, request, request.integer(2), reply),
                "incrbyfloat", NumberCommands::addFraction,
                "decrby", (client, request, reply) -> add(client, request, negative(request.integer(2)), reply));
    }

    static long negative(long decrement) {
        if (decrement == Long.MIN_VALUE) {
            throw new ErrorReply("ERR decrement would overflow");
        }
        return -decrement;
    }

    private static void add(Client client, Request request, long increment, Reply reply) {
        Database database = client.database();
        byte[] key = request.copy(1);
        byte[] value = database.get(key);
        client.engine().statistics().read(value != null);
        long sum = sum(value, increment);
        byte[] digits = new byte[Decimal.MAX_LENGTH];
        int length = Decimal.write(sum, digits, 0);
        database.put(key, Arrays.copyOf(digits, length), value == null ? Database.NEVER : database.expiryToKeep(key));
        reply.integer(sum);
    }

    /** A value, 0 where there is none, and what is added to it. */
    static long sum(byte @Nullable [] value, long increment) {
        long before = value == null ? 0 : number(value);
        long sum = before + increment;
        if (((before ^ sum) & (increment ^ sum)) < 0) {
            throw ErrorReply.OVERFLOW;
        }
        return sum;
    }

    /** Counts in decimal digits, so that 0.1 and 0.2 are 0.3. */
    private static void addFraction(Client client, Request request, Reply reply) {
        Database database = client.database();
        byte[] key = request.copy(1);
        byte[] value = database.get(key);
        client.engine().statistics().read(value != null);
        BigDecimal before = value == null ? BigDecimal.ZERO : fraction(new String(value, ISO_8859_1));
        BigDecimal sum = before.add(fraction(request.text(2))).setScale(FRACTION_DIGITS, RoundingMode.HALF_EVEN);
        String digits = sum.signum() == 0 ? "0" : sum.stripTrailingZeros().toPlainString();
        database.put(key, digits.getBytes(ISO_8859_1), value == null ? Database.NEVER : database.expiryToKeep(key));
        reply.bulk(digits);
    }

    private static BigDecimal fraction(String text) {
        if (!FLOAT.matcher(text).matches()) {
            throw NOT_A_FLOAT;
        }
        BigDecimal number = new BigDecimal(text);
        if (Math.abs((long) number.precision() - number.scale()) > MOST_EXPONENT) {
            throw NOT_A_FLOAT;
        }
        return number;
    }

    private static long number(byte[] value) {
        if (!Decimal.isInteger(value, 0, value.length)) {
            throw ErrorReply.NOT_AN_INTEGER;
        }
        return Decimal.parse(value, 0, value.length);
    }
}
