internal import GeoSnap

/// Moves points and line ends onto features that they miss, and inserts vertices, which never bend a line.
struct GISConnection {
  /// The greatest distance of a move, in metres; 0 when no feature may move.
  let tolerance: Double
  let mapping: GISMapping
  let scale: PlaneScale
  let contacts: GISContacts
  private let node: (assetType: AssetTypeID, domain: String)?
  private(set) var moves: [ImportReport.Move] = []
  private(set) var gaps: [ImportReport.Move] = []
  private(set) var vertices: [ImportReport.Addition] = []
  private(set) var notes: [String] = []
  private(set) var points: GISPoints

  private var moved: [Int: (place: Coordinate, z: Double?)] = [:]
  /// The touches that were moved or that others were moved to.
  private var settled: Set<Int> = []
  private var insertions: [Int: [GISInsertion]] = [:]
  /// For touches with several equally near targets: the feature that was chosen, and another.
  private var undecided: [Int: (chosen: Int, other: Int)] = [:]
  /// For ends near a line of another asset type that no junction would join to it: the line.
  private var barred: [Int: Int] = [:]

  init(
    tolerance: Double,
    mapping: GISMapping,
    points: GISPoints,
    contacts: GISContacts,
    node: AssetTypeID?
  ) {
    self.tolerance = tolerance
    self.mapping = mapping
    self.node = node.map { (assetType: $0, domain: mapping.nodes?.domain ?? "") }
    self.points = points
    self.contacts = contacts
    scale = points.scale
    insertions = contacts.insertions
  }

  mutating func connect(_ features: inout GISFeatures) throws(IndexError) {
    if tolerance > 0 {
      if mapping.moves != .ends { try movePoints(&features) }
      if mapping.moves != .points { moveEnds(features) }
    }
    if let first = undecided.min(by: { $0.key < $1.key }) {
      let origin = features.origin(Int(contacts.touches[first.key].feature))
      notes.append(
        "Moved to one of several equally near places: \(undecided.count); the first is \(origin), which was moved to "
          + "\(features.origin(first.value.chosen)) and not to \(features.origin(first.value.other))."
      )
    }
    var apart = barred.filter { isLoose($0.key) }
    for (touch, line) in contacts.meetings {
      let end = contacts.touches[touch]
      if !connects(touch, line, end.place, end.z, features) { apart[touch] = line }
    }
    if let first = apart.min(by: { $0.key < $1.key }) {
      notes.append(
        "Ends that stay apart from a line of another asset type, because no junction would join them: \(apart.count); "
          + "the first is \(features.origin(Int(contacts.touches[first.key].feature))), near "
          + "\(features.origin(first.value)). Where they should join, put a junction there that the rules allow, or "
          + (node == nil ? "set \"nodes\"." : "write rules for the junctions of \"nodes\".")
      )
    }
    listGaps(features)
    change(&features)
  }

  private func isLoose(_ touch: Int) -> Bool {
    !contacts.isJoined[touch] && !settled.contains(touch)
  }

  private func place(_ touch: Int) -> Coordinate {
    moved[touch]?.place ?? contacts.touches[touch].place
  }

  private func height(_ touch: Int) -> Double? {
    contacts.touches[touch].z.map { moved[touch]?.z ?? $0 }
  }

  private func goal(_ contact: GISContacts.Contact) -> (place: Coordinate, z: Double?) {
    guard let end = contacts.end(contact) else { return (contact.foot.place, contact.foot.z) }
    return (place(end), height(end))
  }

  // MARK: Points

  private mutating func movePoints(_ features: inout GISFeatures) throws(IndexError) {
    var taken: Set<Coordinate> = []
    for touch in points.points.indices where isLoose(touch) && !contacts.rests[touch] {
      guard let contact = contacts.near(touch).first(where: { $0.canJoin }),
        contact.foot.distance <= tolerance
      else { continue }
      // A line end that misses the point moves to it instead.
      let end = contacts.end(contact)
      if let end, isLoose(end), mapping.moves != .points { continue }
      let foot = contact.foot
      guard points.at(foot.place, z: foot.z, domain: points.domain(touch)).isEmpty,
        taken.insert(foot.place).inserted
      else { continue }
      move(touch, contact, .missedLine, features)
      if let end { settled.insert(end) }
      guard case .point(let point)? = features.geometry(points.feature(touch)) else { continue }
      features.change(
        points.feature(touch),
        to: .point(
          Point(foot.place, z: point.z.map { foot.z ?? $0 }, m: point.m, srid: point.srid)
        )
      )
    }
    if !moved.isEmpty { points = try GISPoints(features, mapping: mapping, scale: scale) }
  }

  private mutating func move(
    _ touch: Int,
    _ contact: GISContacts.Contact,
    _ reason: ImportReport.Move.Reason,
    _ features: GISFeatures
  ) {
    let (target, z) = goal(contact)
    note(touch, target, z, reason, features)
    for other in contacts.near(touch)
    where other.canJoin
      && connects(touch, Int(other.line), other.foot.place, other.foot.z, features)
    {
      let apart = scale.distance(other.foot.place, target)
      if apart > scale.toleranceInMetres {
        guard other.line != contact.line,
          abs(other.foot.distance - contact.foot.distance) <= scale.toleranceInMetres
        else { continue }
        undecided[touch] = undecided[touch] ?? (Int(contact.line), Int(other.line))
      } else if other.isInSegment {
        // Lines that overlap are all joined there.
        var insertion = other.foot
        insertion.place = target
        insertion.distance = apart
        insertions[Int(other.line), default: []].append(insertion)
      }
    }
  }

  private mutating func note(
    _ touch: Int,
    _ target: Coordinate,
    _ z: Double?,
    _ reason: ImportReport.Move.Reason,
    _ features: GISFeatures
  ) {
    let from = contacts.touches[touch]
    moved[touch] = (target, z)
    settled.insert(touch)
    moves.append(
      ImportReport.Move(
        origin: features.origin(Int(from.feature)),
        from: from.place,
        to: target,
        distance: scale.distance(from.place, target, from.z, z),
        reason: reason
      )
    )
  }

  // MARK: Ends

  private mutating func moveEnds(_ features: GISFeatures) {
    let loose = (points.points.count..<contacts.touches.count).filter { !contacts.isJoined[$0] }
    var free: [Int] = []
    for touch in loose where isLoose(touch) {
      if moveToPoint(touch, features) { continue }
      free.append(touch)
      moveToLine(touch, features, isLast: false)
    }
    // The ends that waited for another end, which moved elsewhere.
    for touch in free where isLoose(touch) { moveToLine(touch, features, isLast: true) }
  }

  /// Whether an end that moves to a place of a line joins it there; lines of two asset types need a junction.
  private func connects(
    _ touch: Int,
    _ line: Int,
    _ place: Coordinate,
    _ z: Double?,
    _ features: GISFeatures
  ) -> Bool {
    let own = contacts.touches[touch]
    let other = features.assetType(line)
    if own.end == nil || own.assetType == other { return true }
    let domain = contacts.domains[Int(own.domain)]
    var junctions = points.at(place, z: z, domain: domain).map {
      features.assetType(points.feature($0))
    }
    if junctions.isEmpty, let node, node.domain == domain { junctions = [node.assetType] }
    return junctions.contains { contacts.allows($0, own.assetType) && contacts.allows($0, other) }
  }

  private mutating func mayGo(
    _ touch: Int,
    to target: Coordinate,
    _ z: Double?,
    _ name: String,
    _ features: GISFeatures
  ) -> Bool {
    let number = Int(contacts.touches[touch].feature)
    guard let line = features.line(number), line.coordinates.count == 2 else { return true }
    let isStart = contacts.touches[touch].end == .start
    let other = isStart ? touch + 1 : touch - 1
    let distance = scale.distance(place(other), target, height(other), z ?? height(touch))
    if distance > scale.toleranceInMetres { return true }
    let note =
      "\(features.origin(number)) is too short to have both ends moved onto "
      + "\(name): its \(isStart ? "start" : "end") stays."
    if !notes.contains(note) { notes.append(note) }
    return false
  }

  /// Returns whether a point decides about the end, even when the end stays.
  private mutating func moveToPoint(_ touch: Int, _ features: GISFeatures) -> Bool {
    let end = contacts.touches[touch]
    let domain = contacts.domains[Int(end.domain)]
    guard points.at(end.place, z: end.z, domain: domain).isEmpty else { return true }
    let near = points.near(end.place, z: end.z, within: tolerance, domain: domain)
    let fitting = near.first {
      contacts.allows(features.assetType(points.feature($0.point)), end.assetType)
    }
    guard let fitting else { return false }
    let target = points.points[fitting.point]
    guard
      mayGo(touch, to: target.coordinate, target.z, features.origin(Int(target.feature)), features)
    else { return true }
    let other = near.map { ($0.distance, points.points[$0.point]) }.first { distance, point in
      abs(distance - fitting.distance) <= scale.toleranceInMetres
        && scale.distance(point.coordinate, target.coordinate) > scale.toleranceInMetres
        && contacts.allows(features.assetType(Int(point.feature)), end.assetType)
    }
    if let other { undecided[touch] = (Int(target.feature), Int(other.1.feature)) }
    note(touch, target.coordinate, target.z, .missedNode, features)
    settled.insert(fitting.point)
    return true
  }

  private mutating func moveToLine(_ touch: Int, _ features: GISFeatures, isLast: Bool) {
    guard mapping.insertsVertices || mapping.nodes != nil else { return }
    let from = contacts.touches[touch]
    for contact in contacts.near(touch) where contact.canJoin && contact.foot.distance <= tolerance
    {
      let end = contacts.end(contact)
      guard end != nil || mapping.insertsVertices else { continue }
      let (target, z) = goal(contact)
      guard connects(touch, Int(contact.line), target, z, features) else {
        if barred[touch] == nil { barred[touch] = Int(contact.line) }
        continue
      }
      // Of two ends that miss each other, the first stays.
      if let end, isLoose(end), end > touch, !isLast { return }
      guard scale.distance(from.place, target, from.z, z) <= tolerance,
        mayGo(touch, to: target, z, features.origin(Int(contact.line)), features)
      else { continue }
      move(touch, contact, .missedLine, features)
      if let end { settled.insert(end) }
      return
    }
  }

  private mutating func listGaps(_ features: GISFeatures) {
    for touch in contacts.touches.indices where moved[touch] == nil {
      let at = contacts.touches[touch]
      var best: (place: Coordinate, distance: Double)?
      let isLoose = isLoose(touch)
      if !isLoose && contacts.near(touch).isEmpty { continue }
      if !isLoose && !contacts.isFirst(touch) { continue }
      let reach = isLoose || tolerance == 0 ? contacts.reach : min(tolerance, contacts.reach)
      for contact in contacts.near(touch) where contact.foot.distance <= reach {
        let end = contacts.end(contact)
        if !isLoose {
          // A connection that would bend the line: any place of it except an end that is listed itself.
          guard contact.canJoin,
            end.map({ !self.isLoose($0) && $0 > touch && moved[$0] == nil }) ?? true
          else { continue }
        }
        // A point or an end on a line at a place that does not connect.
        let isOn = !contact.canJoin && contact.foot.distance <= scale.toleranceInMetres
        guard isOn || !contacts.areNeighbours(touch, Int(contact.line), features) else { continue }
        let (place, z) = goal(contact)
        let distance = scale.distance(at.place, place, at.z, z)
        if distance <= reach, isOn || distance > scale.toleranceInMetres,
          distance < best?.distance ?? .infinity
        {
          best = (place, distance)
        }
      }
      if isLoose, at.end != nil {
        let near = points.near(
          at.place,
          z: at.z,
          within: reach,
          domain: contacts.domains[Int(at.domain)]
        ).first {
          $0.distance > scale.toleranceInMetres
            && contacts.allows(features.assetType(points.feature($0.point)), at.assetType)
            && !contacts.areNeighbours($0.point, Int(at.feature), features)
        }
        if let near, near.distance <= best?.distance ?? .infinity {
          best = (points.points[near.point].coordinate, near.distance)
        }
      }
      guard let best else { continue }
      gaps.append(
        ImportReport.Move(
          origin: features.origin(Int(at.feature)),
          from: at.place,
          to: best.place,
          distance: best.distance,
          reason: .keptGap
        )
      )
    }
  }

  private mutating func change(_ features: inout GISFeatures) {
    let ends = moved.keys.filter { $0 >= points.points.count }
    let lines = Set(insertions.keys).union(ends.map { Int(contacts.touches[$0].feature) })
    for number in lines.sorted() {
      guard let line = features.line(number) else { continue }
      var changed = GISLineVertices(line.coordinates)
      let first = contacts.firstEnd(of: number)
      for (touch, index) in [(first, 0), (first + 1, changed.places.count - 1)] {
        guard let to = moved[touch] else { continue }
        changed.replace(index, by: to.place, z: to.z)
      }
      let made = changed.insert(insertions[number] ?? [], scale: scale)
      for insertion in made {
        vertices.append(
          ImportReport.Addition(
            kind: .vertex,
            origin: features.origin(number),
            place: insertion.place,
            distance: insertion.distance
          )
        )
      }
      if !made.isEmpty || !changed.moved.isEmpty, let changed = changed.line(srid: line.srid) {
        features.change(number, to: .lineString(changed))
      }
    }
  }
}
