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
    // Of a line all pieces may be reached from both sides.
    if dimension == 2, left.isEmpty, right.isEmpty { return nil }
  }
}

extension Geometry {
  /// The pieces of a line or an area to the left and to the right of a line.
  ///
  /// A line is split where it meets the cutter, touches included, and where it runs on it. An area is split
  /// where the cutter runs through it from border to border; a cutter that ends inside parts nothing.
  /// The common reference system is kept.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING M (0 0 100, 10 0 110)")
  /// let pieces = try main.cut(by: Geometry(wkt: "LINESTRING (4 -5, 4 5)"))
  /// pieces?.left                                                     // -> LINESTRING M (0 0 100, 4 0 104)
  /// pieces?.right                                                    // -> LINESTRING M (4 0 104, 10 0 110)
  /// try main.cut(by: Geometry(wkt: "LINESTRING (4 1, 4 5)")) == nil  // -> true
  /// ```
  ///
  /// - Parameter cutter: A line string or a multi line.
  /// - Returns: The pieces; nil when the cutter parts nothing, as of an empty geometry.
  /// - Throws: ``GeometryError`` with code `unsupportedType` for points, collections, and a cutter that
  ///   is no line; `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine` for
  ///   areas that are not valid.
  /// - Units: Places are decided exactly, those where lines cross are rounded.
  /// - Z and M: Of lines kept and interpolated; of areas Z is kept when every coordinate has it, M is dropped. The
  ///   cutter's own play no part.
  /// - Complexity: O((n + m) log (n + m) + k) for k pairs of segments over the same stretch of x; of areas
  ///   for each piece besides O(n m) for n and m coordinates of it and of the cutter.
  /// - Source: For lines, by a sweep with exact orientation; areas by polygonizing, with
  ///   `GEOSUnion` and `GEOSPolygonize_full`; Esri's `cut`.
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
