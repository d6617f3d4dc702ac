/// The names of entries that could not be read, so that references to them are not reported as further problems.
struct UnreadNames {
  /// The kinds of named entries other than sources and their contents.
  enum Kind: CaseIterable {
    case category
    case domain
    case terminalConfiguration
    case terminal
    case attribute
  }

  private var paths: Set<String> = []
  private var kinds: [Kind] = []

  /// Marks a source, `Source/Group` or `Source/Group/Type` as lost; an empty last name stands for all entries there.
  @inline(never)
  mutating func insert(_ path: String) { paths.insert(path.lowercased()) }

  /// Marks names of a kind as lost.
  @inline(never)
  mutating func insert(_ kind: Kind) { kinds.append(kind) }

  func contains(_ kind: Kind) -> Bool { kinds.contains(kind) }

  var hasSources: Bool { paths.contains { !$0.contains("/") } }

  /// Whether a path leads to a lost entry or into one.
  func contains(path: String) -> Bool {
    guard !paths.isEmpty else { return false }
    let text = path.lowercased()
    // A lost entry may have any number.
    if text.split(separator: "/").contains(where: { Int(whole: String($0)) != nil }) { return true }
    return paths.contains("") || paths.contains(text)
      || text.indices.contains {
        text[$0] == "/"
          && (paths.contains(String(text[..<$0])) || paths.contains(String(text[...$0])))
      }
  }
}

extension DefinitionFileReader {
  /// Reports an unknown name at its first use and counts its further uses.
  mutating func reportUnknown(_ name: String, _ path: DefinitionPath, _ message: String) {
    let key = name.lowercased()
    if unknownNames[key] != nil {
      unknownNames[key]?.repetitions += 1
    } else {
      unknownNames[key] = (problems.count, 0)
      report(path, message)
    }
  }

  /// Adds the number of further uses to the problem of each unknown name.
  mutating func countRepetitions() {
    for (problem, repetitions) in unknownNames.values where repetitions > 0 {
      problems[problem].message += " The same problem is in \(repetitions) more places."
    }
  }
}
