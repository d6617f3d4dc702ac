import Foundation

/// The report in JSON, written while the features are: `{"moved": [...], "unmoved": [...],
/// "summary": {...}}`.
///
/// What did not move waits in a file, so that memory stays bounded; on stdout what moved does, too, so
/// that a run that fails leaves it to the failure's document.
final class ConformReport {
  private let file: OutputFile
  /// What moved, where it waits.
  private let moved: SpoolFile?
  private let unmoved: SpoolFile
  private var hasMoved = false
  private var hasUnmoved = false

  /// - Parameters:
  ///   - file: Where the report goes.
  ///   - isHeld: Whether nothing is written before all is known.
  /// - Throws: ``Failure`` when there is no room for a temporary file.
  init(_ file: OutputFile, isHeld: Bool) throws {
    self.file = file
    moved = isHeld ? try SpoolFile() : nil
    unmoved = try SpoolFile()
  }

  func write(_ entries: ConformEntries) throws {
    if !entries.moved.isEmpty {
      // Entries begin with a comma, which the first has not.
      let start = hasMoved ? [] : Array("{\"moved\":[".utf8)
      let bytes = start + entries.moved.dropFirst(hasMoved ? 0 : 1)
      if let moved { try moved.write(bytes) } else { try file.sink.write(bytes) }
      hasMoved = true
    }
    if !entries.unmoved.isEmpty {
      try unmoved.write(Array(entries.unmoved.dropFirst(hasUnmoved ? 0 : 1)))
      hasUnmoved = true
    }
  }

  /// Completes the report.
  func finish(_ counts: ConformCounts) throws {
    try moved?.forEachPiece { try file.sink.write($0) }
    try file.sink.write(
      Array((hasMoved ? "" : "{\"moved\":[").utf8) + Array("],\n\"unmoved\":[".utf8)
    )
    try unmoved.forEachPiece { try file.sink.write($0) }
    try file.sink.write(Array("],\n\"summary\":\(counts.json)}\n".utf8))
    try file.publish()
  }
}
