// Written by Tellask from com.acme.Chat; changes are lost.
const types = {
  "com.acme.Account": { record: { balance: "decimal", key: "string", "com.acme.Entity#key": "long", created: "time" } },
  "com.acme.Chat": { digest: "c967f91061e248ac", methods: [
    { name: "find", signature: "find(long,java.lang.String,java.lang.Integer)java.util.concurrent.CompletionStage<com.acme.User>", kind: "ask", parameters: ["long", "string", "int"], result: "com.acme.User" },
    { name: "history", signature: "history(int)io.tellask.actor.Promise<java.util.List<com.acme.Line>>", kind: "ask", parameters: ["int"], result: ["list", "com.acme.Line"] },
    { name: "join", signature: "join(java.lang.String,com.acme.Listener)io.tellask.actor.Promise<com.acme.Room>", kind: "ask", parameters: ["string", "com.acme.Listener"], result: "com.acme.Room" },
    { name: "listeners", signature: "listeners(com.acme.other.Line)io.tellask.actor.Promise<java.util.List<com.acme.Listener>>", kind: "ask", parameters: ["com.acme.other.Line"], result: ["list", "com.acme.Listener"], optional: true },
    { name: "log", signature: "log(java.lang.String)void", kind: "tell", parameters: ["string"] },
    { name: "page", signature: "page(int,com.acme.Page<? extends com.acme.Shape>)java.util.concurrent.CompletableFuture<com.acme.Page<com.acme.Line>>", kind: "ask", parameters: ["int", ["generic", "com.acme.Page", "com.acme.Shape"]], result: ["generic", "com.acme.Page", "com.acme.Line"] },
    { name: "prices", signature: "prices(java.lang.String)java.util.concurrent.Flow$Publisher<java.lang.Double>", kind: "stream", parameters: ["string"], result: "double" },
    { name: "publish", signature: "publish(com.acme.Line)void", kind: "tell", parameters: ["com.acme.Line"] },
    { name: "result", signature: "result(com.acme.Tree<java.lang.String>,com.acme.Account)io.tellask.actor.Promise<com.acme.Result<com.acme.User, java.lang.String>>", kind: "ask", parameters: [["generic", "com.acme.Tree", "string"], "com.acme.Account"], result: ["generic", "com.acme.Result", "com.acme.User", "string"] },
    { name: "same", signature: "same(T)io.tellask.actor.Promise<T>", kind: "ask", parameters: ["com.acme.Shape"], result: "com.acme.Shape" },
    { name: "shapes", signature: "shapes(java.util.Collection<? super com.acme.Line>,byte[],java.lang.Object)java.util.concurrent.Flow$Publisher<java.util.Optional<com.acme.Shape>>", kind: "stream", parameters: [["list", "any"], "bytes", "any"], result: ["optional", "com.acme.Shape"] },
    { name: "size", signature: "size(java.lang.String,int)int", kind: "ask", parameters: ["string", "int"], result: "int" },
    { name: "topic", signature: "topic()java.lang.String", kind: "ask", parameters: [], result: "string" },
    { name: "upload", signature: "upload(java.util.concurrent.Flow$Publisher<com.acme.Line>)io.tellask.actor.Promise<java.lang.Void>", kind: "ask", parameters: [["stream", "com.acme.Line"]], result: "any" },
    { name: "usersByRoom", signature: "usersByRoom(java.util.Set<com.acme.Color>,java.util.Map<java.lang.Integer, int[]>)java.util.Map<java.lang.String, java.util.List<com.acme.User>>", kind: "ask", parameters: [["set", "com.acme.Color"], ["map", "int", ["list", "int"]]], result: ["map", "string", ["list", "com.acme.User"]] },
  ] },
  "com.acme.Color": { enum: ["RED", "GREEN"] },
  "com.acme.Line": { record: { article: "string", pieces: "int", stock: "long", size: "char", weight: "double", share: "float", open: "boolean", at: "time", id: "text", price: "decimal", count: "bigint", tags: ["list", "string"], owner: ["optional", "com.acme.User"], rank: ["optional", "int"], previous: "com.acme.Line", box: "int", picture: "bytes", table: ["list", ["list", "string"]], notes: ["map", "com.acme.Color", ["list", "string"]], listener: "com.acme.Listener", failure: "any", ["__proto__"]: "string", "gr\u00f6\u00dfe": "string" } },
  "com.acme.Listener": { digest: "f339561b1525c2c7", methods: [
    { name: "said", signature: "said(com.acme.User,java.lang.String)void", kind: "tell", parameters: ["com.acme.User", "string"] },
  ] },
  "com.acme.Page": { record: { items: ["list", "$0"], from: "int", next: ["generic", "com.acme.Page", "$0"] } },
  "com.acme.Result": { sealed: [["generic", "com.acme.Result$Ok", "$0", "$1"], ["generic", "com.acme.Result$Failed", "$0", "$1"]] },
  "com.acme.Result$Failed": { record: { failure: "$1" } },
  "com.acme.Result$Ok": { record: { value: "$0" } },
  "com.acme.Room": { digest: "f0a580ec35917e01", methods: [
    { name: "chat", signature: "chat()io.tellask.actor.Promise<com.acme.Chat>", kind: "ask", parameters: [], result: "com.acme.Chat" },
    { name: "say", signature: "say(java.lang.String)void", kind: "tell", parameters: ["string"] },
  ] },
  "com.acme.Shape": { sealed: ["com.acme.Shape$Circle", "com.acme.Shape$Angular", "com.acme.Shape$Simple"] },
  "com.acme.Shape$Angular": { sealed: ["com.acme.Shape$Angular$Square", "com.acme.Shape$Angular$Polygon"] },
  "com.acme.Shape$Angular$Polygon": { record: { parts: ["list", "com.acme.Shape"] } },
  "com.acme.Shape$Angular$Square": { record: { side: "int" } },
  "com.acme.Shape$Circle": { record: { radius: "double" } },
  "com.acme.Shape$Simple": { enum: ["POINT"] },
  "com.acme.Tree": { record: { value: "$0", below: ["list", ["generic", "com.acme.Tree", "$0"]] } },
  "com.acme.User": { record: { name: "string", color: "com.acme.Color" } },
  "com.acme.other.Line": { record: { x: "int", y: "int" } },
};
export const Chat = { contract: "com.acme.Chat", types };
export const Listener = { contract: "com.acme.Listener", types };
export const Room = { contract: "com.acme.Room", types };
