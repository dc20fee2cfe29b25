import{a,b,c,d}from"./shared-K7BQBYTK.js";import"./shared-JY3H44X4.js";import"./shared-5EWXFX4E.js";export{c as callbacks,d as polling,b as streams,a as values};
//# sourceMappingURL=parts.js.map
