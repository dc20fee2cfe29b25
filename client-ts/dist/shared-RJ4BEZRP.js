var l=(r,i)=>{if(r>0)return`${i}E+${r}`;let g=i<0n?"-":"",c=String(i<0n?-i:i).padStart(1-r,"0"),t=c.length+r;return g+c.slice(0,t)+(r?"."+c.slice(t):"")};export{l as a};
//# sourceMappingURL=shared-RJ4BEZRP.js.map
