extension TransactionRun {
  private struct Seam {
    let line: CoordinateSequence
    let otherIsFirst: Bool
    let isReversed: Bool
    let fraction: Double

    /// The position along both lines for a position along the first or the second line.
    func fraction(_ fraction: Double, ofOther isOther: Bool) -> Double {
      let own = isOther && isReversed ? 1 - fraction : fraction
      let isFirst = isOther == otherIsFirst
      return isFirst ? own * self.fraction : self.fraction + own * (1 - self.fraction)
    }
  }

  mutating func merge(_ key: FeatureKey, with otherKey: FeatureKey, _ index: Int) {
    guard let (id, old) = find(key, index), let (otherID, other) = find(otherKey, index) else {
      return
    }
    func refuse(_ message: String) { report(.notMergeable, index, id, old, message) }
    guard id != otherID else { return refuse("A line cannot be merged with itself.") }
    let isSameKind =
      id.table == otherID.table && old.assetGroup == other.assetGroup
      && old.assetType == other.assetType
    guard isSameKind else {
      return refuse(
        network.onlyAlike(network.assetTypeID(of: id), network.assetTypeID(of: otherID))
          + (id.table == otherID.table ? " Set the asset type of one of them first." : "")
      )
    }
    guard let geometry = old.geometry, let line = geometry.onlyLine,
      let otherLine = other.geometry?.onlyLine
    else { return refuse("Each feature must be a line of exactly one part.") }
    guard line.dimensions == otherLine.dimensions else {
      return refuse(
        "Only one of the lines has heights, or only one has measures: add them to the other line first, or remove them."
      )
    }
    guard let seam = seam(line, otherLine) else {
      return refuse(
        "The lines have no common end: move an end of one line to an end of the other first."
      )
    }
    let table = network.base.tables[Int(id.table)]
    let values = LineFields(table, network.definition).attributes(
      merging: old.attributes,
      with: other.attributes,
      otherIsFirst: seam.otherIsFirst,
      isReversed: seam.isReversed
    )
    if let own = old.globalID, let taken = other.globalID {
      takeOver(own, taken, id, otherID, seam, index)
    }
    delete(self.key(other, otherID), index)
    let ownKey = self.key(old, id)
    setGeometry(ownKey, geometry.withOnlyLine(seam.line), index)
    setAttributes(ownKey, table.named(values), index)
  }

  /// The seam at an end that two lines share; the end of the first at the start of the second is preferred.
  private func seam(_ line: CoordinateSequence, _ other: CoordinateSequence) -> Seam? {
    func isOne(_ one: Int, _ second: CoordinateSequence, _ two: Int) -> Bool {
      let (a, b) = (line[one], second[two])
      return tolerance.holds(a.x - b.x, a.y - b.y)
        && tolerance.holds(line.z(at: one) ?? .nan, second.z(at: two) ?? .nan, heights: ())
    }
    for isReversed in [false, true] {
      let second = isReversed ? other.selecting(other.indices.reversed()) : other
      let (last, otherLast) = (line.count - 1, second.count - 1)
      // The merged line has the vertex of the remaining line where the two differ.
      let (head, tail, otherIsFirst): (CoordinateSequence, CoordinateSequence, Bool)
      if isOne(last, second, 0) {
        (head, tail, otherIsFirst) = (line, second.slice(1..<second.count), false)
      } else if isOne(0, second, otherLast) {
        (head, tail, otherIsFirst) = (second.slice(0..<otherLast), line, true)
      } else {
        continue
      }
      let joined = CoordinateSequence(
        trusted: head.ordinates + tail.ordinates,
        dimensions: line.dimensions
      )
      let (own, whole) = (line.planarLength, joined.planarLength)
      let share = whole > 0 ? own / whole : 0.5
      return Seam(
        line: joined,
        otherIsFirst: otherIsFirst,
        isReversed: isReversed,
        fraction: otherIsFirst ? 1 - share : share
      )
    }
    return nil
  }

  /// Gives a line the associations of another that becomes part of it, and updates the positions of those it has.
  private mutating func takeOver(
    _ own: GlobalID,
    _ taken: GlobalID,
    _ id: FeatureID,
    _ otherID: FeatureID,
    _ seam: Seam,
    _ index: Int
  ) {
    let held = network.associations(of: id).map { ($0, false) }
    let others = network.associations(of: otherID).filter { $0.end(across: taken)?.globalID != own }
      .map { ($0, true) }
    var seen: [NewAssociation] = []
    for (association, isOther) in held + others {
      if association.end(across: own)?.globalID == taken { continue }
      let line = isOther ? taken : own
      var wanted = association.replacing(line, by: own)
      if association.kind.isConnectivity, association.kind != .connectivity {
        let place = seam.fraction(association.edgeFraction, ofOther: isOther)
        wanted = association.joining(line, as: own, at: place)
      }
      if seen.contains(where: { $0.says(theSameAs: wanted) }) {
        // An association that both lines had is kept once.
        delete(association)
        continue
      }
      seen.append(wanted)
      replace(association, by: [wanted], index)
    }
  }
}

extension NewAssociation {
  /// Whether another association has the same kind and ends, in either order if both sides are alike.
  func joins(theSameAs other: NewAssociation) -> Bool {
    func same(_ lhs: End, _ rhs: End) -> Bool {
      lhs.globalID == rhs.globalID && (!kind.isConnectivity || lhs.terminalID == rhs.terminalID)
    }
    return kind == other.kind
      && (same(from, other.from) && same(to, other.to)
        || kind.isConnectivity && same(from, other.to) && same(to, other.from))
  }

  fileprivate func says(theSameAs other: NewAssociation) -> Bool {
    guard joins(theSameAs: other) else { return false }
    switch (fractionAlongEdge, other.fractionAlongEdge) {
    case (let one?, let two?): return (one - two).magnitude < 1e-9
    case (nil, nil): return true
    default: return false
    }
  }
}
