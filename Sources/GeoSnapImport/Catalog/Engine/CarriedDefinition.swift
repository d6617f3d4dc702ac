internal import CDefinitions
internal import GeoSnap

extension Catalog {
  static let electric = unsafe Catalog(definitions_electric())
  static let circuit = electric.adding(unsafe Catalog(definitions_circuit()))
  package static let pipeline = unsafe Catalog(definitions_pipeline())
  static let water = unsafe Catalog(definitions_water())
  static let sewer = unsafe Catalog(definitions_sewer())

  private init(_ carried: definitions_file) {
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: carried.bytes, count: carried.count))
    let file = NetworkDefinitionFile(valid: bytes)
    self.init(definition: file.definition, rules: file.rules, fields: file.fields)
  }
}
