/** A facade actor that checks passwords and answers with a session actor for each client. */
module io.tellask.login {
    requires static org.jspecify;
    requires transitive io.tellask.remote;
    requires io.tellask.text;

    exports io.tellask.login;
}
