package io.tellask.remote;

import io.tellask.actor.ContractException;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.remote.Directory.PublishedMethod;
import io.tellask.remote.session.RemoteContract;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Gathers the methods of contracts and of those that these lead to. Not thread-safe. */
final class PublishedMethods {
    private static final Comparator<PublishedMethod> ORDER = Comparator.comparing(PublishedMethod::name)
            .thenComparing(PublishedMethod::contract)
            .thenComparing(PublishedMethod::signature);

    private final List<PublishedMethod> found = new ArrayList<>();
    private final Set<Class<?>> contracts = new HashSet<>();
    private final Set<Type> seen = new HashSet<>();

    private PublishedMethods() {}

    static List<PublishedMethod> of(Map<String, Class<?>> published) {
        PublishedMethods all = new PublishedMethods();
        all.contracts.addAll(published.values());
        published.forEach(all::add);
        return all.found.stream().sorted(ORDER).toList();
    }

    private void add(String name, Class<?> contract) {
        for (ContractMethod method : Contract.of(contract).methods()) {
            found.add(new PublishedMethod(
                    name,
                    contract.getName(),
                    method.kind().name().toLowerCase(Locale.ROOT),
                    method.signature(),
                    method.isOptional()));
            method.types().parameters().forEach(this::follow);
            follow(method.resultType());
        }
    }

    private void follow(Type type) {
        if (!seen.add(type)) {
            return;
        }
        switch (type) {
            case ParameterizedType generic -> {
                follow(generic.getRawType());
                List.of(generic.getActualTypeArguments()).forEach(this::follow);
            }
            case GenericArrayType array -> follow(array.getGenericComponentType());
            case WildcardType wild -> List.of(wild.getUpperBounds()).forEach(this::follow);
            case TypeVariable<?> variable -> List.of(variable.getBounds()).forEach(this::follow);
            case Class<?> plain -> followClass(plain);
            default -> throw new AssertionError(type);
        }
    }

    private void followClass(Class<?> type) {
        if (type.isArray()) {
            follow(type.componentType());
        } else if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                follow(component.getGenericType());
            }
        } else if (RemoteContract.isContract(type) && isCallable(type) && contracts.add(type)) {
            add("", type);
        }
    }

    /** Interfaces of data, such as a sealed one of records, are none, and no spore is: its code travels, nobody calls it from afar. */
    private static boolean isCallable(Class<?> type) {
        try {
            return !type.isSealed()
                    && !Spore.class.isAssignableFrom(type)
                    && !Contract.of(type).methods().isEmpty();
        } catch (ContractException notCallable) {
            return false;
        }
    }
}
