/// What a line cuts a geometry into.
///
/// Esri's list has the left pieces first, the right ones second, then each uncut piece.
public struct CutPieces: Hashable, Sendable {
  /// The pieces on the left of the cutter, as seen in its direction; empty when there are none.
  public let left: Geometry
  /// The pieces on its right, and of lines those that lie on it; empty when there are none.
  public let right: Geometry
  /// Each piece that is on neither side: not reached, or reached from both.
  public let uncut: [Geometry]
}

/// Which side of the cutter a piece lies on.
enum CutSide {
  case left
  case right
  case neither
}

extension CutPieces {
  /// Sorts pieces by side; nil when the cutter parts nothing.
  init?(_ pieces: [(Geometry, CutSide)], dimension: Int, _ srid: SRID?) {
    func joined(_ side: CutSide) -> Geometry {
      let some = pieces.filter { $0.1 == side }.map(\.0)
      return some.isEmpty ? .empty(ofDimension: dimension, srid) : .joining(some, srid)
    }
    left = joined(.left)
    right = joined(.right)
    uncut = pieces.filter { $0.1 == .neither }.map(\.0)
    if left.isEmpty && right.isEmpty { return nil }
  }
}

extension Geometry {
  /// The pieces of a line or an area to the left and to the right of a line.
  ///
  /// A line is split where it meets the cutter, touches included, and where it runs on it. An area is split
  /// where the cutter runs through it from border to border; a cutter that ends inside parts nothing.
  /// Of lines Z and M are kept and interpolated; of areas Z when every coordinate has it, and M is
  /// dropped. The common reference system is kept. Esri's `cut`.
  ///
  /// ```swift
  /// if let halves = try parcel.cut(by: survey) { save(halves.left, halves.right) }
  /// ```
  ///
  /// - Parameter cutter: A line string or a multi line.
  /// - Returns: The pieces; nil when the cutter parts nothing.
  /// - Throws: ``GeometryError`` with code `unsupportedType` for points, collections, and a cutter that
  ///   is no line; `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine` for
  ///   areas that are not valid.
  /// - Complexity: O(n log n) in the coordinates of both and the places where they meet.
  public func cut(by cutter: Geometry) throws(GeometryError) -> CutPieces? {
    guard cutter.type == .lineString || cutter.type == .multiLineString else {
      throw GeometryError(.unsupportedType, "Only a line cuts; this is a \(cutter.type.name).")
    }
    let srid = try commonSRID(srid, cutter.srid)
    try checkPlane()
    try cutter.checkPlane()
    switch self {
    case .lineString, .multiLineString: return cutLine(by: cutter, srid)
    case .polygon, .multiPolygon: return try cutArea(by: cutter, srid)
    default:
      throw GeometryError(
        .unsupportedType,
        "Only lines and areas can be cut; this is a \(type.name)."
      )
    }
  }
}
