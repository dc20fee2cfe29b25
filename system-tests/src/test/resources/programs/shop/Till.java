package shop;

import io.tellask.actor.Promise;

public interface Till {
    Promise<Long> pay(long cents);
}
