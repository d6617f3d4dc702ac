// Dark and light themes: that of the system, unless the user chose one. All colours are in theme.css.

const KEY = "geosnap-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();
let colours = new Map();
let probe = null;

export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : system.matches;
}

export function toggleTheme() {
  const chosen = isDark() ? "light" : "dark";
  // A choice that equals the system's theme follows the system again.
  if ((chosen === "dark") === system.matches) {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(KEY, chosen);
    document.documentElement.dataset.theme = chosen;
  }
  tell();
}

export function startTheme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  system.addEventListener("change", tell);
}

export function onTheme(listener) {
  listeners.add(listener);
}

/** Runs a function that draws in light colours, as for paper. It is too short for the window to be seen like that. */
export function inLight(run) {
  const { dataset } = document.documentElement;
  const chosen = dataset.theme;
  dataset.theme = "light";
  colours = new Map();
  try {
    return run();
  } finally {
    if (chosen) dataset.theme = chosen;
    else delete dataset.theme;
    colours = new Map();
  }
}

/** The current value of a colour of theme.css, by the name of its property. */
export function colour(name) {
  if (!colours.has(name)) {
    probe ??= document.body.appendChild(document.createElement("i"));
    probe.hidden = true;
    probe.style.color = `var(--${name})`;
    colours.set(name, getComputedStyle(probe).color);
  }
  return colours.get(name);
}

function tell() {
  colours = new Map();
  for (const listener of listeners) listener();
}
