// Queries of tools to the network's definition.

/** Whether features of a table are part of a structure: poles, stations, ducts. */
export function isStructure(table) {
  return /^structure/i.test(table?.usage ?? "");
}

/** Whether features of a table may contain others. */
export function mayContain(table) {
  return isStructure(table) || /^assembly/i.test(table?.usage ?? "");
}

/** Whether features of a table are part of the graph that is traced. */
export function isTraced(table) {
  return Boolean(table?.usage) && !mayContain(table) && !/^subnet/i.test(table.usage);
}

export function tableOf(network, feature) {
  return network.tables.find(({ name }) => name === feature.source);
}

/** The network attributes, each with the coded values of the first field that has some. */
export function attributesOf(network) {
  const fields = network.tables.flatMap((table) => table.fields);
  return network.attributes.map((name) => ({
    name,
    domain: fields.find((field) => field.attribute === name && field.domain)?.domain ?? null,
  }));
}

/** The names of domain networks that tables belong to. */
export function domainsOf(network, tables) {
  return new Set(network.assetTypes.filter(({ table }) => tables.includes(table)).map(({ domainNetwork }) => domainNetwork));
}
