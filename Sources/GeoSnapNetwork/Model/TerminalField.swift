/// The fields of features that say how they connect.
package enum TerminalField {
  /// The terminal id at the start of a line.
  package static let from = "FROMDEVICETERMINAL"
  /// The terminal id at the end of a line.
  package static let to = "TODEVICETERMINAL"
  /// The name or id of the set of paths that a device is set to.
  package static let paths = "TERMINALCONFIGURATION"
  package static let all: Set<String> = [from, to, paths]
}
