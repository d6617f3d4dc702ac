/// The report in JSON, written together with the features: `{"moved": [...], "unmoved": [...], "summary": {...}}`.
///
/// A temporary file holds `unmoved`, so that memory stays bounded.
package final class ConformReport {
  private let file: OutputFile
  private let unmoved: SpoolFile
  private var hasMoved = false
  private var hasUnmoved = false

  init(_ file: OutputFile) throws {
    self.file = file
    unmoved = try SpoolFile()
  }

  func write(_ entries: ConformEntries) throws {
    if !entries.moved.isEmpty {
      try file.sink.write(hasMoved ? [] : Array("{\"moved\":[".utf8))
      // Entries begin with a comma, which the first must not have.
      try file.sink.write(Array(entries.moved.dropFirst(hasMoved ? 0 : 1)))
      hasMoved = true
    }
    if !entries.unmoved.isEmpty {
      try unmoved.write(Array(entries.unmoved.dropFirst(hasUnmoved ? 0 : 1)))
      hasUnmoved = true
    }
  }

  func finish(_ counts: ConformCounts) throws {
    try end(with: "\"summary\":\(counts.json)")
    try file.publish()
  }

  /// Completes a report on stdout with the error of the run, which has not carried out the entries.
  func fail(_ failure: Failure) throws {
    let error = String(decoding: try failure.json.text(isIndented: false), as: UTF8.self)
    try end(with: "\"error\":\(error)")
  }

  private func end(with member: String) throws {
    try file.sink.write(
      Array((hasMoved ? "" : "{\"moved\":[").utf8) + Array("],\n\"unmoved\":[".utf8)
    )
    try unmoved.forEachPiece { try file.sink.write($0) }
    try file.sink.write(Array("],\n\(member)}\n".utf8))
  }
}
