import GeoSnapImport

enum Harbour {
  static let dataNames = ["devices", "fittings", "pipes", "services", "trees", "yards"]

  static func files() throws -> [ImportFile] {
    let paths = ["mapping.json"] + dataNames.map { "data/\($0).geojson" }
    return try paths.map { ImportFile(name: $0, bytes: try repositoryFile("Examples/Gis/\($0)")) }
  }
}
