import Foundation
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
    func refusal(_ kind: String?, _ remedy: String) -> Failure {
      let kind = kind.map { "\($0), " } ?? ""
      return .badData("\(file.name) is \(kind)not \(what). \(remedy)", file: file.name)
    }
    let first = file.bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    guard let first else { return }
    if file.bytes.starts(with: "SQLite format 3".utf8) {
      throw refusal(
        "a GeoPackage",
        self == .gis
          ? "Name its tables in a mapping, as Documentation/Import-GIS.md describes."
          : "`geosnap import gis` reads layers of GeoPackages."
      )
    }
    if file.bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      throw refusal("a ZIP archive", "Unpack it first.")
    }
    if file.bytes.startsAsUTF16 {
      throw refusal(
        "UTF-16",
        "Save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8 FILE > OUT"
      )
    }
    let isJSON = first == UInt8(ascii: "{") || (first == UInt8(ascii: "[") && isList(file.bytes))
    let sections = isJSON ? [] : sections(file.bytes)
    let isOfSwmm = !sections.isDisjoint(with: ["CONDUITS", "OUTFALLS", "SUBCATCHMENTS"])
    let isOfEpanet = !sections.isDisjoint(with: ["PIPES", "RESERVOIRS", "TANKS"])
    let other: ImportKind? = isOfSwmm == isOfEpanet ? nil : isOfSwmm ? .swmm : .epanet
    if let other, other != self { throw refusal(other.what, "`geosnap import \(other)` reads it.") }
    switch self {
    case .gis:
      if !isJSON { throw refusal(nil, "Documentation/Import-GIS.md describes one.") }
    case .pandapower, .pandapipes:
      // The importer itself reports an encrypted file.
      let isToken = file.bytes.starts(with: "gAAAAA".utf8)
      if !isJSON && !isToken && first != UInt8(ascii: "\"") {
        throw refusal(nil, "Write it with \(rawValue).to_json.")
      }
    case .epanet, .swmm:
      if isJSON {
        throw refusal(
          "JSON",
          "`geosnap import pandapower`, `pandapipes`, `esri` and `gis` read JSON."
        )
      }
      if file.bytes.prefix(4_096).contains(0) {
        throw refusal("a binary file", "Export it as an .inp file.")
      }
      if sections.isEmpty {
        throw refusal(
          nil,
          "It has no section such as [JUNCTIONS]: export the network as an .inp file."
        )
      }
    }
  }

  static func refusal(ofCircuit path: String) -> String? {
    guard path.lowercased().hasSuffix(".dss") else { return nil }
    return "\(path) is the text of an OpenDSS circuit. \(circuitSteps(path))"
  }

  static func circuitSteps(_ path: String) -> String {
    "Export its tables and import them: pip install opendssdirect.py; "
      + "Scripts/export_opendss.py \(PastedCommand.quoted(path)) FOLDER; "
      + "geosnap import opendss FOLDER NETWORK.gpkg"
  }

  /// Whether a bracket begins a list, not the name of a section.
  private func isList(_ bytes: [UInt8]) -> Bool {
    let next = bytes.drop { $0 != UInt8(ascii: "[") }.dropFirst()
      .first { !" \t\r\n".utf8.contains($0) }
    guard let next else { return false }
    return !(next | 0x20 >= UInt8(ascii: "a") && next | 0x20 <= UInt8(ascii: "z"))
  }

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

/// Files that no verb reads, and that ogr2ogr converts.
enum ForeignFormat {
  /// The kind of a file, by its beginning and the ending of its name; nil for other files.
  static func kind(of path: String) -> String? {
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    guard ["shp", "xlsx", "ods"].contains(ending), let handle = FileHandle(forReadingAtPath: path),
      let beginning = try? handle.read(upToCount: 4)
    else { return nil }
    let isShapefile = beginning == Data([0, 0, 0x27, 0x0A])
    return ending == "shp"
      ? (isShapefile ? "a shapefile" : nil)
      : (beginning == Data([0x50, 0x4B, 3, 4]) ? "a spreadsheet" : nil)
  }

  static func refuse(_ path: String) throws {
    guard let kind = kind(of: path) else { return }
    let command = "ogr2ogr OUT.gpkg \(PastedCommand.quoted(path))"
    let message = "\(path) is \(kind), which geosnap does not read. Convert it: \(command)"
    throw Failure.badData(message, file: path)
  }
}

struct FileIdentity: Equatable {
  private let device: Int
  private let file: Int

  init?(path: String) {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved),
      let device = attributes[.systemNumber] as? NSNumber,
      let file = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    self.device = device.intValue
    self.file = file.intValue
  }

  static func refuse(
    _ output: String,
    asOneOf files: [(path: String, what: String)],
    _ option: String
  ) throws {
    guard let written = FileIdentity(path: output) else { return }
    for (path, what) in files where FileIdentity(path: path) == written {
      throw Failure.usage("\(output) is \(what): give another \(option).")
    }
  }

  /// Refuses to write two outputs to one file, also through a link; devices and pipes accept both.
  static func refuseShared(_ outputs: [(option: String, path: String)]) throws {
    var options: [String: String] = [:]
    for (option, path) in outputs where path != "-" {
      let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
      let type = try? FileManager.default.attributesOfItem(atPath: place)[.type]
      guard type == nil || type as? FileAttributeType == .typeRegular else { continue }
      if let other = options.updateValue(option, forKey: place) {
        throw Failure.usage("\(other) and \(option) name the same file, \(path): give two files.")
      }
    }
  }
}
