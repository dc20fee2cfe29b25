package io.tellask.rest.call;

import io.tellask.codec.ByteReader;
import io.tellask.codec.DecodeException;
import io.tellask.codec.Encoding;
import io.tellask.codec.HeapBudget;
import io.tellask.http.HttpRequest;
import io.tellask.rest.json.JsonFields;
import io.tellask.rest.plan.ParameterPlan;
import io.tellask.rest.plan.TextReader;
import io.tellask.rest.problem.Fault;
import io.tellask.rest.problem.Refusal;
import io.tellask.rest.type.Expected;
import io.tellask.rest.type.Types;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the arguments of a call from a request. Not thread-safe. */
final class Arguments {
    private final CallTarget target;
    private final Encoding json;
    private final @Nullable HeapBudget budget;
    private final @Nullable Object[] values;

    Arguments(CallTarget target, Encoding json, @Nullable HeapBudget budget) {
        this.target = target;
        this.json = json;
        this.budget = budget;
        values = new Object[target.plan().parameters().size()];
    }

    /** All of them, checked; throws the refusal that the sender is told. */
    @Nullable
    Object[] read(HttpRequest request, List<String> variables, byte[] body, int mostInQuery) {
        Map<String, List<String>> query = UrlText.query(request.query(), mostInQuery);
        requireKnown(query);
        List<Fault> faults = new ArrayList<>();
        for (ParameterPlan parameter : target.plan().parameters()) {
            switch (parameter.place()) {
                case PATH -> set(parameter, variables.get(target.variable(parameter)), faults);
                case QUERY -> setAll(parameter, query.getOrDefault(parameter.name(), List.of()), faults);
                case HEADER -> setAll(parameter, request.headers().all(parameter.name()), faults);
                default -> {}
            }
        }
        if (!faults.isEmpty()) {
            throw Refusal.of(
                    400,
                    "malformed parameter",
                    faults.getFirst().where() + " " + faults.getFirst().detail(),
                    faults);
        }
        readBody(body);
        check();
        return values;
    }

    private void requireKnown(Map<String, List<String>> query) {
        for (String name : query.keySet()) {
            if (!target.queryNames().contains(name)) {
                String detail = "is not known; known are " + target.queryNames();
                throw Refusal.of(
                        400,
                        "unknown parameter",
                        "parameter " + name + " " + detail,
                        List.of(Fault.of("parameter", name, detail)));
            }
        }
    }

    private void setAll(ParameterPlan parameter, List<String> texts, List<Fault> faults) {
        if (Types.isSimpleCollection(parameter.type())) {
            List<@Nullable Object> items = new ArrayList<>();
            for (String text : texts) {
                items.add(read(parameter, text, Types.argument(parameter.type(), 0), faults));
            }
            boolean set = Set.class.isAssignableFrom(Types.erasure(parameter.type()));
            values[parameter.index()] = set ? new LinkedHashSet<>(items) : items;
        } else if (texts.size() > 1) {
            faults.add(fault(parameter, "is given " + texts.size() + " times; send it once"));
        } else if (texts.isEmpty()) {
            setNone(parameter, faults);
        } else {
            set(parameter, texts.getFirst(), faults);
        }
    }

    private void setNone(ParameterPlan parameter, List<Fault> faults) {
        if (parameter.isRequired()) {
            faults.add(fault(parameter, "is missing; send " + Expected.words(parameter.type())));
        }
        values[parameter.index()] = none(parameter.type());
    }

    private static @Nullable Object none(Type type) {
        return type == boolean.class ? Boolean.FALSE : Types.isOptional(type) ? Optional.empty() : null;
    }

    private void set(ParameterPlan parameter, String text, List<Fault> faults) {
        values[parameter.index()] = read(parameter, text, parameter.type(), faults);
    }

    private static @Nullable Object read(ParameterPlan parameter, String text, Type type, List<Fault> faults) {
        TextReader reader = Objects.requireNonNull(parameter.reader());
        try {
            return reader.read(text);
        } catch (IllegalArgumentException malformed) {
            faults.add(fault(parameter, "has another value; send " + Expected.words(type)));
            return null;
        }
    }

    private static Fault fault(ParameterPlan parameter, String detail) {
        String kind = parameter.place() == ParameterPlan.Place.HEADER ? "header" : "parameter";
        return Fault.of(kind, parameter.name(), detail);
    }

    private void readBody(byte[] body) {
        ParameterPlan whole = target.wholeBody();
        if (whole == null) {
            if (target.hasBody()) {
                readFields(body);
            }
        } else if (whole.place() == ParameterPlan.Place.RAW_BODY) {
            values[whole.index()] = body;
        } else {
            try {
                values[whole.index()] = required(whole, decode(body, whole.type()), "");
            } catch (DecodeException malformed) {
                throw BodyFaults.of(malformed, body, "");
            }
        }
    }

    private void readFields(byte[] body) {
        JsonFields fields = JsonFields.of(body);
        if (fields == null) {
            throw noObject(body);
        }
        for (ParameterPlan parameter : target.plan().parameters()) {
            if (parameter.place() == ParameterPlan.Place.FIELD) {
                byte[] text = fields.value(parameter.name());
                Object value = text == null ? none(parameter.type()) : field(parameter, text, body);
                values[parameter.index()] = required(parameter, value, "/" + parameter.name());
            }
        }
    }

    private Refusal noObject(byte[] body) {
        try {
            decode(body, Object.class);
        } catch (DecodeException malformed) {
            return BodyFaults.of(malformed, body, "");
        }
        return Refusal.of(
                400,
                "malformed body",
                "the body is no object; send one with a field for each parameter",
                List.of(Fault.at("", "expected an object")));
    }

    private @Nullable Object field(ParameterPlan parameter, byte[] text, byte[] body) {
        try {
            return decode(text, parameter.type());
        } catch (DecodeException malformed) {
            throw BodyFaults.of(malformed, body, "/" + parameter.name());
        }
    }

    private @Nullable Object decode(byte[] text, Type type) {
        Type boxed = Types.boxed(type);
        return budget == null ? json.decode(text, boxed) : json.decode(new ByteReader(text), boxed, budget);
    }

    private static @Nullable Object required(ParameterPlan parameter, @Nullable Object value, String pointer) {
        if (value == null && parameter.type() instanceof Class<?> plain && plain.isPrimitive()) {
            String detail = "is missing or null; send " + Expected.words(plain);
            throw Refusal.of(
                    400,
                    "malformed body",
                    "the body" + (pointer.isEmpty() ? "" : " at " + pointer) + " " + detail,
                    List.of(Fault.at(pointer, detail)));
        }
        return value;
    }

    private void check() {
        List<Fault> faults = target.plan().checks() == null
                ? List.of()
                : target.plan().checks().faults(values);
        if (!faults.isEmpty()) {
            Fault first = faults.getFirst();
            String where = first.where().isEmpty() ? "the body" : first.where();
            throw Refusal.of(422, "invalid values", where + " " + first.detail(), faults);
        }
    }
}
