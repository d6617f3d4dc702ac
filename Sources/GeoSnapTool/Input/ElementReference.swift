import ArgumentParser
import GeoSnap

/// A name of features on the command line: a global id, `row:PipelineLine/12` for a row of a table, or
/// `origin:line/42` for the features of an element in the imported file.
///
/// Semicolons separate several elements, as they do in the origin of a feature that stands for several.
struct ElementReference {
  private enum Name {
    case globalID(GlobalID)
    case origin(String)
    case row(table: String, rowID: Int64)

    init?(_ text: String) {
      // Bytes are compared: a name may begin with a character that combines with the colon.
      func rest(behind prefix: String) -> Substring? {
        guard text.utf8.starts(with: prefix.utf8) else { return nil }
        return Substring(text.utf8.dropFirst(prefix.utf8.count))
      }
      if let origin = rest(behind: "origin:") {
        self = .origin(String(origin))
      } else if let row = rest(behind: "row:") {
        let words = row.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, let rowID = Int64(words[1]) else { return nil }
        self = .row(table: String(words[0]), rowID: rowID)
      } else if let globalID = GlobalID(text) {
        self = .globalID(globalID)
      } else {
        return nil
      }
    }
  }

  private let name: Name
  let text: String

  static let forms = "a global id, origin:line/42 or row:PipelineLine/12"

  @Sendable
  static func read(_ text: String) throws -> ElementReference {
    guard let name = Name(text) else {
      let quoted = PastedCommand.quoted(text)
      let isPlace = (try? CoordinateArgument.read(text)) != nil
      throw Failure.usage(
        "\(text) is not an id: give \(forms). geosnap "
          + (isPlace
            ? "identify NETWORK --at \(quoted) --tolerance T looks for features there."
            : "find NETWORK \(quoted) looks for names.")
      )
    }
    return ElementReference(name: name, text: text)
  }

  /// The single feature that it names, for edits; throws ``Failure`` for none or several.
  func key(in network: EditedNetwork) throws -> FeatureKey {
    let features = try resolve(in: network)
    guard features.count == 1, let feature = features.first else {
      let output = FeatureOutput(network: network)
      throw Failure.usage(
        "\(text) stands for \(features.count) features: name one of them by its global id or row. "
          + features.prefix(5).map { "\(network.rowReference($0)) is \(output.line($0))" }
          .joined(separator: "; ") + "."
      )
    }
    if let globalID = network.globalID(of: feature) { return .globalID(globalID) }
    return .row(
      table: network.base.tables[Int(feature.table)].name,
      rowID: network.rowID(of: feature) ?? 0
    )
  }

  /// The features that it names: several when an origin was split into, or is part of, several; throws ``Failure``
  /// for none, with features that have such a name or, for `suggestsOrigin`, the nearest origin.
  func resolve(
    in network: EditedNetwork,
    suggestingOrigin suggestsOrigin: Bool = false
  ) throws -> [FeatureID] {
    let features = features(in: network)
    guard features.isEmpty else { return features }
    var hint = hint(in: network)
    if suggestsOrigin, hint.isEmpty, let near = nearestOrigin(in: network) {
      hint = " Did you mean origin:\(near)?"
    }
    throw Failure.usage("No feature is named \(text).\(hint)")
  }

  /// The origin that was probably meant; nil when none is near, or the name is no origin.
  private func nearestOrigin(in network: EditedNetwork) -> String? {
    guard case .origin(let origin) = name else { return nil }
    var names: [String] = []
    network.forEachFeature { feature in
      guard let known = network.origin(of: feature) else { return }
      names += known.split(separator: ";").map(String.init)
        .filter { abs($0.utf8.count - origin.utf8.count) <= max(1, origin.utf8.count / 3) }
    }
    return NearNames.suggestion(for: origin, in: names)
  }

  func features(in network: EditedNetwork) -> [FeatureID] {
    switch name {
    case .globalID(let globalID): network.feature(globalID: globalID).map { [$0] } ?? []
    case .row(let table, let rowID):
      network.feature(.row(table: table, rowID: rowID)).map { [$0] } ?? []
    case .origin(let origin):
      origin.split(separator: ";").flatMap { network.features(origin: String($0)) }.unique
    }
  }

  private func hint(in network: EditedNetwork) -> String {
    if case .row(let table, let rowID) = name,
      network.setAside.contains(rowID: rowID, ofTable: table)
    {
      return " The row cannot be read and is set aside: correct it with QGIS or ogrinfo -sql."
    }
    guard case .origin(let origin) = name else { return "" }
    let hits = FeatureSearch(origin, in: network, sources: []).hits.filter { $0.rank == 0 }
    guard let first = hits.first else { return "" }
    return " \(first.field) of \(network.rowReference(first.feature)) is \(first.value): "
      + "geosnap find NETWORK \(PastedCommand.quoted(origin)) finds \(count(hits.count, "feature"))."
  }
}

extension EditedNetwork {
  func rowReference(_ feature: FeatureID) -> String {
    "row:\(base.tables[Int(feature.table)].name)/\(rowID(of: feature) ?? 0)"
  }
}

struct FeatureSearch {
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
        let value =
          isRow ? network.rowID(of: feature).map(String.init) : network.origin(of: feature)
        let field = isRow ? "OBJECTID" : "ORIGIN"
        return Hit(feature: feature, field: field, value: value ?? "", rank: 0)
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
  fileprivate var word: String {
    switch self {
    case .text(let text): text
    case .integer(let value): "\(value)"
    case .real, .null, .blob: ""
    }
  }
}
