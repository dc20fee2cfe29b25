package goods;

public record Entry(String account, long cents, Kind kind) {
    public enum Kind {
        DEBIT,
        CREDIT
    }
}
