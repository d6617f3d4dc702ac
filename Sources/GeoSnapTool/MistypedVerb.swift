import ArgumentParser
import GeoSnap

/// The error for a verb that does not exist: the parser would only report unexpected arguments.
enum MistypedVerb {
  /// Refuses a word that is not a verb where one is expected.
  ///
  /// - `words`: The words after the program's name.
  /// - Throws: ``Failure`` with the verb that may be meant.
  static func check(_ words: [String], of root: any ParsableCommand.Type) throws {
    var command = root
    var path = ["geosnap"]
    for word in words {
      let verbs = command.configuration.subcommands
      guard !word.hasPrefix("-"), !verbs.isEmpty, word != "help" else { return }
      if let next = verbs.first(where: { $0.configuration.commandName == word }) {
        command = next
        path.append(word)
        continue
      }
      guard command.configuration.defaultSubcommand == nil else { return }
      let name = path.joined(separator: " ")
      let names = verbs.compactMap { $0.configuration.commandName }
      let operations = path.count == 1 ? GeometryOperation.all.map(\.name) : []
      let meant =
        NearNames.suggestion(for: word, in: names)
        ?? NearNames.suggestion(for: word, in: operations).map { "geometry \($0)" }
      throw Failure.usage(
        "\(name) has no verb \(word). "
          + (meant.map { "Did you mean \(name) \($0)?" } ?? "\(name) --help lists the verbs.")
      )
    }
  }
}
