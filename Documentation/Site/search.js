// Searches the whole site in the browser. `search.json` has one entry for each section of a page and each symbol:
// title, kind, address, text, place.

// Words that every page has.
const SILENT = new Set(
  ("a an and any are as at be by can could do does for from get getting give had has have how i if in into is it its let make " +
    "me my need of on one or our own put some that the their them there this to use using want was way we what when " +
    "where which who why will with without you your").split(" "));

// Words of users, and the words of the pages.
const SAME = {
  reject: "refusal", rejection: "refusal", refuse: "refusal", denied: "refusal", error: "validation", mistake: "validation",
  check: "validation", offline: "fieldwork", truck: "fieldwork", dry: "disconnected", customer: "demand",
  postgres: "postgis", postgresql: "postgis", sql: "postgis", database: "postgis", shapefile: "gis", layer: "gis",
  csv: "batch", bulk: "batch", pipe: "main", polyline: "line", select: "identify", query: "identify",
  close: "shut", closing: "shut", burst: "leak", break: "leak", revert: "undo", outage: "disconnected",
  license: "licence", filter: "condition", load: "open", read: "open", cli: "command", terminal: "terminal", cut: "split",
};

// Phrases with another meaning: "getting started" is not about the start of a trace.
const INSTEAD = { back: "undo", started: "install", setup: "install" };

// Longer ones first.
const ENDINGS = "ations ation ating ated ates ate ings ing als al ies ied ers er ed es s e y".split(" ");

// A word without its ending, so that splits, splitting and split are equal.
function stem(word) {
  let root = word;
  for (const ending of ENDINGS) {
    if (root.endsWith(ending) && root.length - ending.length >= 3) {
      root = root.slice(0, -ending.length);
      break;
    }
  }
  return root.length > 3 && /([bdfgklmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

// The words of a text, including those in identifiers: `traceLocations(on:)` has trace, location and itself.
function words(text) {
  return text.split(/[^\p{L}\p{N}]+/u).flatMap((whole) => {
    if (!whole) return [];
    const parts = whole.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(" ");
    // People write GeoPackage without its capitals.
    return parts.length > 1 ? [...parts, whole.toLowerCase()] : parts;
  });
}

function stems(text) {
  return words(text).map(stem);
}

function asked(question) {
  const all = [...new Set(words(question).map((word) => INSTEAD[word] || word))];
  const telling = all.filter((word) => !SILENT.has(word));
  return (telling.length ? telling : all).map((word) => {
    const other = SAME[word] || SAME[stem(word)];
    return { word, stem: stem(word), other: other && stem(other) };
  });
}

// How well a list of stems matches a term: exactly, by a synonym, or by its beginning.
function likeness(list, set, term) {
  if (set.has(term.stem)) return 1;
  if (term.other && set.has(term.other)) return 0.7;
  if (term.word.length >= 2 && list.some((one) => one.startsWith(term.stem))) return 0.5;
  return 0;
}

// Pages for reading come before symbols.
const WEIGHT = {
  Tutorial: 1.35, "How-to": 1.3, Term: 1.2, Verb: 1.15, Explanation: 1.1, Product: 1.1, Reference: 1.05, Python: 0.85,
  Structure: 0.95, Class: 0.95, Enumeration: 0.95, Protocol: 0.95, Function: 0.95,
};
const OF_MEMBERS = 0.7;
// A page as a whole comes before one of its sections.
const OF_PAGES = 1.2;
// The maximum number of answers from one page, or from the members of one type.
const OF_ONE_PAGE = 2;

function prepare(entries) {
  const rarity = new Map();
  const prepared = entries.map(([title, kind, address, text, place]) => {
    // A member is found by its own name; its type and its labels are its context.
    const bare = WEIGHT[kind] ? title : title.replace(/\(.*/, "");
    const dot = WEIGHT[kind] ? 0 : bare.lastIndexOf(".") + 1;
    const head = stems(bare.slice(dot));
    const body = stems(text);
    const around = stems(`${bare.slice(0, dot)} ${title.slice(bare.length)} ${place}`);
    const entry = {
      title, kind, address, text, place, head, body, around,
      headSet: new Set(head), bodySet: new Set(body), aroundSet: new Set(around),
    };
    for (const one of new Set([...head, ...body])) rarity.set(one, (rarity.get(one) || 0) + 1);
    return entry;
  });
  return { entries: prepared, rarity };
}

// Whether the query is the name of a page, of a term, of a verb, or of a symbol with its type.
function isNamed(entry, exact) {
  const title = entry.title.toLowerCase();
  if (entry.kind === "Verb" && title === `geosnap ${exact}`) return true;
  if (entry.kind !== "Term" && entry.address.includes("#")) return title === exact && title.includes("_");
  // A phrase of several words may be the beginning of a title.
  if (exact.split(" ").length > 2 && title.startsWith(`${exact} `)) return true;
  return title === exact || title.split("(")[0] === exact;
}

// The page of a section, or the type of a member.
function pageOf(entry) {
  if (entry.kind === "Term") return entry.title;
  if (entry.address.includes("#")) return entry.address.split("#")[0];
  return WEIGHT[entry.kind] ? entry.address : entry.address.replace(/[^/]+\/$/, "");
}

function search(index, question, limit = 30) {
  const terms = asked(question);
  if (!terms.length) return [];
  const total = index.entries.length;
  for (const term of terms) term.worth = Math.log(1 + total / (1 + (index.rarity.get(term.stem) || 0)));
  const all = terms.reduce((sum, term) => sum + term.worth, 0);
  const exact = question.trim().toLowerCase();
  const found = [];
  for (const entry of index.entries) {
    let score = 0;
    let had = 0;
    let titled = 0;
    for (const term of terms) {
      const inHead = likeness(entry.head, entry.headSet, term);
      const inAround = likeness(entry.around, entry.aroundSet, term);
      const inBody = likeness(entry.body, entry.bodySet, term);
      const best = Math.max(inHead, inAround, inBody);
      had += term.worth * best;
      titled += inHead ? 1 : 0;
      score += term.worth * (10 * inHead + 3 * inAround + 2 * inBody);
    }
    if (!had) continue;
    // Matches of all words come before others, and exact titles before longer ones.
    score *= (had / all) ** 2;
    score *= 1 + (0.6 * titled) / Math.max(entry.head.length, terms.length);
    score *= WEIGHT[entry.kind] || OF_MEMBERS;
    if (!entry.address.includes("#")) score *= OF_PAGES;
    if (isNamed(entry, exact)) score *= 4;
    found.push({ entry, score });
  }
  found.sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length);
  const shown = new Map();
  return found
    .map((one) => one.entry)
    .filter((entry) => {
      const page = pageOf(entry);
      shown.set(page, (shown.get(page) || 0) + 1);
      return shown.get(page) <= OF_ONE_PAGE;
    })
    .slice(0, limit);
}

// The edit distance of two words, up to a maximum.
function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

// The query with unknown words replaced by similar words of titles; null if there are none.
function nearby(index, question) {
  const known = new Set(index.entries.filter((entry) => WEIGHT[entry.kind]).flatMap((entry) => words(entry.title)));
  const better = words(question).map((word) => {
    if (known.has(word) || index.rarity.has(stem(word))) return word;
    const near = [...known].map((one) => [distance(word, one, 2), one]).filter(([far]) => far <= 2 && word.length > 3);
    return near.sort(([a], [b]) => a - b)[0]?.[1] ?? word;
  });
  const text = better.join(" ");
  return text === words(question).join(" ") ? null : text;
}

// The line of a text with most of the words, in pieces: [text, whether it is one of the words].
function context(text, question, length = 190) {
  const terms = asked(question);
  const pieces = text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) || [];
  const hits = pieces.map((piece) => terms.some((term) => stems(piece).some((one) => one === term.stem || one.startsWith(term.stem))));
  const starts = [];
  let offset = 0;
  for (const piece of pieces) {
    starts.push(offset);
    offset += piece.length;
  }
  let best = 0;
  let most = -1;
  for (let first = 0; first < pieces.length; first++) {
    if (first && !hits[first]) continue;
    let count = 0;
    for (let at = first; at < pieces.length && starts[at] - starts[first] < length; at++) count += hits[at] ? 1 : 0;
    if (count > most) [best, most] = [first, count];
  }
  const begin = Math.max(0, best - 12);
  const shown = [];
  for (let at = begin; at < pieces.length && starts[at] - starts[begin] < length; at++) shown.push([pieces[at], hits[at]]);
  if (begin > 0) shown.unshift(["… ", false]);
  if (shown.length && starts[begin] + length < text.length) shown.push([" …", false]);
  return shown;
}

function show(index, question) {
  const list = document.getElementById("results");
  const told = document.getElementById("told");
  list.replaceChildren();
  if (!question.trim()) {
    told.textContent = "Pages, verbs of the command, Swift, Python and C.";
    return;
  }
  const found = search(index, question);
  told.textContent = found.length ? "The best first." : "Nothing has these words. ";
  if (!found.length) {
    const other = nearby(index, question);
    const way = document.createElement("a");
    way.href = other ? `?q=${encodeURIComponent(other)}` : "documentation/guides/";
    way.textContent = other ? `Search ${other}` : "All pages are listed.";
    told.append(way);
  }
  for (const entry of found) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = entry.address;
    link.textContent = entry.title;
    const kind = document.createElement("span");
    kind.className = "kind";
    kind.textContent = entry.place ? `${entry.kind} · ${entry.place}` : entry.kind;
    const line = document.createElement("p");
    for (const [text, isHit] of context(entry.text, question)) {
      if (!isHit) {
        line.append(text);
        continue;
      }
      const mark = document.createElement("mark");
      mark.textContent = text;
      line.append(mark);
    }
    item.append(link, kind, line);
    list.append(item);
  }
}

if (typeof document === "undefined") {
  module.exports = { nearby, prepare, search, stem };
} else {
  const input = document.querySelector(".asked");
  const question = () => new URLSearchParams(location.search).get("q") || "";
  input.value = question();
  document.querySelector(".bar-search input").value = question();
  fetch(new URL("search.json", document.currentScript.src))
    .then((answer) => answer.json())
    .then((entries) => {
      const index = prepare(entries);
      show(index, input.value);
      input.addEventListener("input", () => {
        history.replaceState(null, "", `?q=${encodeURIComponent(input.value)}`);
        show(index, input.value);
      });
    });
}
