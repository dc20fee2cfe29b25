/** Examples from the README, compiled and tested. */
module io.tellask.examples {
    requires static org.jspecify;
    requires io.tellask.kv;

}
