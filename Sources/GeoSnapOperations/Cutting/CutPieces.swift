/// The pieces into which a line cuts a geometry: Esri's list has the left pieces first, the right ones second, then
/// each uncut piece.
public struct CutPieces: Hashable, Sendable {
  /// The pieces on the left of the cutter in its direction; an empty geometry when there are none.
  public let left: Geometry
  /// The pieces on its right, and pieces of lines that lie on it; an empty geometry when there are none.
  public let right: Geometry
  /// The pieces on neither side: not reached, or reached from both.
  public let uncut: [Geometry]
}

enum CutSide {
  case left
  case right
  case neither
}

extension CutPieces {
  /// Sorts pieces by side.
  init(_ pieces: [(Geometry, CutSide)], dimension: Int, _ srid: SRID?) {
    func joined(_ side: CutSide) -> Geometry {
      let some = pieces.filter { $0.1 == side }.map(\.0)
      return some.isEmpty ? .empty(ofDimension: dimension, srid) : .joining(some, srid)
    }
    left = joined(.left)
    right = joined(.right)
    uncut = pieces.filter { $0.1 == .neither }.map(\.0)
  }
}

extension Geometry {
  /// The pieces of a line or an area to the left and to the right of a line or multi line.
  ///
  /// A line is split where it meets the cutter, touches included, and where both overlap. An area is split where the
  /// cutter crosses it from boundary to boundary; a cutter that ends inside divides nothing. The result has the
  /// common reference system.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING M (0 0 100, 10 0 110)")
  /// let pieces = try main.cut(by: Geometry(wkt: "LINESTRING (4 -5, 4 5)"))
  /// pieces?.left                                                     // -> LINESTRING M (0 0 100, 4 0 104)
  /// pieces?.right                                                    // -> LINESTRING M (4 0 104, 10 0 110)
  /// try main.cut(by: Geometry(wkt: "LINESTRING (4 1, 4 5)")) == nil  // -> true
  /// ```
  ///
  /// - Returns: nil when the cutter divides nothing, or the geometry is empty.
  /// - Throws: ``GeometryError`` with code `unsupportedType` for points, collections, and a cutter that is not a
  ///   line; `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine` for areas that are not
  ///   valid.
  /// - Units: Whether lines meet is exact; the coordinates of crossings are rounded.
  /// - Z and M: Of lines kept and interpolated; of areas Z is kept when every coordinate has it, M is dropped. Those
  ///   of the cutter play no part.
  /// - Complexity: O((n + m) log (n + m) + k) for k pairs of segments over the same stretch of the extent's longer
  ///   side; for areas also O(n m) for each piece with n coordinates, and m of the cutter.
  /// - Source: Lines by a sweep with exact orientation; areas by polygonizing, with `GEOSUnion` and
  ///   `GEOSPolygonize_full`; Esri's `cut`.
  public func cut(by cutter: Geometry) throws(GeometryError) -> CutPieces? {
    guard cutter.type == .lineString || cutter.type == .multiLineString else {
      throw GeometryError("Only a line can cut", not: cutter.type)
    }
    let own = try sharingSystem(of: cutter)
    try checkPlane()
    try cutter.checkPlane()
    switch self {
    case .lineString, .multiLineString:
      return own.cutLine(by: try cutter.removingRepeatedVertices())
    case .polygon, .multiPolygon: return try own.cutArea(by: cutter)
    default:
      throw GeometryError("Only lines and areas can be cut", not: type)
    }
  }
}
