extension NetworkIndex {
  /// The associations whose two ends both lie in a closed rectangle, in the order of the network's list.
  ///
  /// Containment and associations with objects have no geometry and are never in the result; an association that only
  /// crosses the extent is not either. `kind` is the only kind wanted; nil for all.
  ///
  /// - Complexity: O(log n + k log k) for k associations that touch the extent.
  public func associations(in extent: Envelope, kind: AssociationKind? = nil) -> [Association] {
    var positions: [Int32] = []
    collectAssociations(in: extent, into: &positions)
    positions.sort()
    let found = positions.compactMap { network.association(at: $0) }
    guard let kind else { return found }
    return found.filter { $0.kind == kind }
  }

  /// Appends the positions of the associations in an extent, in no particular order, for loops that reuse a buffer.
  ///
  /// ``EditedNetwork/association(at:)`` returns the association at a position.
  package func collectAssociations(in extent: Envelope, into positions: inout [Int32]) {
    associations.collect(in: extent, into: &positions)
  }
}
