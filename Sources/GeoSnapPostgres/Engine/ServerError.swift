internal import CPostgres

/// What a server, or the way to it, has to say.
struct ServerError: Error {
  /// The five characters by which PostgreSQL names the kind of error; empty for what libpq says itself.
  let state: String
  let message: String
  let detail: String
  /// Whether the connection is gone, so that nobody knows what became of what was asked last.
  let isLost: Bool
  /// Who has asked; empty where that does not matter.
  var role = ""

  /// Whether the server wants no more of the connection, such as when it shuts down.
  var isShutdown: Bool { ["57P01", "57P02", "57P03", "57P05"].contains(state) }
}

extension ServerError: CustomStringConvertible {
  var description: String {
    var text = message
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return detail.isEmpty ? text : "\(text) \(detail)"
  }
}
