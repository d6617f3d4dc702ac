extension NetworkIndex {
  /// The associations in an extent: those whose two ends both lie in the closed rectangle.
  ///
  /// Containment has no geometry and is never among them, nor is an association with an object, which has no place.
  /// An association that only crosses the extent is not in it.
  ///
  /// - Parameters:
  ///   - extent: The rectangle, in the units of the network.
  ///   - kind: The only kind wanted; nil for all kinds with a geometry.
  /// - Returns: The associations in the order of the network's list.
  /// - Complexity: O(log n + k log k) for k associations that touch the extent.
  public func associations(
    in extent: Envelope,
    kind: AssociationKind? = nil
  ) -> [Association] {
    var positions: [Int32] = []
    collectAssociations(in: extent, into: &positions)
    positions.sort()
    let found = positions.compactMap { network.association(at: $0) }
    guard let kind else { return found }
    return found.filter { $0.kind == kind }
  }

  /// Appends the positions of the associations in an extent, in no particular order: the form for loops that keep
  /// their buffer.
  ///
  /// ``EditedNetwork/association(at:)`` knows what is at a position.
  public func collectAssociations(in extent: Envelope, into positions: inout [Int32]) {
    associations.collect(in: extent, into: &positions)
  }
}
