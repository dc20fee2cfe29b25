/** How the package is built, and how its size is measured. */
export const options = {
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  // names that begin with an underscore are this package's own; each build gives them short ones
  mangleProps: /^_[a-z]/,
  legalComments: "none",
  // fields that have no value yet are not written out
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  logLevel: "warning",
};
