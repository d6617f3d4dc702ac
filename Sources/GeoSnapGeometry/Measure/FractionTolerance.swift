/// How far from a line a place may be and still have a location along it.
public enum FractionTolerance: Hashable, Sendable {
  /// At most this planar distance, in coordinate units; the limit itself is within.
  case within(Double)
  /// Any distance.
  case unlimited
  /// Any distance, but the place must not lie beyond an end of the line.
  ///
  /// It lies beyond an end when the nearest location is that end and the place projects outside
  /// the first or last segment of positive length. The ends of a multi line are the start of its
  /// first part and the end of its last: the gaps between parts are within it. A line that closes
  /// on itself has no ends; one of zero length has nothing between its ends but its own place.
  ///
  /// Esri's tolerance -1.
  case betweenEnds
}
