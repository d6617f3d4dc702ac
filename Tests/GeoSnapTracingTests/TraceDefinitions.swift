import GeoSnap
import GeoSnapTestSupport

// What networks for tests are made of, in few words.

extension NetworkAttribute {
  /// An attribute whose fields have its name, in capitals and without blanks.
  init(
    _ id: Int,
    _ name: String,
    _ type: DataType,
    of sources: [Int],
    isApportionable: Bool = false,
    bitSize: Int? = nil,
    substitutes: String? = nil,
    domain: String? = nil
  ) {
    let field = name.uppercased().filter { $0 != " " }
    self.init(
      id: id,
      name: name,
      dataType: type,
      isApportionable: isApportionable,
      isNullable: true,
      bitSize: bitSize,
      substitutedAttributeName: substitutes,
      domainName: domain,
      assignments: sources.map { .init(sourceID: $0, fieldName: field) }
    )
  }
}

extension [NetworkRule] {
  mutating func add(_ kind: NetworkRuleKind, _ from: [AssetTypeID], _ to: [AssetTypeID]) {
    for one in from {
      for other in to { append(NetworkRule(count + 1, kind, one, other)) }
    }
  }
}

extension FeatureTable {
  mutating func add(
    _ id: GlobalID,
    _ type: Int,
    _ origin: String,
    _ geometry: Geometry?,
    _ attributes: [AttributeValue] = []
  ) {
    let feature = Feature(
      count + 1,
      AssetTypeID(0, 1, type),
      id,
      geometry,
      origin: origin,
      attributes
    )
    append(feature)
  }
}
