import GeoSnap
import GeoSnapImport

/// The kind of file that an importer reads: the importer itself would only report the first line that it does not
/// know.
enum ImportKind {
  case epanet
  case swmm
  case pandapower
  case pandapipes

  private var what: String {
    switch self {
    case .epanet: "an input file of EPANET"
    case .swmm: "an input file of SWMM"
    case .pandapower: "JSON of pandapower"
    case .pandapipes: "JSON of pandapipes"
    }
  }

  /// Refuses a file of another kind; throws ``Failure`` with the kind of the file and the importer that reads it.
  func check(_ file: ImportFile) throws {
    let first = file.bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    guard let first else { return }
    if file.bytes.starts(with: "SQLite format 3".utf8) {
      throw refusal(file, "a GeoPackage", "`geosnap import gis` reads layers of GeoPackages.")
    }
    if file.bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      throw refusal(file, "a ZIP archive", "Unpack it first.")
    }
    if file.bytes.startsAsUTF16 {
      throw refusal(
        file,
        "UTF-16",
        "Save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8."
      )
    }
    let isJSON = first == UInt8(ascii: "{") || (first == UInt8(ascii: "[") && isList(file.bytes))
    switch self {
    case .pandapower, .pandapipes:
      // The importer itself reports an encrypted file.
      let isToken = file.bytes.starts(with: "gAAAAA".utf8)
      if !isJSON && !isToken && first != UInt8(ascii: "\"") {
        throw refusal(file, nil, "It does not begin like JSON.")
      }
    case .epanet, .swmm:
      if isJSON {
        throw refusal(
          file,
          "JSON",
          "`geosnap import pandapower`, `pandapipes`, `esri` and `gis` read JSON."
        )
      }
      if file.bytes.prefix(4_096).contains(0) {
        throw refusal(file, "a binary file", "Export it as an .inp file.")
      }
      let sections = sections(file.bytes)
      let isOfSwmm = !sections.isDisjoint(with: ["CONDUITS", "OUTFALLS", "SUBCATCHMENTS"])
      let isOfEpanet = !sections.isDisjoint(with: ["PIPES", "RESERVOIRS", "TANKS"])
      if self == .epanet, isOfSwmm, !isOfEpanet {
        throw refusal(file, "an input file of SWMM", "`geosnap import swmm` reads it.")
      }
      if self == .swmm, isOfEpanet, !isOfSwmm {
        throw refusal(file, "an input file of EPANET", "`geosnap import epanet` reads it.")
      }
      if sections.isEmpty {
        throw refusal(file, nil, "It has no section such as [JUNCTIONS].")
      }
    }
  }

  private func refusal(_ file: ImportFile, _ kind: String?, _ remedy: String) -> Failure {
    Failure.badData(
      "\(file.name) is \(kind.map { "\($0), " } ?? "")not \(what). \(remedy)",
      file: file.name
    )
  }

  /// Whether a bracket begins a list, not the name of a section.
  private func isList(_ bytes: [UInt8]) -> Bool {
    let next = bytes.drop { $0 != UInt8(ascii: "[") }.dropFirst()
      .first { !" \t\r\n".utf8.contains($0) }
    guard let next else { return false }
    return !(next | 0x20 >= UInt8(ascii: "a") && next | 0x20 <= UInt8(ascii: "z"))
  }

  /// The names in brackets at the beginnings of lines, in upper case.
  private func sections(_ bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      let words = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard words.first == UInt8(ascii: "[") else { continue }
      let name = words.dropFirst().prefix { $0 != UInt8(ascii: "]") }
      names.insert(String(decoding: name, as: UTF8.self).uppercased())
    }
    return names
  }
}
