import GeoSnap

/// The checks of options that the parser makes too late, or omits.
enum OptionCheck {
  /// Refuses an option that the verb does not have: the parser first reports the one that is missing instead.
  ///
  /// - `words`: The words after the program's name, which the parser refused.
  /// - Throws: ``Failure`` with the option that may be meant.
  static func checkNames(_ words: [String]) throws {
    try forEachOption(words) { name, argument, verb, path in
      // The parser's list of options lacks this one.
      guard argument == nil, name != "generate-completion-script" else { return }
      guard path != "geosnap help" else {
        throw Failure.usage("\(path) has no option --\(name): leave it out.")
      }
      let meant = NearNames.suggestion(for: name, in: verb.optionNames)
      throw Failure.usage(
        "\(path) has no option --\(name). "
          + (meant.map { "Did you mean --\($0)?" } ?? "\(path) --help lists the options.")
      )
    }
  }

  /// Refuses a file without its option: the parser names only the unexpected word.
  ///
  /// - `message`: The message of the parser.
  /// - Throws: ``Failure`` with the option for such a file.
  static func checkFiles(_ words: [String], _ message: String) throws {
    guard message.hasPrefix("Unexpected argument '"), message.hasSuffix("'") else { return }
    let word = String(message.dropFirst(21).dropLast())
    var verb = VerbCatalog.current.program
    for name in words.prefix(2) { verb = verb.subcommand(named: name) ?? verb }
    let options = word.hasSuffix(".json") ? ["config"] : ["svg", "output"]
    let isFile = [".json", ".svg", ".png"].contains { word.hasSuffix($0) }
    guard isFile, let option = options.first(where: verb.optionNames.contains) else { return }
    throw Failure.usage(
      "Unexpected argument '\(word)'. Give it with its option: --\(option) \(word)."
    )
  }

  /// Refuses a command line that gives an option of one value more than once, as the parser would use only the last.
  ///
  /// - `words`: The words after the program's name, which the parser accepted.
  /// - Throws: ``Failure`` with the option.
  static func checkRepetitions(_ words: [String]) throws {
    let given = words.filter { $0.hasPrefix("--") }.map(optionName)
    // The parser's list of options is only needed where a word occurs twice.
    guard Set(given).count < given.count else { return }
    var seen: Set<String> = []
    try forEachOption(words) { name, argument, _, _ in
      guard let argument, argument.kind == .option, !argument.isRepeating else { return }
      guard seen.insert(name).inserted else {
        throw Failure.usage("--\(name) is given twice: it takes one value.")
      }
    }
  }

  /// Calls a function with each option of a command line, and with the verb and its words.
  private static func forEachOption(
    _ words: [String],
    _ check: (
      _ name: String, VerbCatalog.Parameter?, _ verb: VerbCatalog.Verb, _ path: String
    ) throws -> Void
  ) throws {
    var verb = VerbCatalog.current.program
    var path = verb.name
    var index = 0
    while index < words.count, words[index] != "--" {
      let word = words[index]
      index += 1
      if let next = verb.subcommand(named: word) {
        verb = next
        path += " \(word)"
        continue
      }
      verb = verb.standard
      guard word.hasPrefix("--") else { continue }
      let name = optionName(word)
      let argument = verb.argument(named: name)
      try check(name, argument, verb, path)
      if argument?.kind == .option, !word.contains("=") { index += 1 }
    }
  }

  /// The name of an option, without hyphens and value.
  private static func optionName(_ word: String) -> String {
    String(word.drop { $0 == "-" }.prefix { $0 != "=" })
  }
}
