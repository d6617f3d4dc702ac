/// Where in a JSON document something stands, for messages about documents that others read.
package enum JSONDocument {
  /// What keeps bytes from being a JSON document, and the line it is in; nil when nothing does.
  package static func syntaxProblem(in bytes: [UInt8]) -> (line: Int?, message: String)? {
    do {
      _ = try JSONParser.parse(bytes, path: "$")
      return nil
    } catch {
      return (error.line, error.message)
    }
  }

  /// The line at which a value begins, or the nearest one around it.
  ///
  /// - Parameters:
  ///   - path: The value's path, such as `$.edits[0]`.
  ///   - bytes: The document, in which ``syntaxProblem(in:)`` finds nothing.
  /// - Returns: The line, from 1; nil when there is none.
  package static func line(of path: String, in bytes: [UInt8]) -> Int? {
    JSONLines.lines(of: [path], in: bytes)[path]
  }
}
