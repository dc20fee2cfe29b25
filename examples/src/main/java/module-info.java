/** Examples from the README, compiled and tested. */
module io.tellask.examples {
    requires io.tellask.kv;

}
