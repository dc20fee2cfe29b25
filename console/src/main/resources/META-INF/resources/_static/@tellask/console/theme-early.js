// Before the first paint, so that a page of the dark theme does not flash.
try {
  const theme = localStorage.getItem("tellask-console-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // a browser that keeps nothing: the system's theme
}
