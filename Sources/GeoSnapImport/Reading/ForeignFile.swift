/// Files that a reader of JSON is given although another verb reads them.
enum ForeignFile {
  /// What a reader expects, which is not foreign to it.
  enum Reader {
    case mapping
    case definition
    case pandas
  }

  /// The sentence that says what a JSON document is and which verb reads it; nil for other documents.
  static func sentence(_ root: ParsedJSON, for reader: Reader) -> String? {
    guard case .object(let members) = root else { return nil }
    if case .string(let name)? = members["_class"], name.hasSuffix("Net") {
      let tool = String(name.dropLast(3))
      return ["pandapower", "pandapipes"].contains(tool)
        ? "This is a file of \(tool): `geosnap import \(tool)` reads it." : nil
    }
    if reader != .mapping, first(of: members["sources"], has: "data") {
      return "This is a mapping: `geosnap import gis` reads it."
    }
    if reader != .definition, first(of: members["domainNetworks"], has: "sources") {
      return "This is a network definition: `geosnap import definition` reads it."
    }
    if members["type"] == nil, members["features"] != nil {
      return
        "This is Esri JSON: convert it with `geosnap convert`, and name the GeoJSON in a mapping for "
        + "`geosnap import gis`."
    }
    let isFeature = if case .string("Feature")? = members["type"] { true } else { false }
    return members["features"] != nil || isFeature
      ? "This is GeoJSON: name it in a mapping for `geosnap import gis`, as Documentation/Import-GIS.md describes."
      : nil
  }

  private static func first(of list: ParsedJSON?, has name: String) -> Bool {
    guard case .array(let elements)? = list, case .object(let first)? = elements.first else {
      return false
    }
    return first[name] != nil
  }
}
