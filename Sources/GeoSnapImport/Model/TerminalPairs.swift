internal import GeoSnap

extension [Terminal] {
  /// The first entry of a list of paths such as `A-B, B-C` that is no two of the terminals; nil when
  /// each is, or when the list is one word for all or none of them.
  func unknownPair(in paths: String) -> String? {
    // More terminals than there is room for are refused for that.
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
  /// What paths may call it, in lower case.
  fileprivate var calls: [String] { [name.lowercased(), "\(id)"] }
}
