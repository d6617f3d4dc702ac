internal import CPostgres

/// The rows of an answer, with cells as texts.
@safe
final class Rows {
  // It is cleared with this object.
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { unsafe self.result = result }

  deinit { unsafe PQclear(result) }

  func error(isLost: Bool, role: String) -> ServerError? {
    switch unsafe PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_PIPELINE_SYNC, PGRES_COPY_IN,
      PGRES_COPY_OUT:
      return nil
    case PGRES_PIPELINE_ABORTED:
      return ServerError(
        state: "",
        message: "An earlier statement in the same transaction failed.",
        detail: "",
        isLost: isLost
      )
    default: break
    }
    func field(_ code: UInt8) -> String {
      // libpq keeps the text with the result.
      unsafe PQresultErrorField(result, Int32(code)).map { unsafe String(cString: $0) } ?? ""
    }
    let state = field(UInt8(ascii: "C"))
    let primary = field(UInt8(ascii: "M"))
    let whole = unsafe PQresultErrorMessage(result).map { unsafe String(cString: $0) } ?? ""
    return ServerError(
      state: state,
      message: primary.isEmpty ? whole : primary,
      detail: field(UInt8(ascii: "D")),
      // An error without a state is from libpq: it cannot continue, even if it still reports the connection as good.
      isLost: isLost || state.isEmpty,
      role: role
    )
  }

  var count: Int { unsafe Int(PQntuples(result)) }

  var changed: Int { unsafe Int(String(cString: PQcmdTuples(result))) ?? 0 }

  /// A cell; nil for NULL, and for a cell that does not exist.
  subscript(row: Int, column: Int) -> String? {
    let width = unsafe Int(PQnfields(result))
    guard row < count, column < width,
      unsafe PQgetisnull(result, Int32(row), Int32(column)) == 0,
      // It ends with a NUL, and is valid as long as the result.
      let text = unsafe PQgetvalue(result, Int32(row), Int32(column))
    else { return nil }
    return unsafe String(cString: text)
  }
}

struct ServerError: Error, CustomStringConvertible {
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

  var description: String {
    var text = message
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return detail.isEmpty ? text : "\(text) \(detail)"
  }
}
