// Conditions of trace configurations as expressions, one row for each alternative barrier.

import { attributesOf } from "./definition.js";

export const OPERATORS = [
  { value: "=", text: "is", words: "equal" },
  { value: "!=", text: "is not", words: "notEqual" },
  { value: ">", text: "is greater than", words: "greaterThan" },
  { value: ">=", text: "is at least", words: "greaterThanEqual" },
  { value: "<", text: "is less than", words: "lessThan" },
  { value: "<=", text: "is at most", words: "lessThanEqual" },
  { value: "includes", text: "includes the values", words: "includesTheValues" },
  { value: "not includes", text: "does not include the values", words: "doesNotIncludeTheValues" },
  { value: "includes any", text: "includes any of", words: "includesAny" },
  { value: "includes none", text: "includes none of", words: "doesNotIncludeAny" },
];

const BITS = ["includes", "not includes", "includes any", "includes none"];

/** The rows of a list of conditions: the parts between two ORs, as expressions. */
export function rowsOf(conditions, network) {
  if (!conditions) return [];
  if (typeof conditions === "string") return [conditions];
  const rows = [];
  let unit = [];
  for (const condition of conditions) {
    unit.push(expressionOf(condition, network));
    if (condition.combineUsingOr) {
      rows.push(unit.join(" and "));
      unit = [];
    }
  }
  if (unit.length) rows.push(unit.join(" and "));
  return rows;
}

/** `'Device Status' = Open`, in the syntax of Documentation/TraceCommands.md. */
export function expression(attribute, operator, value, network) {
  const known = attributesOf(network).find(({ name }) => name === attribute);
  const coded = BITS.includes(operator) ? null : known?.domain?.find(({ code }) => String(code) === String(value));
  return `${quoted(attribute)} ${operator} ${coded ? quoted(coded.name) : literal(value)}`;
}

function expressionOf({ name, type, operator, value, isSpecificValue }, network) {
  const sign = OPERATORS.find(({ words }) => words === operator)?.value ?? operator;
  if (type === "category" || name === "Category") return `category ${sign} ${quoted(String(value), true)}`;
  if (isSpecificValue === false) return `${quoted(name)} ${sign} [${value}]`;
  return expression(name, sign, value, network);
}

function literal(value) {
  const text = String(value).trim();
  return /^(-?[\d.]+(e[-+]?\d+)?|true|false)$/i.test(text) ? text : quoted(text);
}

export function quoted(name, always = false) {
  return !always && /^[\p{L}_][\p{L}\d_]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}
