/// The jobs of a pointer over a network made of a workload, with rules in force.
enum PointerJob: String, CaseIterable {
  /// The answer of the index with the same radius: the nearest segment of a line within 5 m.
  case pointerEdge
  /// The snap place among all kinds except intersections, with rules, layers and a sketch.
  case pointerMove
  /// The same, with all properties that are computed on demand: z, m, fraction, source, terminals.
  case pointerMoveWhole
  /// As ``pointerMove``, with intersections.
  case pointerMoveCrossings
  /// As ``pointerMove`` along a path, each answer with the one before as input.
  case pointerPath
}
