/// The fields of features that determine terminals.
package enum TerminalField {
  package static let from = "FROMDEVICETERMINAL"
  package static let to = "TODEVICETERMINAL"
  /// The name or id of a device's set of paths.
  package static let paths = "TERMINALCONFIGURATION"
  package static let all: Set<String> = [from, to, paths]

  /// The beginning of the advice to set a field to one of some terminals.
  package static func setting(_ field: String) -> String { "Set \(field) of the line to" }
}
