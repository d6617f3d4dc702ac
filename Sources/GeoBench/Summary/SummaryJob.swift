enum SummaryJob: String, CaseIterable {
  case build
  case identify
  case snapEdge
  case snapVertex
  case extent
  case nearest
  case snapRules
  case intersectAreas

  /// The job, as the beginning of a sentence.
  var does: String {
    switch self {
    case .build: "An index of all lines and points"
    case .identify: "All features within 5 m of a point"
    case .snapEdge: "The nearest place on a line within 5 m"
    case .snapVertex: "The nearest vertex within 5 m"
    case .extent: "The associations in a rectangle of 200 m"
    case .nearest: "The nearest feature, however far"
    case .snapRules: "The place to snap to, by the rules of the sample"
    case .intersectAreas: "What two areas have in common"
    }
  }

  var rival: String {
    switch self {
    case .build, .identify, .snapEdge, .snapVertex, .extent, .nearest: "GEOS's STRtree in C++"
    case .snapRules: "looking at every feature"
    case .intersectAreas: "GEOS's overlay in C++"
    }
  }
}
