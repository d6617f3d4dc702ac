package import GeoSnapColumns

extension [NetworkRule] {
  /// Reads the rules of an image, which stores them as records, since there may be tens of thousands.
  package init(from image: inout ImageReader) throws(ImageError) {
    let records: Column<RuleRecord> = try image.read("records")
    let origins: TextColumn = try image.read("origins")
    guard origins.count == records.count else {
      throw ImageError("The origins of the rules are missing.")
    }
    self = []
    reserveCapacity(records.count)
    for (position, record) in records.enumerated() {
      guard let kind = NetworkRuleKind(rawValue: record.kind) else {
        throw ImageError("A rule has an unknown kind.")
      }
      append(
        NetworkRule(
          id: record.id,
          kind: kind,
          from: record.from.side,
          to: record.to.side,
          via: record.hasVia ? record.via.side : nil,
          origin: origins[position]
        )
      )
    }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(Column(map { RuleRecord($0) }), "records")
    try image.write(TextColumn(map(\.origin)), "origins")
  }
}

/// A rule without its origin.
private struct RuleRecord: BitwiseCopyable, Sendable {
  struct Side: BitwiseCopyable, Sendable {
    let source: Int
    let group: Int
    let type: Int
    let terminal: Int
    let hasTerminal: Int

    init(_ side: NetworkRule.Side?) {
      source = side?.assetType.sourceID ?? 0
      group = side?.assetType.assetGroup ?? 0
      type = side?.assetType.assetType ?? 0
      terminal = side?.terminalID ?? 0
      hasTerminal = side?.terminalID == nil ? 0 : 1
    }

    var side: NetworkRule.Side {
      NetworkRule.Side(
        AssetTypeID(sourceID: source, assetGroup: group, assetType: type),
        terminalID: hasTerminal != 0 ? terminal : nil
      )
    }
  }

  let id: Int
  let kind: Int
  let from: Side
  let to: Side
  let via: Side
  private let viaCount: Int

  init(_ rule: NetworkRule) {
    id = rule.id
    kind = rule.kind.rawValue
    from = Side(rule.from)
    to = Side(rule.to)
    via = Side(rule.via)
    viaCount = rule.via == nil ? 0 : 1
  }

  var hasVia: Bool { viaCount != 0 }
}
