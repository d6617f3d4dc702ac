import Foundation

/// The report in JSON, written while the features are: `{"moved": [...], "unmoved": [...],
/// "summary": {...}}`.
///
/// What did not move waits in a file, so that memory stays bounded.
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
      // Entries begin with a comma, which the first has not.
      try file.sink.write(Array(entries.moved.dropFirst(hasMoved ? 0 : 1)))
      hasMoved = true
    }
    if !entries.unmoved.isEmpty {
      try unmoved.write(Array(entries.unmoved.dropFirst(hasUnmoved ? 0 : 1)))
      hasUnmoved = true
    }
  }

  /// Completes the report.
  func finish(_ counts: ConformCounts) throws {
    try end(with: "\"summary\":\(counts.json)")
    try file.publish()
  }

  /// Completes a report on stdout with why the run failed: what it holds was not done then.
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
