package io.tellask.codec.schema;

import io.tellask.codec.DecodeException;
import io.tellask.codec.FormerName;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.text.SafeText;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides which field here takes each field that a writer described.
 *
 * <p>In this order, each field once: a field of class {@code C} takes {@code C#name}, what a hidden field is called; a
 * field whose name was not written takes one of its {@linkplain FormerName former names}; equal names; at last equal
 * names without their class, where only one is left on each side. So a field may move along the hierarchy. The work is
 * linear in the fields of both sides.
 */
public final class FieldMatch {
    private final Candidate[] candidates;
    private final List<FieldSpec> written;
    private final @Nullable Member[] targets;
    private final boolean[] taken;

    private FieldMatch(ClassShape shape, List<FieldSpec> fields) {
        Map<String, Candidate> known = candidates(shape.type());
        candidates = shape.members().stream()
                .map(member -> known.getOrDefault(member.name(), Candidate.plain(member.name()))
                        .of(member))
                .toArray(Candidate[]::new);
        written = fields;
        targets = new Member[written.size()];
        taken = new boolean[candidates.length];
    }

    /**
     * The member for each field of {@code remote}, null where there is none.
     *
     * @throws DecodeException if a field can never become what its member is
     */
    public static @Nullable Member[] of(ClassShape shape, Descriptor remote) {
        return of(shape, remote.fields);
    }

    public static @Nullable Member[] of(ClassShape shape, List<FieldSpec> fields) {
        FieldMatch match = new FieldMatch(shape, fields);
        match.assign(candidate -> List.of(candidate.owner + '#' + candidate.simpleName), name -> name);
        Set<String> names = fields.stream().map(FieldSpec::name).collect(Collectors.toSet());
        match.assign(
                candidate -> names.contains(candidate.name) ? List.of() : candidate.formers, FieldMatch::simpleName);
        match.assign(candidate -> List.of(candidate.name), name -> name);
        match.assignMoved();
        for (int i = 0; i < match.targets.length; i++) {
            Member target = match.targets[i];
            if (target != null) {
                requireConvertible(shape.type(), fields.get(i), target);
            }
        }
        return match.targets;
    }

    private static String remedy(char written, Class<?> type) {
        Class<?> plain = MethodType.methodType(type).unwrap().returnType();
        boolean numbers = plain.isPrimitive() && plain != boolean.class && "BCSIJFD".indexOf(written) >= 0;
        return numbers
                ? "a number can only become wider"
                : "give the field its former type, and the new one to a field of another name";
    }

    public static void requireConvertible(Class<?> owner, FieldSpec field, Member target) {
        if (!FieldConversion.exists(field.kind(), target.type())) {
            DecodeException failure =
                    new DecodeException("decode: field=" + owner.getName() + "." + SafeText.of(field.name())
                            + " was written as " + FieldConversion.nameOf(field.kind()) + " and is "
                            + target.type().getTypeName() + " here; " + remedy(field.kind(), target.type()));
            FailurePlace.addStep(failure, owner, "." + target.name());
            throw failure;
        }
    }

    /** Gives each written field the first candidate left that goes by the field's name, in the forms to compare. */
    private void assign(Function<Candidate, List<String>> namesHere, UnaryOperator<String> nameThere) {
        Map<String, Deque<Integer>> places = new HashMap<>();
        for (int j = 0; j < candidates.length; j++) {
            for (String name : taken[j] ? List.<String>of() : namesHere.apply(candidates[j])) {
                places.computeIfAbsent(name, _ -> new ArrayDeque<>(1)).addLast(j);
            }
        }
        for (int i = 0; i < targets.length && !places.isEmpty(); i++) {
            Deque<Integer> left = targets[i] == null
                    ? places.get(nameThere.apply(written.get(i).name()))
                    : null;
            while (left != null && targets[i] == null && !left.isEmpty()) {
                int place = left.removeFirst();
                if (!taken[place]) {
                    take(i, place);
                }
            }
        }
    }

    private void take(int field, int candidate) {
        targets[field] = candidates[candidate].member;
        taken[candidate] = true;
    }

    /** Matches by simple names of which each side has one left. */
    private void assignMoved() {
        Map<String, Integer> untaken = new HashMap<>();
        Map<String, Integer> unmatched = new HashMap<>();
        Map<String, Integer> places = new HashMap<>();
        for (int j = 0; j < candidates.length; j++) {
            if (!taken[j]) {
                untaken.merge(candidates[j].simpleName, 1, Integer::sum);
                places.put(candidates[j].simpleName, j);
            }
        }
        for (int i = 0; i < targets.length; i++) {
            if (targets[i] == null) {
                unmatched.merge(simpleName(written.get(i).name()), 1, Integer::sum);
            }
        }
        for (int i = 0; i < targets.length; i++) {
            String name = simpleName(written.get(i).name());
            if (targets[i] == null && untaken.getOrDefault(name, 0) == 1 && unmatched.getOrDefault(name, 0) == 1) {
                take(i, places.getOrDefault(name, -1));
            }
        }
    }

    private static String simpleName(String name) {
        return name.substring(name.lastIndexOf('#') + 1);
    }

    private static Map<String, Candidate> candidates(Class<?> type) {
        Map<String, Candidate> found = new HashMap<>();
        try {
            if (type.isRecord()) {
                for (RecordComponent component : type.getRecordComponents()) {
                    String name = component.getName();
                    found.put(name, new Candidate(name, name, type.getName(), formersOf(component), null));
                }
            } else {
                ClassFields.forEachField(type, (field, name) -> {
                    String owner = field.getDeclaringClass().getName();
                    found.put(name, new Candidate(name, field.getName(), owner, formersOf(field), null));
                });
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("no visitor here throws", e);
        }
        return found;
    }

    /** Why a former name does not tell which field or constant of a class has it now, in words; null if each does. */
    public static @Nullable String ambiguity(Class<?> type) {
        for (Class<?> level = type; level != null && !ClassFields.isJdk(level); level = level.getSuperclass()) {
            Map<String, String> owners = new HashMap<>();
            for (Field field : level.getDeclaredFields()) {
                for (String former : travels(field) ? formersOf(field) : List.<String>of()) {
                    String other = owners.put(former, field.getName());
                    if (other != null && !other.equals(field.getName())) {
                        return "class=" + level.getName() + " has the former name=" + former + " at " + other
                                + " and at " + field.getName() + "; keep it at one of them";
                    }
                }
            }
        }
        return null;
    }

    private static boolean travels(Field field) {
        return field.isEnumConstant() || (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
    }

    /** The names that a field, component, constant or class had before. */
    public static List<String> formersOf(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotationsByType(FormerName.class))
                .map(FormerName::value)
                .toList();
    }

    /**
     * A field here.
     *
     * @param name its name on the wire
     * @param owner name of the class that declares it
     */
    private record Candidate(
            String name,
            String simpleName,
            String owner,
            List<String> formers,
            @Nullable Member member) {
        static Candidate plain(String name) {
            return new Candidate(name, name, "", List.of(), null);
        }

        Candidate of(Member newMember) {
            return new Candidate(name, simpleName, owner, formers, newMember);
        }
    }
}
