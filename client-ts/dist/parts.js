import{a,b,c,d}from"./shared-PFOMBK2C.js";import"./shared-PF36TN5N.js";import"./shared-NPVWHSHF.js";import"./shared-3Y6PGX5Z.js";export{c as callbacks,d as polling,b as streams,a as values};
//# sourceMappingURL=parts.js.map
