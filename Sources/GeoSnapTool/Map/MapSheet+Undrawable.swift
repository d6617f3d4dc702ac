extension MapSheet {
  /// The picture for an answer; nil, with a note on stderr, when the network cannot be drawn: the answer itself is
  /// still printed.
  ///
  /// Throws errors of `draw` except a `Failure` of usage.
  ///
  /// - `path`: The file that is not written in this case.
  static func unlessUndrawable(
    _ path: String,
    _ draw: () throws -> MapSheet
  ) throws -> MapSheet? {
    do {
      return try draw()
    } catch let failure as Failure where failure.exitCode == .usage {
      note("\(path) is not written, because nothing can be drawn. \(failure)")
      return nil
    }
  }
}
