internal import GeoSnap

extension [Terminal] {
  /// The first entry of a path list such as `A-B, B-C` that does not name two of the terminals; nil when all do, or
  /// when the list is the word for all or no paths.
  func unknownPair(in paths: String) -> String? {
    // More than 64 terminals are refused elsewhere.
    if ["all", "none"].contains(paths.lowercased()) || count > 64 { return nil }
    return paths.split(whereSeparator: { $0 == "," || $0 == ";" }).map { String($0).withoutBlanks }
      .first { !isPair($0.lowercased()) }
  }

  private func isPair(_ text: String) -> Bool {
    indices.contains { first in
      indices.contains { second in
        first != second
          && self[first].calls.contains { one in
            self[second].calls.contains { "\(one)-\($0)" == text }
          }
      }
    }
  }
}

extension Terminal {
  fileprivate var calls: [String] { [name.lowercased(), "\(id)"] }
}
