import { connect } from "@tellask/client";
import { Auction } from "./contracts.js";

const client = await connect("/tellask");
const auction = client.lookup("auction", Auction);
const form = document.forms[0];
const show = (id, text) => (document.getElementById(id).textContent = text);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const bid = { name: String(fields.get("name")), amount: Number(fields.get("amount")) };
  const leads = await auction.offer(bid, bidder);
  show("news", leads ? "Yours is the highest." : "That is too little.");
});

const bidder = {
  outbid(higher) {
    show("news", `${higher.name} offers ${higher.amount}: bid again!`);
  },
};

for (;;) {
  try {
    for await (const bid of auction.highest()) show("highest", `${bid.amount} by ${bid.name}`);
  } catch (error) {
    show("highest", error.message); // the server has ended; the client connects again
  }
  await new Promise((again) => setTimeout(again, 1000));
}
