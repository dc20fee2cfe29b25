import{a,b,c,d}from"./shared-XZVDNAGD.js";import"./shared-34BA3PBK.js";import"./shared-UQ4TUCYY.js";import"./shared-3Y6PGX5Z.js";export{c as callbacks,d as polling,b as streams,a as values};
//# sourceMappingURL=parts.js.map
