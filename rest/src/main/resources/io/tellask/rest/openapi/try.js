const MOST_CHARS = 200000;
const MOST_LEVELS = 6;
const main = document.getElementById("operations");
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
let ids = 0;
const field = (text, hint, input) => {
  input.id = "f" + ++ids;
  return make("div", {}, make("label", { htmlFor: input.id }, text, " ", make("span", { textContent: hint })), input);
};

try {
  const answer = await fetch("openapi.json");
  if (!answer.ok) throw new Error(`openapi.json: status ${answer.status}`);
  show(await answer.json());
} catch (failure) {
  main.replaceChildren(make("p", { role: "alert", textContent: "The description cannot be read. " + failure.message }));
}
main.setAttribute("aria-busy", "false");

function show(description) {
  document.getElementById("access").hidden = !description.security;
  const scheme = Object.keys(description.components.securitySchemes ?? {})[0];
  const hint = scheme === "basic" ? "Basic …" : "Bearer …";
  document.getElementById("credential").placeholder = hint;
  main.replaceChildren(...Object.entries(description.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => card(description, path, verb.toUpperCase(), operation))));
}

function card(description, path, verb, operation) {
  const inputs = (operation.parameters ?? []).map(parameter => ({ parameter, input: input(description, parameter.schema) }));
  const content = operation.requestBody?.content ?? {};
  const type = Object.keys(content)[0];
  const body = type === "application/json"
    ? make("textarea", { rows: 6, spellcheck: false, value: JSON.stringify(example(description, content[type].schema, 0), null, 2) })
    : type ? make("input", { type: "file" }) : null;
  const send = make("button", { textContent: "Send" });
  const stop = make("button", { textContent: "Stop", type: "button", className: "plain", hidden: true });
  const status = make("output", { ariaLive: "polite" });
  const shown = make("pre", { tabIndex: 0, hidden: true, ariaLabel: "Answer" });
  const form = make("form", {},
    ...inputs.map(({ parameter, input }) => field(parameter.name, `${parameter.in}${parameter.required ? ", required" : ""}`, input)),
    ...(body ? [field("Body", type, body)] : []),
    make("div", {}, send, " ", stop), status, shown);
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const aborting = new AbortController();
    stop.onclick = () => aborting.abort();
    send.disabled = true;
    stop.hidden = false;
    shown.hidden = true;
    try {
      await call(path, verb, inputs, body, type, operation, status, shown, aborting.signal);
    } catch (failure) {
      status.className = "bad";
      status.textContent = aborting.signal.aborted ? "Stopped." : failure.message;
    }
    send.disabled = false;
    stop.hidden = true;
  });
  return make("details", {}, make("summary", {}, make("b", { textContent: verb }), path + " ", make("span", { textContent: operation.operationId })), form);
}

function input(description, schema) {
  const values = resolved(description, schema).enum;
  if (!values) return make("input", { type: "text", autocomplete: "off" });
  return make("select", {}, make("option", { value: "" }), ...values.map(value => make("option", { value, textContent: value })));
}

async function call(path, verb, inputs, body, type, operation, status, shown, signal) {
  const query = new URLSearchParams();
  const headers = {};
  let target = path;
  for (const { parameter, input } of inputs) {
    if (parameter.in === "path") target = target.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
    else if (input.value === "") continue;
    else if (parameter.in === "header") headers[parameter.name] = input.value;
    else for (const value of parameter.schema.type === "array" ? input.value.split(",") : [input.value]) query.append(parameter.name, value);
  }
  const credential = document.getElementById("credential").value;
  if (credential) headers.authorization = credential;
  if (type) headers["content-type"] = type;
  else if (verb === "POST") headers["x-requested-with"] = "try";
  const began = performance.now();
  const answer = await fetch(prefix() + target + (query.size ? "?" + query : ""), {
    method: verb, headers, signal, body: !body ? undefined : body.files ? body.files[0] : body.value });
  status.className = answer.ok ? "" : "bad";
  status.textContent = `${answer.status} ${answer.headers.get("content-type") ?? ""} after ${Math.round(performance.now() - began)} ms`;
  await print(answer, shown);
}

/** What stands in front of the paths of the description: where this is mounted. */
function prefix() {
  const own = location.pathname.slice(0, location.pathname.lastIndexOf("/"));
  const first = [...document.querySelectorAll("summary")].map(s => s.childNodes[1].textContent.trim())
    .reduce((a, b) => (a.length < b.length ? a : b));
  const base = first.split("/{")[0];
  for (let i = base.length; i > 0; i = base.lastIndexOf("/", i - 1))
    if (own.endsWith(base.slice(0, i))) return own.slice(0, own.length - i);
  return own;
}

async function print(answer, shown) {
  shown.textContent = "";
  shown.hidden = false;
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    if (shown.textContent.length < MOST_CHARS) shown.append(decoder.decode(part, { stream: true }));
  }
  if (/json$/.test((answer.headers.get("content-type") ?? "").split(";")[0]) && shown.textContent.length < MOST_CHARS) {
    try {
      shown.textContent = JSON.stringify(JSON.parse(shown.textContent), null, 2);
    } catch { /* lines of JSON stay as they are */ }
  }
}

function resolved(description, schema) {
  return schema?.$ref ? description.components.schemas[schema.$ref.split("/").pop()] : schema ?? {};
}

function example(description, schema, level) {
  const known = resolved(description, schema);
  const type = Array.isArray(known.type) ? known.type[0] : known.type;
  if (level > MOST_LEVELS) return null;
  if (known.enum) return known.enum[0];
  if (known.const) return known.const;
  if (known.anyOf) return example(description, known.anyOf[0], level + 1);
  if (known.oneOf) return example(description, known.oneOf[0], level + 1);
  if (known.allOf) return Object.assign({}, ...known.allOf.map(part => example(description, part, level + 1)));
  if (type === "object") return Object.fromEntries(Object.entries(known.properties ?? {}).map(([name, part]) => [name, example(description, part, level + 1)]));
  if (type === "array") return known.items ? [example(description, known.items, level + 1)] : [];
  if (type === "integer" || type === "number") return known.minimum ?? 0;
  if (type === "boolean") return false;
  return known.format === "date-time" ? new Date(0).toISOString() : type === "string" ? "" : null;
}
