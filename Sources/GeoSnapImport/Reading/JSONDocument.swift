/// Finds places in a JSON document, for messages about documents that other code reads.
package enum JSONDocument {
  /// Returns the syntax error of a JSON document and its line; nil for a valid document.
  package static func syntaxProblem(in bytes: [UInt8]) -> (line: Int?, message: String)? {
    do {
      _ = try JSONParser.parse(bytes, path: "$")
      return nil
    } catch {
      return (error.line, error.message)
    }
  }

  /// Returns the line, from 1, at which a value or its nearest existing ancestor begins; nil when there is none.
  ///
  /// `path` is the path of the value, such as `$.edits[0]`; `bytes` must be a valid document.
  package static func line(of path: String, in bytes: [UInt8]) -> Int? {
    JSONLines.lines(of: [path], in: bytes)[path]
  }
}
