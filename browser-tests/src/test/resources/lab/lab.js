// Runs the checks in the page: with ?cbor by CBOR, with ?worker in a worker.
import { connect } from "@tellask/client";
import { cbor } from "@tellask/client/cbor";
import { check } from "./checks.js";

const choices = new URLSearchParams(location.search);
const out = document.getElementById("out");
const show = seen => (out.textContent = JSON.stringify(seen, null, 1));

if (choices.has("worker")) {
  const worker = new Worker("worker.js" + location.search, { type: "module" });
  worker.onmessage = ({ data }) => show(data);
  worker.onerror = event => show({ workerFailed: event.message });
} else {
  const client = await connect("/tellask", choices.has("cbor") ? { encoding: cbor } : {});
  try {
    show(await check(client));
  } catch (failure) {
    show({ failed: failure.stack });
  }
  client.close();
}
