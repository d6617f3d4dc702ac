/// What a definition's file names in vain because of a problem that was told already: entries that
/// could not be read.
struct LostNames {
  /// Things with names, other than sources and what they hold.
  enum Kind: CaseIterable {
    case category
    case domain
    case terminalConfiguration
    case terminal
    case attribute
  }

  private var paths: Set<String> = []
  private var kinds: [Kind] = []

  /// Loses a source, `Source/Group` or `Source/Group/Type`; all that are there where the last name is empty.
  @inline(never)
  mutating func insert(_ path: String) { paths.insert(path.lowercased()) }

  /// Loses some names of a kind.
  @inline(never)
  mutating func insert(_ kind: Kind) { kinds.append(kind) }

  /// Whether some names of a kind were lost.
  func contains(_ kind: Kind) -> Bool { kinds.contains(kind) }

  /// Whether whole sources were lost.
  var hasSources: Bool { paths.contains { !$0.contains("/") } }

  /// Whether a path leads to what was lost, such as to a group of a source that was.
  func contains(path: String) -> Bool {
    guard !paths.isEmpty else { return false }
    let text = path.lowercased()
    // What was lost may have had any number.
    if text.split(separator: "/").contains(where: { Int(whole: String($0)) != nil }) { return true }
    return paths.contains("") || paths.contains(text)
      || text.indices.contains {
        text[$0] == "/"
          && (paths.contains(String(text[..<$0])) || paths.contains(String(text[...$0])))
      }
  }
}

extension DefinitionFileReader {
  /// Reports a name that there is none of: where it stands first, however often it is used.
  mutating func reportUnknown(_ name: String, _ path: DefinitionPath, _ message: String) {
    let key = name.lowercased()
    if unknownNames[key] != nil {
      unknownNames[key]?.repetitions += 1
    } else {
      unknownNames[key] = (problems.count, 0)
      report(path, message)
    }
  }

  /// Says of each unknown name in how many more places it stands.
  mutating func countRepetitions() {
    for (problem, repetitions) in unknownNames.values where repetitions > 0 {
      problems[problem].message += " So it is in \(repetitions) more places."
    }
  }
}
