package goods;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** A contract of nothing but JDK types and its own. */
public interface Ledger {
    void note(String line);

    CompletionStage<Entry> add(Entry entry);

    Flow.Publisher<Entry> all();

    List<String> notes();
}
