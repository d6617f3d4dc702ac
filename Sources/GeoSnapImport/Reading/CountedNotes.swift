/// Counts occurrences by kind, for one note per kind with the first occurrence.
struct CountedNotes {
  private var kinds: [(name: String, count: Int, first: String)] = []

  @inline(never)
  mutating func add(_ kind: String, _ first: @autoclosure () -> String) {
    if let index = kinds.firstIndex(where: { $0.name == kind }) {
      kinds[index].count += 1
    } else {
      kinds.append((kind, 1, first()))
    }
  }

  mutating func add(_ kind: String, _ error: ReadingError) { add(kind, "\(ImportProblem(error))") }

  func count(_ kind: String) -> Int { kinds.first { $0.name == kind }?.count ?? 0 }

  var notes: [String] {
    kinds.map { kind in
      let end = kind.first.hasSuffix(".") ? "" : "."
      return "\(kind.name): \(kind.count); the first is \(kind.first)\(end)"
    }
  }
}

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

extension Int {
  /// The whole number in a text; not inlined, so that the parser is specialized once.
  @inline(never)
  init?(whole text: String) { self.init(text) }
}
