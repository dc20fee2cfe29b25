package io.tellask.kv.resp;

/** A PSUBSCRIBE on its way: reading its patterns may take long, so it is divided. Belongs to the loop. */
final class PatternSubscription implements Portions {
    /** What reading a character of a pattern takes at most. */
    private static final int STEPS_PER_BYTE = 64;

    private final Client client;
    private final Request request;
    private int next = 1;

    /** Subscribes a client to the patterns of a request that stays. */
    PatternSubscription(Client client, Request request) {
        this.client = client;
        this.request = request;
    }

    @Override
    public boolean next(Reply reply) {
        long steps = 0;
        while (next < request.count() && steps < Steps.TURN) {
            request.requirePattern(next, client.engine().limits());
            long cost = Steps.KEY + STEPS_PER_BYTE * (long) request.length(next);
            client.transaction().charge(cost);
            ByteString pattern = new ByteString(request.copy(next++));
            client.engine().channels().subscribePattern(client, pattern);
            ChannelCommands.confirm(client, "psubscribe", pattern, reply);
            steps += cost;
        }
        return next == request.count();
    }

    @Override
    public long heldBytes() {
        return request.heldBytes();
    }
}
