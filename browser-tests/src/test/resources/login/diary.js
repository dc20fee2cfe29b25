// Logs in by a password, and after the page was loaded again by the token that it kept.
import { connect } from "@tellask/client";
import { DiaryLogin } from "/contracts.js";

const at = id => document.getElementById(id);
const client = await connect("/tellask", { onLost: () => (diary = undefined) });
const login = client.lookup("login", DiaryLogin);
let diary;

async function enter(entering) {
  diary = await entering;
  sessionStorage.setItem("token", await login.token(diary));
  show();
}

function show() {
  at("enter").hidden = Boolean(diary);
  at("write").hidden = !diary;
}

at("enter").addEventListener("submit", async event => {
  event.preventDefault();
  at("problem").textContent = "";
  try {
    await enter(login.login(at("user").value, at("password").value));
  } catch ({ typeName, details, message }) {
    at("problem").textContent = `${typeName.split(".").pop()} ${details?.problem}: ${message}`;
  }
});

at("write").addEventListener("submit", async event => {
  event.preventDefault();
  at("lines").textContent = (await diary.write(at("line").value)).join("\n");
});

at("leave").addEventListener("click", async () => {
  await login.logout(diary);
  sessionStorage.removeItem("token");
  diary = undefined;
  show();
});

const token = sessionStorage.getItem("token");
if (token) await enter(login.resume(token)).catch(() => sessionStorage.removeItem("token"));
show();
