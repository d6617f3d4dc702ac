import ArgumentParser

/// The option of a verb that prints lines, or JSON for programs.
struct JSONOption: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  /// Prints the document with `--json`, otherwise the lines.
  func print(
    _ document: @autoclosure () throws -> JSONValue,
    _ lines: @autoclosure () throws -> [String]
  ) throws {
    if json { try document().print() } else { try printLines(lines()) }
  }
}
