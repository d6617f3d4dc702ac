import ArgumentParser

/// Some of the jobs of a verb, by their names on the command line, separated by commas.
struct JobNames: ExpressibleByArgument {
  private let names: [Substring]

  init(argument: String) { names = argument.split(separator: ",") }

  func contains(_ job: some RawRepresentable<String>) -> Bool {
    names.contains { $0 == job.rawValue }
  }

  /// Throws `ValidationError` for a name that is not among the known ones.
  func check(_ known: [String]) throws {
    for name in names where !known.contains(String(name)) {
      throw ValidationError("There is no job '\(name)': \(known.joined(separator: ", ")).")
    }
  }
}
