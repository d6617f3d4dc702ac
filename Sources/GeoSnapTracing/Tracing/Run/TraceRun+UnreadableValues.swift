extension TraceRun {
  /// Warns of values that the trace cannot read: no condition holds there, as if there were no value.
  mutating func warnOfUnreadableValues(_ setting: TraceSetting) {
    for attribute in setting.attributes.networkAttributes {
      guard let found = topology.unreadableValues(of: attribute) else { continue }
      let features = found.count == 1 ? "1 feature has" : "\(found.count) features have"
      let name = topology.network.describe(found.first)
      warnings.append(
        TraceWarning(
          code: .valueUnreadable,
          message:
            "\(features) a value of \(attribute.name) that is no number, such as \(found.value.words) of "
            + "\(name). The trace goes on as if there were none; validate lists them."
        )
      )
    }
  }
}

extension AttributeValue {
  /// The value as a warning tells it.
  fileprivate var words: String {
    switch self {
    case .null: "nothing"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text): "\"\(text.prefix(40))\""
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
