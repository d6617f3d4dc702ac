/// Counts occurrences by kind, for one note per kind with the first occurrence.
struct CountedNotes {
  private var kinds: [(name: String, count: Int, first: String)] = []

  /// Counts an occurrence; `first` is kept for the first of its kind.
  @inline(never)
  mutating func add(_ kind: String, _ first: @autoclosure () -> String) {
    if let index = kinds.firstIndex(where: { $0.name == kind }) {
      kinds[index].count += 1
    } else {
      kinds.append((kind, 1, first()))
    }
  }

  mutating func add(_ kind: String, _ error: ReadingError) {
    add(kind, "\(ImportProblem(error))")
  }

  func count(_ kind: String) -> Int { kinds.first { $0.name == kind }?.count ?? 0 }

  /// A sentence for each kind, in the order of first occurrence.
  var notes: [String] {
    kinds.map { kind in
      let end = kind.first.hasSuffix(".") ? "" : "."
      return "\(kind.name): \(kind.count); the first is \(kind.first)\(end)"
    }
  }
}
