/** Light or dark: as the system has it, or as chosen here. */

const KEY = "tellask-console-theme";
const listeners = new Set();

const tell = () => listeners.forEach((listener) => listener());

/** Calls a function when colours change. */
export const onTheme = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A colour of the style sheet as it is now, for what is drawn on a canvas. */
export const colour = (name) => {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
};

/** Ties the choice to a select element. */
export const chooseTheme = (select) => {
  select.value = document.documentElement.dataset.theme ?? "auto";
  select.addEventListener("change", () => {
    const { value } = select;
    if (value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
    try {
      localStorage.setItem(KEY, value);
    } catch {
      // it lasts as long as the page, then
    }
    tell();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
};
