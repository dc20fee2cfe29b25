package io.tellask.rest.plan;

import io.tellask.actor.ContractException;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.Encoding;
import io.tellask.rest.Body;
import io.tellask.rest.Header;
import io.tellask.rest.Query;
import io.tellask.rest.plan.ParameterPlan.Place;
import io.tellask.rest.type.Types;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds where the parameters of one method stand. Not thread-safe. */
final class ParameterPlanner {
    private final String owner;
    private final ContractMethod method;
    private final Encoding json;
    private final Parameter[] parameters;

    ParameterPlanner(String owner, ContractMethod method, Encoding json) {
        this.owner = owner;
        this.method = method;
        this.json = json;
        parameters = method.method().getParameters();
    }

    private Type type(int index) {
        return method.types().parameters().get(index);
    }

    /** The path that the name of the method and its parameters give. */
    PathTemplate conventionalPath(Conventions conventions) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < parameters.length && conventions.takesOne() && parts.isEmpty(); i++) {
            if (!isMarked(i) && Types.isSimple(type(i)) && !Types.isOptional(type(i))) {
                parts.add("{" + name(i) + "}");
            }
        }
        if (!conventions.rest().isEmpty()) {
            parts.add(conventions.rest());
        }
        return new PathTemplate(parts);
    }

    private boolean isMarked(int index) {
        Parameter parameter = parameters[index];
        return parameter.isAnnotationPresent(Query.class)
                || parameter.isAnnotationPresent(Header.class)
                || parameter.isAnnotationPresent(Body.class);
    }

    private String name(int index) {
        if (!parameters[index].isNamePresent()) {
            throw new ContractException("rest: the parameters of " + owner
                    + " have no names in its class file; compile the contract with javac -parameters");
        }
        return parameters[index].getName();
    }

    List<ParameterPlan> plan(Verb verb, PathTemplate path) {
        Set<String> variables = new HashSet<>(path.variables());
        @Nullable ParameterPlan[] plans = new ParameterPlan[parameters.length];
        List<Integer> simple = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            plans[i] = marked(i, variables);
            if (plans[i] == null) {
                (Types.isSimple(type(i)) ? simple : others).add(i);
            }
        }
        if (!variables.isEmpty()) {
            throw new ContractException("rest: the path of " + owner + " names " + variables
                    + ", which no simple parameter is called; name a parameter, or compile with javac -parameters");
        }
        requireBody(verb, plans, others);
        boolean whole = hasWholeBody(plans);
        boolean fields = verb.hasBody() && !whole && (others.size() > 1 || others.isEmpty());
        for (int i : simple) {
            boolean query = !fields || !others.isEmpty();
            plans[i] = query ? text(i, name(i), Place.QUERY) : body(i, name(i), Place.FIELD);
        }
        for (int i : others) {
            plans[i] = fields ? body(i, name(i), Place.FIELD) : body(i, "body", bodyPlace(i));
        }
        return List.of(requireAll(plans));
    }

    private static ParameterPlan[] requireAll(@Nullable ParameterPlan[] plans) {
        ParameterPlan[] all = new ParameterPlan[plans.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = Objects.requireNonNull(plans[i]);
        }
        return all;
    }

    /** What an annotation or the path says of a parameter; null where neither does. */
    private @Nullable ParameterPlan marked(int index, Set<String> variables) {
        Parameter parameter = parameters[index];
        Query query = parameter.getAnnotation(Query.class);
        Header header = parameter.getAnnotation(Header.class);
        if (query != null) {
            return text(index, query.value().isEmpty() ? name(index) : query.value(), Place.QUERY);
        }
        if (header != null) {
            return text(index, header.value().toLowerCase(Locale.ROOT), Place.HEADER);
        }
        if (parameter.isAnnotationPresent(Body.class)) {
            return body(index, "body", bodyPlace(index));
        }
        boolean variable = !variables.isEmpty() && Types.isSimple(type(index)) && variables.remove(name(index));
        return variable ? text(index, name(index), Place.PATH) : null;
    }

    private ParameterPlan text(int index, String name, Place place) {
        Type type = type(index);
        boolean many = Types.isSimpleCollection(type) && place == Place.QUERY;
        if (!many && !Types.isSimple(type)) {
            throw new ContractException("rest: " + owner + ", parameter=" + name + ", type=" + type.getTypeName()
                    + " has no text of its own; put it into the body of a POST");
        }
        TextReader reader = TextReader.of(many ? Types.argument(type, 0) : type, json);
        return new ParameterPlan(index, name, place, type, reader, parameters[index]);
    }

    private ParameterPlan body(int index, String name, Place place) {
        return new ParameterPlan(index, name, place, type(index), null, parameters[index]);
    }

    private Place bodyPlace(int index) {
        return type(index) == byte[].class ? Place.RAW_BODY : Place.BODY;
    }

    private static boolean hasWholeBody(@Nullable ParameterPlan[] plans) {
        for (ParameterPlan plan : plans) {
            if (plan != null && plan.isInBody()) {
                return true;
            }
        }
        return false;
    }

    private void requireBody(Verb verb, @Nullable ParameterPlan[] plans, List<Integer> others) {
        boolean whole = hasWholeBody(plans);
        if (!verb.hasBody() && (whole || !others.isEmpty())) {
            throw new ContractException("rest: " + owner + " is a " + verb
                    + ", which has no body, and has a parameter that is not simple; mark it @Query if it is a list of"
                    + " simple values, or the method @Route(\"POST /…\")");
        }
        long bodies = Stream.of(plans).filter(p -> p != null && p.isInBody()).count();
        if (bodies > 1 || whole && !others.isEmpty()) {
            throw new ContractException("rest: " + owner
                    + " has a @Body beside another parameter that is not simple; leave the annotation out, and the body is an object"
                    + " with a field for each");
        }
    }
}
