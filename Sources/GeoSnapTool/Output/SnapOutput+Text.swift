import GeoSnap

extension SnapOutput {
  func lines(_ match: SnapMatch?, refused: [SnapRefusal], tolerance: Double) -> [String] {
    [sentence(match, tolerance: tolerance)] + refused.map { "  refused: \(sentence($0))" }
  }

  func sentence(_ match: SnapMatch?, tolerance: Double) -> String {
    guard let match else {
      return "unsnapped: nothing within \(plain(tolerance)) may be snapped to"
    }
    return "snapped to \(sentence(match))"
  }

  func sentence(_ match: SnapMatch) -> String {
    "\(sentence(match.place)), because \(because(match.permission))"
      + duties(match).map { "; \($0)" }.joined()
  }

  func sentence(_ refusal: SnapRefusal) -> String {
    "\(sentence(refusal.place)), because \(because(refusal))"
  }

  /// A place in words, such as `line end of PipelineLine  Main / PE 110  pipe/12 at 3 4, 1 away`.
  func sentence(_ place: SnapPlace) -> String {
    let along = place.fraction.map { " (\(text($0 * 100, places: 1))% along)" } ?? ""
    let owner = place.feature.map { " of \(features.line($0))" } ?? ""
    return "\(place.kind.words)\(owner) at \(text(place.location))"
      + "\(along), \(text(place.distance, near: place.location)) away"
  }

  func name(_ target: SnapTarget) -> String {
    if case .feature(let feature) = target { features.line(feature) } else { "another feature" }
  }

  /// What an editor has to do when it takes a match.
  func duties(_ match: SnapMatch) -> [String] {
    var duties: [String] = []
    if match.insertsVertex { duties.append("insert a vertex there") }
    if case .feature(let other)? = match.crossing?.target, match.insertsVertex {
      duties.append("and one into \(features.line(other))")
    }
    if match.splitsLine { duties.append("split the line there") }
    if !match.terminals.isEmpty {
      let names = match.terminals.map { "\($0.id) (\($0.name))" }
      duties.append("take terminal \(names.joined(separator: " or "))")
    }
    if let occupant = match.occupant {
      duties.append("mind \(name(occupant)), which stands there already")
    }
    return duties
  }
}

extension SnapKind {
  /// The kind in words.
  var words: String {
    switch self {
    case .lineEnd: "line end"
    case .area: "inside"
    case .ownVertex: "vertex"
    case .ownEdge: "edge"
    case .guideCrossing: "crossing of guides"
    default: name
    }
  }
}
