internal import GeoSnapSupport

// These edits are replaced by simpler ones, which the commit, its inverse and the history contain.

extension TransactionRun {
  var tolerance: CoincidenceTolerance { network.base.coincidenceTolerance }

  // MARK: Vertices

  mutating func insertVertex(_ key: FeatureKey, at place: Coordinate, _ z: Double?, _ index: Int) {
    guard let (id, old) = find(key, index) else { return }
    guard let geometry = old.geometry else {
      let message = "The feature has no geometry into which a vertex could be inserted."
      return report(.wrongGeometry, index, id, old, message)
    }
    guard let changed = inserting(place, z, into: geometry, index, id, old) else { return }
    setGeometry(key, changed, index)
  }

  /// The geometry with a vertex at a place, unchanged if it has one; nil, with a report, when impossible.
  private mutating func inserting(
    _ place: Coordinate,
    _ z: Double?,
    into geometry: Geometry,
    _ index: Int,
    _ id: FeatureID,
    _ feature: Feature
  ) -> Geometry? {
    let isThere = geometry.paths.contains { path in
      path.kind != .place
        && (0..<path.count).contains {
          tolerance.holds(path[$0].x - place.x, path[$0].y - place.y)
            && tolerance.holds(path.z(at: $0) ?? .nan, z ?? .nan, heights: ())
        }
    }
    if isThere { return geometry }
    do throws(GeometryError) {
      let changed = try geometry.insertingVertex(at: place, tolerance: tolerance.xy)
      guard let z, geometry.hasZ else { return changed }
      if let changed = geometry.insertingVertex(
        at: place,
        z: z,
        tolerance: tolerance.xy,
        zTolerance: tolerance.z
      ) {
        return changed
      }
      let message =
        geometry.rises(through: z, at: place, tolerance)
        ? "The line rises through the height \(z) there and has no vertex at it: redraw the line with a vertex at this height."
        : "The \(geometry.type.name) passes the place \(place), but not at the height \(z). Give another height, or none."
      report(.wrongPlace, index, id, feature, message)
    } catch {
      let code: TransactionProblem.Code =
        error.code == .unsupportedType ? .wrongGeometry : .wrongPlace
      report(code, index, id, feature, error.message)
    }
    return nil
  }

  @inline(never)
  mutating func report(
    _ code: TransactionProblem.Code,
    _ index: Int,
    _ id: FeatureID,
    _ feature: Feature,
    _ message: String
  ) {
    let row = feature.globalID.map { "\($0)" } ?? "\(feature.rowID)"
    report(code, index, network.base.tables[Int(id.table)].name, row, message)
  }

  // MARK: Splitting

  mutating func split(
    _ key: FeatureKey,
    at places: [SplitPlace],
    _ newIDs: [GlobalID],
    _ index: Int
  ) {
    guard let (id, old) = find(key, index) else { return }
    guard let cut = cut(id, old, at: places, index) else { return }
    _ = split(id, old, cut, newIDs, index)
  }

  /// The line with vertices at the places, cut there; nil, with a report, when impossible.
  private mutating func cut(
    _ id: FeatureID,
    _ old: Feature,
    at places: [SplitPlace],
    _ index: Int
  ) -> LineCut? {
    guard var geometry = old.geometry, geometry.onlyLine != nil else {
      let type = old.geometry.map { "this is a \($0.type.name)" } ?? "this has no geometry"
      report(.wrongGeometry, index, id, old, "Only a line of one part can be split; \(type).")
      return nil
    }
    if places.isEmpty {
      report(.wrongPlace, index, id, old, "Give a place at which the line is split.")
      return nil
    }
    for place in places {
      guard let next = inserting(place.location, place.z, into: geometry, index, id, old) else {
        return nil
      }
      geometry = next.insertingPassages(through: place.location, place.z, tolerance)
    }
    guard let line = geometry.onlyLine else { return nil }
    var vertices: [Int: SplitPlace] = [:]
    for split in places {
      let place = split.location
      let passages = line.passages(through: place, split.z, tolerance)
      guard !passages.isEmpty else {
        let message = "The place \(place) is an end of the line: give a place between the ends."
        report(.wrongPlace, index, id, old, message)
        return nil
      }
      for vertex in passages { vertices[vertex] = split }
    }
    let cut = LineCut(line, at: vertices, tolerance: tolerance.xy)
    if cut == nil {
      let message =
        "A piece of the line would have no length: split the line farther from its ends and from the other splits."
      report(.wrongPlace, index, id, old, message)
    }
    return cut
  }

  private mutating func split(
    _ id: FeatureID,
    _ old: Feature,
    _ cut: LineCut,
    _ newIDs: [GlobalID],
    _ index: Int
  ) -> [FeatureID] {
    guard let geometry = old.geometry else { return [] }
    let before = problems.count
    let table = network.base.tables[Int(id.table)]
    let fields = LineFields(table, network.definition)
    let key = key(old, id)
    var ids = newIDs[...]
    var pieces: [FeatureID] = []
    for (number, piece) in cut.pieces.enumerated() {
      let values = fields.attributes(old.attributes, of: number, in: cut)
      if number == cut.longest {
        setGeometry(key, geometry.withOnlyLine(piece), index)
        setAttributes(key, table.named(values), index)
        pieces.append(id)
        continue
      }
      let new = NewFeature(
        globalID: ids.popFirst(),
        assetGroup: old.assetGroup,
        assetType: old.assetType,
        origin: old.origin,
        geometry: geometry.withOnlyLine(piece),
        attributes: table.named(values)
      )
      guard let inserted = insert(new, table.name, index) else { return [] }
      pieces.append(inserted)
    }
    guard problems.count == before, old.globalID != nil else { return pieces }
    shareAssociations(of: id, among: pieces, cut, index)
    return pieces
  }

  private mutating func shareAssociations(
    of line: FeatureID,
    among pieces: [FeatureID],
    _ cut: LineCut,
    _ index: Int
  ) {
    splitContents(of: line, cut, index)
    guard let own = network.globalID(of: line) else { return }
    let shapes = pieces.map { network.geometry(of: $0) }
    let ids = pieces.map { network.globalID(of: $0) ?? own }
    for association in network.associations(of: line) {
      let wanted: [NewAssociation]
      switch association.kind {
      case .connectivity: continue
      case .junctionEdgeFromConnectivity, .junctionMidspanConnectivity, .junctionEdgeToConnectivity:
        wanted = cut.places(ofFraction: association.edgeFraction).map { place in
          association.joining(own, as: ids[place.piece], at: place.fraction)
        }
      case .containment, .attachment:
        let isHeld = association.to.globalID == own
        let held = isHeld ? nil : network.feature(globalID: association.to.globalID)
        let numbers = isHeld ? Array(pieces.indices) : holders(of: held, among: shapes, cut)
        wanted = numbers.map { association.replacing(own, by: ids[$0]) }
      }
      replace(association, by: wanted, index)
    }
  }

  /// Splits the lines in a container with split content where they pass the cuts.
  private mutating func splitContents(of line: FeatureID, _ cut: LineCut, _ index: Int) {
    guard network.assetType(of: line)?.type.splitsContent == true else { return }
    let places = cut.pieces.dropLast().compactMap(\.last)
    for content in network.features(toSideOf: line, kind: .containment) {
      guard let feature = network.feature(content), let path = feature.geometry?.onlyLine,
        let geometry = feature.geometry
      else { continue }
      let own = places.filter { place in
        let location = try? geometry.linearLocation(
          closestTo: place,
          tolerance: .within(tolerance.xy)
        )
        let ends = [path.first, path.last].compactMap(\.self)
        return location != nil && !ends.contains { tolerance.holds($0.x - place.x, $0.y - place.y) }
      }
      guard !own.isEmpty,
        let inner = self.cut(content, feature, at: own.map { SplitPlace($0) }, index)
      else { continue }
      _ = split(content, feature, inner, [], index)
    }
  }

  /// The pieces that take over an associated feature: the nearest, or all along a line; the longest without a place.
  private func holders(of held: FeatureID?, among shapes: [Geometry?], _ cut: LineCut) -> [Int] {
    guard let geometry = held.flatMap({ network.geometry(of: $0) }) else { return [cut.longest] }
    func nearest(_ place: Coordinate) -> Int {
      let distances = shapes.map { $0?.nearestCoordinate(to: place)?.distance ?? .infinity }
      return distances.indices.min { distances[$0] < distances[$1] } ?? cut.longest
    }
    if geometry.onlyLine != nil {
      // A line runs along the pieces that are nearest to the middles of its sections between the cuts.
      let cuts = cut.pieces.dropLast().compactMap(\.last)
        .compactMap { try? geometry.fraction(closestTo: $0) }
      let limits = ([0, 1] + cuts).ordered(by: <)
      let middles = zip(limits, limits.dropFirst()).filter { $0 < $1 }
        .compactMap { try? geometry.linearLocation(atFraction: ($0 + $1) / 2)?.coordinate }
      if !middles.isEmpty { return Array(Set(middles.map(nearest))).ordered(by: <) }
    }
    return geometry.coordinates.first.map { [nearest($0)] } ?? [cut.longest]
  }

  /// Replaces an association by others, the first of which keeps its global id; an equal one is left unchanged.
  mutating func replace(_ old: Association, by wanted: [NewAssociation], _ index: Int) {
    if wanted == [NewAssociation(old)] { return }
    delete(old)
    for (number, association) in wanted.enumerated() {
      var new = association
      if number > 0 { new.globalID = nil }
      insert(new, index)
    }
  }
}

extension Geometry {
  /// Whether a segment without length in the plane contains a height at a place.
  fileprivate func rises(
    through height: Double,
    at place: Coordinate,
    _ tolerance: CoincidenceTolerance
  ) -> Bool {
    paths.contains { path in
      (0..<path.segmentCount).contains { index in
        guard let start = path.z(at: index), let end = path.z(at: index + 1) else { return false }
        return [path[index], path[index + 1]].allSatisfy {
          tolerance.holds($0.x - place.x, $0.y - place.y)
        } && min(start, end) <= height && height <= max(start, end)
      }
    }
  }
}

extension Association {
  func replacing(_ feature: GlobalID, by other: GlobalID) -> NewAssociation {
    var new = NewAssociation(self)
    if from.globalID == feature { new.from.globalID = other }
    if to.globalID == feature { new.to.globalID = other }
    return new
  }

  /// The association of the junction with another line: with its start for 0, with its end for 1.
  func joining(_ line: GlobalID, as other: GlobalID, at fraction: Double) -> NewAssociation {
    var new = replacing(line, by: other)
    let kind: AssociationKind =
      fraction <= 0
      ? .junctionEdgeToConnectivity
      : fraction >= 1 ? .junctionEdgeFromConnectivity : .junctionMidspanConnectivity
    if kind != self.kind || kind == .junctionMidspanConnectivity {
      new.kind = kind
      new.fractionAlongEdge = kind == .junctionMidspanConnectivity ? fraction : nil
    }
    return new
  }
}
