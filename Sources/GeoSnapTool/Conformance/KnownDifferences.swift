import GeoSnap

/// The operations of a test suite that are known to differ, and why.
///
/// A text file: a line that begins with `#` says a cause, the lines below it are `FILE PLACE NAME`.
struct KnownDifferences {
  private(set) var causes: [String: String] = [:]

  /// Knows of no difference.
  init() {}

  /// Reads a list.
  ///
  /// - Throws: ``Failure`` that names the file and the line.
  init(path: String) throws {
    var bytes: [UInt8] = []
    let source = try ByteSource(path: path)
    while try source.read(1 << 20, into: &bytes) {}
    var cause: String?
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = String(line).trimmed
      if text.isEmpty { continue }
      if text.hasPrefix("#") {
        cause = String(text.drop { $0 == "#" }).trimmed
        continue
      }
      guard let cause, text.split(separator: " ").count == 3 else {
        throw Failure(
          exitCode: .badData,
          message: "\(path), line \(index + 1): a difference is FILE PLACE NAME below a # cause."
        )
      }
      causes[text] = cause
    }
  }
}
