// Import maps are not for workers: they name the modules by their paths.
import { connect } from "/_static/@tellask/client/0.1.0/index.js";
import { cbor } from "/_static/@tellask/client/0.1.0/cbor.js";
import { check } from "/checks.js";

const encoding = location.search.includes("cbor") ? { encoding: cbor } : {};
const client = await connect("/tellask", encoding);
postMessage(await check(client));
client.close();
