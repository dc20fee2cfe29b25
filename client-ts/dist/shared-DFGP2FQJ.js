import{c as e}from"./shared-TBPVPW4M.js";import{b as n}from"./shared-5EWXFX4E.js";var s=t=>{try{return new URL(t,globalThis.location?.href)}catch(r){throw new n(`url=${t} is no address`,r)}},c=async(t,r={})=>{let o=new e(s(t),r);return await o.ft(),o};export{c as a};
//# sourceMappingURL=shared-DFGP2FQJ.js.map
