import Foundation

extension MapSheet {
  /// A picture that goes with an answer; nil, and noted on stderr, when the network cannot be drawn: the
  /// answer is told all the same.
  ///
  /// - Parameters:
  ///   - path: The file that is not written then.
  ///   - draw: Draws the whole network.
  /// - Returns: The picture.
  /// - Throws: What `draw` throws but for a `Failure` of usage.
  static func unlessUndrawable(
    _ path: String,
    _ draw: () throws -> MapSheet
  ) throws -> MapSheet? {
    do {
      return try draw()
    } catch let failure as Failure where failure.exitCode == .usage {
      note("\(path) is not written, as nothing can be drawn. \(failure)")
      return nil
    }
  }
}
