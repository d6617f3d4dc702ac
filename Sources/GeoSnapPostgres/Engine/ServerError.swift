internal import CPostgres

/// An error of a server, or of the connection to it.
struct ServerError: Error {
  /// PostgreSQL's error code of five characters; empty for errors of libpq.
  let state: String
  let message: String
  let detail: String
  /// Whether the connection is lost, so that the result of the last statement is unknown.
  let isLost: Bool
  /// The role of the connection; empty when it does not matter.
  var role = ""

  /// Whether the server closes the connection, such as when it shuts down.
  var isShutdown: Bool { ["57P01", "57P02", "57P03", "57P05"].contains(state) }
}

extension ServerError: CustomStringConvertible {
  var description: String {
    var text = message
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return detail.isEmpty ? text : "\(text) \(detail)"
  }
}
