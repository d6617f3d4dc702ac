internal import CDefinitions
internal import GeoSnap

extension Catalog {
  static let electric = unsafe Catalog(geosnap_definition_electric())
  package static let pipeline = unsafe Catalog(geosnap_definition_pipeline())
  static let water = unsafe Catalog(geosnap_definition_water())
  static let sewer = unsafe Catalog(geosnap_definition_sewer())

  /// Reads a definition that the program carries.
  private init(_ carried: geosnap_definition) {
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: carried.bytes, count: carried.count))
    let file = NetworkDefinitionFile(valid: bytes)
    self.init(definition: file.definition, rules: file.rules, fields: file.fields)
  }
}
