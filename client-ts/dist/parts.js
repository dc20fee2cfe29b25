import{a,b,c,d}from"./shared-4XAX2JOD.js";import"./shared-Q4FENAVG.js";import"./shared-5EWXFX4E.js";export{c as callbacks,d as polling,b as streams,a as values};
//# sourceMappingURL=parts.js.map
