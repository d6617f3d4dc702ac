import GeoSnap
import GeoSnapImport

/// The kind of file that an importer reads: the importer itself would only report the first line that it does not
/// know.
enum ImportKind: String {
  case epanet
  case swmm
  case pandapower
  case pandapipes
  case gis

  private var what: String {
    switch self {
    case .epanet: "an input file of EPANET"
    case .swmm: "an input file of SWMM"
    case .pandapower: "JSON of pandapower"
    case .pandapipes: "JSON of pandapipes"
    case .gis: "a mapping"
    }
  }

  /// Refuses a file of another kind; throws ``Failure`` with the kind of the file and the importer that reads it.
  func check(_ file: ImportFile) throws {
    let first = file.bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    guard let first else { return }
    if file.bytes.starts(with: "SQLite format 3".utf8) {
      throw refusal(
        file,
        "a GeoPackage",
        self == .gis
          ? "Name its tables in a mapping, as Documentation/Import-GIS.md describes."
          : "`geosnap import gis` reads layers of GeoPackages."
      )
    }
    if file.bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      throw refusal(file, "a ZIP archive", "Unpack it first.")
    }
    if file.bytes.startsAsUTF16 {
      throw refusal(
        file,
        "UTF-16",
        "Save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8 FILE > OUT"
      )
    }
    let isJSON = first == UInt8(ascii: "{") || (first == UInt8(ascii: "[") && isList(file.bytes))
    let sections = isJSON ? [] : sections(file.bytes)
    let isOfSwmm = !sections.isDisjoint(with: ["CONDUITS", "OUTFALLS", "SUBCATCHMENTS"])
    let isOfEpanet = !sections.isDisjoint(with: ["PIPES", "RESERVOIRS", "TANKS"])
    let other: ImportKind? = isOfSwmm == isOfEpanet ? nil : isOfSwmm ? .swmm : .epanet
    if let other, other != self {
      throw refusal(file, other.what, "`geosnap import \(other)` reads it.")
    }
    switch self {
    case .gis:
      if !isJSON { throw refusal(file, nil, "Documentation/Import-GIS.md describes one.") }
    case .pandapower, .pandapipes:
      // The importer itself reports an encrypted file.
      let isToken = file.bytes.starts(with: "gAAAAA".utf8)
      if !isJSON && !isToken && first != UInt8(ascii: "\"") {
        throw refusal(file, nil, "Write it with \(rawValue).to_json.")
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
      if sections.isEmpty {
        throw refusal(
          file,
          nil,
          "It has no section such as [JUNCTIONS]: export the network as an .inp file."
        )
      }
    }
  }

  /// The message for the text of an OpenDSS circuit, which no importer reads; nil for other files.
  static func refusal(ofCircuit path: String) -> String? {
    guard path.lowercased().hasSuffix(".dss") else { return nil }
    return "\(path) is the text of an OpenDSS circuit. \(circuitSteps(path))"
  }

  /// The steps that make a network of the text of an OpenDSS circuit.
  static func circuitSteps(_ path: String) -> String {
    "Export its tables and import them: pip install opendssdirect.py; "
      + "Scripts/export_opendss.py \(PastedCommand.quoted(path)) FOLDER; "
      + "geosnap import opendss FOLDER NETWORK.gpkg"
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
