/// Counts by kind, each with its first case, for one note a kind.
struct CountedNotes {
  private var kinds: [(name: String, count: Int, first: String)] = []

  /// Counts one more; `first` is kept where it is the first of its kind.
  @inline(never)
  mutating func add(_ kind: String, _ first: @autoclosure () -> String) {
    if let index = kinds.firstIndex(where: { $0.name == kind }) {
      kinds[index].count += 1
    } else {
      kinds.append((kind, 1, first()))
    }
  }

  /// Counts what cannot be used, and why.
  mutating func add(_ kind: String, _ error: ReadingError) {
    add(kind, "\(ImportProblem(error))")
  }

  /// The number of a kind.
  func count(_ kind: String) -> Int { kinds.first { $0.name == kind }?.count ?? 0 }

  /// A sentence for each kind, in the order of their first.
  var notes: [String] {
    kinds.map { kind in
      let end = kind.first.hasSuffix(".") ? "" : "."
      return "\(kind.name): \(kind.count); the first is \(kind.first)\(end)"
    }
  }
}
