public import GeoSnap

public func seeds(_ count: UInt64) -> ClosedRange<UInt64> { 1...count }

extension Geometry {
  /// Whether a collection has members with and without Z or M; empty ones have none to show.
  public var hasMixedDimensions: Bool {
    guard case .collection(let collection) = self else { return false }
    return collection.geometries.contains {
      $0.hasMixedDimensions || $0.isEmpty || $0.hasZ != hasZ || $0.hasM != hasM
    }
  }
}

public let allDimensions: [CoordinateDimensions] = [.xy, .xyz, .xym, .xyzm]
