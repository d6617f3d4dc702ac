// Names and addresses of features.

/** The id under which the service finds a feature. */
export function idOf(feature) {
  return feature.globalID ?? `row:${feature.source}/${feature.row}`;
}

/** A feature in a few words: its asset type and its name. */
export function titleOf(feature) {
  const type = [feature.assetGroup, feature.assetType].filter(Boolean).join(" / ");
  const name = feature.name ?? feature.origin;
  return [type || feature.source, name].filter(Boolean).join(", ") || feature.title;
}

/** A word of the service, such as `shortestPath`, as ordinary words. */
export function spoken(word) {
  const text = String(word).replace(/([a-z])([A-Z])/g, "$1 $2");
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

export function counted(number, thing) {
  const plural = thing.endsWith("y") ? `${thing.slice(0, -1)}ies` : `${thing}s`;
  return `${number.toLocaleString()} ${number === 1 ? thing : plural}`;
}

/** A sentence with the paths of asset types shortened to group and type. */
export function shortened(sentence, paths = []) {
  return paths.reduce((text, path) => text.replaceAll(path, path.split("/").slice(1).join(" / ")), sentence);
}

/** A number as text, with a few significant digits. */
export function figure(number, digits = 2) {
  return Number(number).toLocaleString(undefined, { maximumFractionDigits: digits });
}
