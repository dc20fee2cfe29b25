import { connect } from "@tellask/client";
import { Guestbook } from "contracts"; // made of the Java interface when that was compiled

const client = await connect("/tellask");
const guestbook = client.lookup("guestbook", Guestbook);
const form = document.forms[0];
const list = document.getElementById("entries");
const news = (text) => (document.getElementById("news").textContent = text);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const entry = await guestbook.sign(String(new FormData(form).get("guest")));
    news(`Welcome, ${entry.guest}: you are number ${entry.number}.`);
    form.reset();
  } catch (error) {
    news(error.message);
  }
});

for (;;) {
  try {
    const entries = guestbook.entries();
    list.replaceChildren();
    for await (const entry of entries) {
      const line = document.createElement("li");
      line.value = entry.number;
      line.textContent = `${entry.guest}, ${new Date(entry.signedAt).toLocaleTimeString()}`;
      list.prepend(line);
    }
  } catch (error) {
    news(error.message); // the server has ended; the client connects again
  }
  await new Promise((again) => setTimeout(again, 1000));
}
