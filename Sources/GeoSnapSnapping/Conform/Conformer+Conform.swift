extension Conformer {
  /// Conforms a block of the data set from which the plan was made, and returns an outcome for each of its
  /// ``ConformBlock/places``.
  ///
  /// Coordinates in `pins` stay.
  ///
  /// - Complexity: One snap for each vertex that may move, and an explanation for each that is near refused places only.
  public func conform(_ block: ConformBlock, keeping pins: ConformPins) -> [ConformOutcome] {
    let targets = targets(in: block)
    var outcomes = block.places.indices.map { vertex in
      outcome(of: vertex, in: block, targets, pins)
    }
    for feature in 0..<block.count where block.shapes[feature] == .lines {
      for part in block.parts(of: feature) {
        let conflicts = part.filter {
          outcomes[$0] == .kept(.sharedConflict) && !pins.held.contains(block.places[$0])
        }
        guard !conflicts.isEmpty, line(part, of: block, targets)?.isInDanger == true else {
          continue
        }
        for vertex in conflicts { outcomes[vertex] = .kept(.wouldCollapse) }
      }
    }
    return outcomes
  }

  private func outcome(
    of vertex: Int,
    in block: ConformBlock,
    _ targets: ConformTargets,
    _ pins: ConformPins
  ) -> ConformOutcome {
    guard targets.mayMove(vertex) else { return .held }
    let place = block.places[vertex]
    guard let match = targets.match(vertex) else { return .kept(reason(at: place)) }
    let outcome = ConformOutcome.moved(match)
    guard match.place.location != place else {
      // At its place, but perhaps not at its height, which does not affect others.
      let height = block.heights[vertex]
      let isAtHeight = height.isNaN || outcome.height(from: height) == height
      return isAtHeight ? .kept(.alreadyThere) : outcome
    }
    let isKept = pins.held.contains(place) || pins.givenUp.contains(place)
    return isKept ? .kept(.sharedConflict) : outcome
  }
}
