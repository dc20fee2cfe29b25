package io.tellask.console;

import java.util.List;

/** Tells a console of what the process has beside its server. Must be thread-safe; may take its time, but not wait for peers. */
@FunctionalInterface
public interface ConsoleSource {
    /** The durable maps, as they are now. */
    List<StoreRow> stores();

    /** The members of the groups that the process is a member of, as far as it knows them now. */
    default List<GroupRow> groups() {
        return List.of();
    }
}
