import GeoSnap

/// A search for a text in all attributes of features.
struct FeatureSearch {
  /// A feature, and the field with the text.
  struct Hit {
    let feature: FeatureID
    let field: String
    let value: String
    /// The quality of the match: 0 for equal texts, 1 for a prefix, 2 for a part.
    let rank: Int
  }

  /// The best first; equal ones in the order of tables and rows.
  let hits: [Hit]

  init(_ text: String, in network: EditedNetwork, sources: [String]) {
    let id = GlobalID(text)
    let names = Set(sources.map { $0.lowercased() })
    if text.hasPrefix("origin:") || text.hasPrefix("row:") {
      let named = (try? ElementReference.read(text))?.features(in: network) ?? []
      let isRow = text.hasPrefix("row:")
      hits = named.filter { feature in
        names.isEmpty || names.contains(network.base.tables[Int(feature.table)].name.lowercased())
      }.map { feature in
        isRow
          ? Hit(
            feature: feature,
            field: "OBJECTID",
            value: network.rowID(of: feature).map { "\($0)" } ?? "",
            rank: 0
          )
          : Hit(
            feature: feature,
            field: "ORIGIN",
            value: network.origin(of: feature) ?? "",
            rank: 0
          )
      }
      return
    }
    let named = id.flatMap { network.feature(globalID: $0) }
    let needle = Needle(text)
    var hits: [Hit] = []
    for (number, table) in network.base.tables.enumerated() {
      if !names.isEmpty, !names.contains(table.name.lowercased()) { continue }
      let fields = table.fields.enumerated().filter { $0.element.storage != .blob }
        .map { (position: $0, name: $1.name, column: table.attributes[$0]) }
      for feature in network.features(table: number) {
        if let id, feature == named {
          hits.append(Hit(feature: feature, field: "GLOBALID", value: "\(id)", rank: 0))
          continue
        }
        var best: Hit?
        func look(_ field: String, _ value: @autoclosure () -> String, _ rank: Int?) {
          guard let rank, rank < best?.rank ?? .max else { return }
          best = Hit(feature: feature, field: field, value: value(), rank: rank)
        }
        // Values of unedited features are compared without a copy.
        let row = Int(feature.row)
        let isPlain = network.base.contains(feature) && !network.isChanged(feature)
        for field in fields {
          if isPlain {
            look(field.name, field.column[row].word, needle.rank(field.column, row))
          } else {
            let value = network.attribute(field.position, of: feature)
            look(field.name, value?.word ?? "", needle.rank(value))
          }
        }
        if isPlain {
          let rank = table.origins.withUTF8(row) { needle.rank($0) } ?? nil
          look("ORIGIN", table.origins[row] ?? "", rank)
        } else if let origin = network.origin(of: feature) {
          look("ORIGIN", origin, needle.rank(origin))
        }
        if let best { hits.append(best) }
      }
    }
    self.hits = (0...2).flatMap { rank in hits.filter { $0.rank == rank } }
  }
}

/// A text to search for, without regard to case.
private struct Needle {
  private let text: String
  /// The bytes of the text in lower case, when all are ASCII.
  private let bytes: [UInt8]?
  /// The integer that the text is, in its usual notation.
  private let number: Int64?

  init(_ text: String) {
    self.text = text.lowercased()
    let bytes = Array(self.text.utf8)
    self.bytes = bytes.allSatisfy { $0 < 128 } && !bytes.isEmpty ? bytes : nil
    number = Int64(text).flatMap { "\($0)" == text ? $0 : nil }
  }

  /// The quality of the match as in ``FeatureSearch/Hit/rank``; nil for none.
  func rank(_ column: FieldColumn, _ row: Int) -> Int? {
    if column.isNull(row) { return nil }
    var rank: Int?
    if column.withUTF8(row, { rank = self.rank($0) }) { return rank }
    // Numbers have to match as a whole.
    guard let number, case .integer(let value) = column[row] else { return nil }
    return value == number ? 0 : nil
  }

  func rank(_ value: AttributeValue?) -> Int? {
    switch value {
    case .text(let text)?: rank(text)
    case .integer(let value)?: value == number ? 0 : nil
    case .real?, .null?, .blob?, nil: nil
    }
  }

  func rank(_ value: String) -> Int? {
    let value = value.lowercased()
    if value == text { return 0 }
    if value.hasPrefix(text) { return 1 }
    return value.contains(text) ? 2 : nil
  }

  /// The same for UTF-8 in memory: most texts are ASCII and are compared byte by byte.
  func rank(_ span: Span<UInt8>) -> Int? {
    guard let bytes else {
      return rank(String(decoding: span.indices.map { span[$0] }, as: UTF8.self))
    }
    var found: Int?
    for start in span.indices {
      if span[start] >= 128 {
        // A combining accent may follow, which changes the letter before it.
        return rank(String(decoding: span.indices.map { span[$0] }, as: UTF8.self))
      }
      if found == nil, start + bytes.count <= span.count, isHere(bytes, span, start) {
        found = start
      }
    }
    guard let found else { return nil }
    return found > 0 ? 2 : bytes.count == span.count ? 0 : 1
  }

  private func isHere(_ bytes: [UInt8], _ span: Span<UInt8>, _ start: Int) -> Bool {
    for place in bytes.indices {
      let byte = span[start + place]
      let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      if (isCapital ? byte | 0x20 : byte) != bytes[place] { return false }
    }
    return true
  }
}

extension AttributeValue {
  /// A text or an integer as text.
  fileprivate var word: String {
    switch self {
    case .text(let text): text
    case .integer(let value): "\(value)"
    case .real, .null, .blob: ""
    }
  }
}
