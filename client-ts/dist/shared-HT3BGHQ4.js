import{c as e}from"./shared-J6DKZ2HX.js";import{b as n}from"./shared-3Y6PGX5Z.js";var s=t=>{try{return new URL(t,globalThis.location?.href)}catch(r){throw new n(`url=${t} is no address`,r)}},c=async(t,r={})=>{let o=new e(s(t),r);return await o.Ut(),o};export{c as a};
//# sourceMappingURL=shared-HT3BGHQ4.js.map
