// Fixes that validation proposes, as edits: each choice with the transaction that carries it out.

import { pointText } from "./geometry.js";

/** The choices `{text, edits}` that carry out a fix; none where users have to decide themselves. */
export function choicesOf(fix, network) {
  if (!fix) return [];
  if (fix.edits?.length) return [{ text: "Apply the fix", edits: fix.edits }];
  const types = (fix.assetTypes ?? []).map((path) => network.assetTypes.find((type) => type.path === path)).filter(Boolean).slice(0, 6);
  const named = ({ assetGroup, assetType }) => `${assetGroup} / ${assetType}`;
  switch (fix.kind) {
    case "insertVertex":
      return [{ text: "Insert the vertex", edits: [{ insertVertex: fix.feature, at: pointText(fix.location) }] }];
    case "splitLine":
      return splits(fix);
    case "deleteFeature":
      return [{ text: "Delete the feature", edits: [{ delete: fix.feature }], isDanger: true }];
    case "deleteAssociation":
      return [{ text: "Delete the association", edits: [{ dissociate: fix.association }], isDanger: true }];
    case "setTerminal":
      return fix.terminals.map((terminal) => ({
        text: `Terminal ${terminal}`,
        edits: [{ setAttributes: fix.feature, attributes: { [fix.field]: terminal } }],
      }));
    case "setValue":
      return fix.values.slice(0, 6).map((value) => ({
        text: `${fix.field} ${value}`,
        edits: [{ setAttributes: fix.feature, attributes: { [fix.field]: value } }],
      }));
    case "chooseAssetType":
      return types.map((type) => ({
        text: named(type),
        edits: [{ setAssetType: fix.feature, assetGroup: type.groupCode, assetType: type.typeCode }],
      }));
    case "placeJunction":
      return types.map((type) => ({
        text: `Place ${named(type)}`,
        edits: [{ draw: type.table, assetGroup: type.groupCode, assetType: type.typeCode, geometry: pointText(fix.location) }],
      }));
    default:
      return [];
  }
}

/** With several terminals, the line may connect to any of them: each is a choice. */
function splits({ feature, location, terminals }) {
  const split = { split: feature, at: pointText(location) };
  if (!terminals?.length) return [{ text: "Split the line", edits: [split] }];
  return terminals.flatMap((before) =>
    terminals
      .filter((behind) => behind !== before)
      .map((behind) => ({
        text: `Split the line, from terminal ${before} to ${behind}`,
        edits: [{ ...split, terminals: [[before, behind]] }],
      })),
  );
}
