internal import GeoSnap
internal import GeoSnapSupport

struct GISContacts {
  struct Touch {
    var feature: Int32
    /// Nil for a point.
    var end: LinkEnd?
    var domain: Int32
    var assetType: AssetTypeID
    var place: Coordinate
    var z: Double?
  }

  struct Contact {
    var touch: Int32
    var line: Int32
    /// The place of the line that is nearest to the touch.
    var foot: GISInsertion
    var end: LinkEnd?
    var canJoin: Bool

    var isInSegment: Bool { foot.fraction > 0 && foot.fraction < 1 && end == nil }
  }

  /// The points in their order, then both ends of each line.
  private(set) var touches: [Touch] = []
  /// For each touch, whether a line, a point or an end is connected to it.
  private(set) var isJoined: [Bool] = []
  private(set) var rests: [Bool] = []
  private(set) var insertions: [Int: [GISInsertion]] = [:]
  /// The ends that lie on a line of another asset type, and that line.
  private(set) var meetings: [(touch: Int, line: Int)] = []
  private(set) var domains: [String] = []
  let reach: Double
  let allows: (AssetTypeID, AssetTypeID) -> Bool

  private let scale: PlaneScale
  private let tree: PackedRTree
  /// The contacts that are near but apart, and those on lines that do not connect there, by touch, nearest first.
  private var contacts: [Contact] = []
  /// For each feature, the number of the touch at the line's start; negative for other features.
  private var firstEnds: [Int32]

  init(
    _ features: GISFeatures,
    points: GISPoints,
    mapping: GISMapping,
    reach: Double,
    isAnyVertex: (AssetTypeID) -> Bool,
    allows: @escaping (AssetTypeID, AssetTypeID) -> Bool
  ) throws(IndexError) {
    scale = points.scale
    self.reach = max(reach, points.scale.toleranceInMetres)
    self.allows = allows
    firstEnds = [Int32](repeating: -2, count: features.count)
    var domains: [String] = []
    func domain(_ name: String) -> Int32 {
      if !domains.contains(name) { domains.append(name) }
      return Int32(domains.firstIndex(of: name) ?? 0)
    }
    for point in points.points.indices {
      let at = points.points[point]
      touches.append(
        Touch(
          feature: at.feature,
          end: nil,
          domain: domain(points.domain(point)),
          assetType: features.assetType(Int(at.feature)),
          place: at.coordinate,
          z: at.z
        )
      )
    }
    var lines: [(numbers: Range<Int>, domain: Int32)] = []
    for (position, layer) in features.layers.enumerated() {
      let layer = mapping.layers[layer.layer]
      guard layer.usage == .line || layer.usage == .structureLine else { continue }
      lines.append((features.numbers(position), domain(layer.domain ?? "")))
    }
    for (numbers, domain) in lines {
      for number in numbers {
        guard let coordinates = features.line(number)?.coordinates,
          let last = coordinates.indices.last, last > 0
        else { continue }
        firstEnds[number] = Int32(touches.count)
        for end in [LinkEnd.start, .end] {
          let index = end == .start ? 0 : last
          touches.append(
            Touch(
              feature: Int32(number),
              end: end,
              domain: domain,
              assetType: features.assetType(number),
              place: coordinates[index],
              z: coordinates.z(at: index)
            )
          )
        }
      }
    }
    self.domains = domains
    isJoined = [Bool](repeating: false, count: touches.count)
    rests = isJoined
    tree = try PackedRTree(touches.map { Envelope($0.place) })
    for (numbers, domain) in lines {
      for number in numbers {
        guard let line = features.line(number), firstEnds[number] >= 0 else { continue }
        look(
          line.coordinates,
          number,
          domain,
          features.assetType(number),
          isAnyVertex(features.assetType(number)),
          mapping.insertsVertices
        )
      }
    }
    contacts.sort {
      ($0.touch, $0.foot.distance, $0.line) < ($1.touch, $1.foot.distance, $1.line)
    }
  }

  private mutating func look(
    _ coordinates: CoordinateSequence,
    _ number: Int,
    _ domain: Int32,
    _ assetType: AssetTypeID,
    _ isAnyVertex: Bool,
    _ insertsVertices: Bool
  ) {
    var found: [Contact] = []
    let last = coordinates.count - 1
    let exact = scale.toleranceInMetres
    if coordinates.first == coordinates[last], coordinates.z(at: 0) == coordinates.z(at: last) {
      for end in LinkEnd.allCases { join(number, end) }
    }
    // A single query for a line with few segments.
    let all = coordinates.count <= 5 ? items(near: coordinates, number) : nil
    if all?.isEmpty == true { return }
    for index in 1..<coordinates.count {
      let segment = Segment(coordinates[index - 1], coordinates[index])
      let units = scale.units(metres: reach, at: segment.start.y)
      let around = segment.envelope.expanded(by: units)
      for item in all ?? tree.items(intersecting: around) {
        let touch = touches[Int(item)]
        guard touch.feature != Int32(number), touch.domain == domain, around.contains(touch.place),
          touch.end != nil || allows(touch.assetType, assetType)
        else { continue }
        var fraction = segment.fraction(closestTo: touch.place)
        var foot = segment.coordinate(atFraction: fraction)
        // Prefers a vertex within the tolerance of the foot, or of the touch when the line passes through it.
        let isOn = scale.distance(foot, touch.place) <= exact
        for (vertex, share) in [(segment.start, 0.0), (segment.end, 1.0)]
        where scale.distance(vertex, isOn ? touch.place : foot) <= exact {
          (fraction, foot) = (share, vertex)
        }
        guard scale.distance(foot, touch.place) <= reach else { continue }
        let start = coordinates.z(at: index - 1)
        let height = start.map { $0 + ((coordinates.z(at: index) ?? $0) - $0) * fraction }
        let distance = scale.distance(foot, touch.place, height, touch.z)
        guard distance <= reach else { continue }
        let vertex = fraction <= 0 ? index - 1 : fraction >= 1 ? index : nil
        let end: LinkEnd? = vertex == 0 ? .start : vertex == last ? .end : nil
        found.append(
          Contact(
            touch: Int32(item),
            line: Int32(number),
            foot: GISInsertion(
              index: index,
              fraction: fraction,
              place: foot,
              z: height,
              distance: distance
            ),
            end: end,
            canJoin: end != nil || isAnyVertex && (vertex != nil || insertsVertices)
          )
        )
      }
    }
    found.sort { ($0.touch, $0.foot.distance) < ($1.touch, $1.foot.distance) }
    // Structure lines need not connect.
    let needsJoint = domains[Int(domain)] != GISMapping.structureNetwork
    var previous: Int32 = -1
    for contact in found where contact.foot.distance <= exact || contact.touch != previous {
      previous = contact.touch
      guard contact.foot.distance <= exact else {
        contacts.append(contact)
        continue
      }
      rests[Int(contact.touch)] = true
      guard contact.canJoin else {
        if needsJoint { contacts.append(contact) }
        continue
      }
      isJoined[Int(contact.touch)] = true
      if let end = contact.end { join(number, end) }
      let touch = touches[Int(contact.touch)]
      if needsJoint, touch.end != nil, touch.assetType != assetType {
        meetings.append((Int(contact.touch), number))
      }
      // A line that passes a place twice gets a vertex each time.
      guard contact.isInSegment else { continue }
      var insertion = contact.foot
      insertion.place = touch.place
      insertion.z = insertion.z.map { touch.z ?? $0 }
      insertions[number, default: []].append(insertion)
    }
  }

  private func items(near coordinates: CoordinateSequence, _ number: Int) -> [Int32] {
    var around = Envelope(coordinates[0])
    for place in coordinates { around = around.union(Envelope(place)) }
    let units = scale.units(metres: reach, at: around.maxY)
    return tree.items(
      intersecting: around.expanded(by: max(units, scale.units(metres: reach, at: around.minY)))
    ).filter { touches[Int($0)].feature != Int32(number) }
  }

  private mutating func join(_ line: Int, _ end: LinkEnd) {
    let touch = firstEnd(of: line) + (end == .start ? 0 : 1)
    isJoined[touch] = true
    rests[touch] = true
  }

  // MARK: Answers

  /// The number of the touch at the line's start; that of its end follows.
  func firstEnd(of line: Int) -> Int { Int(firstEnds[line]) }

  func end(_ contact: Contact) -> Int? {
    contact.end.map { firstEnd(of: Int(contact.line)) + ($0 == .start ? 0 : 1) }
  }

  func near(_ touch: Int) -> ArraySlice<Contact> {
    let start = contacts.firstPosition { $0.touch < touch }
    var end = start
    while end < contacts.count, contacts[end].touch == touch { end += 1 }
    return contacts[start..<end]
  }

  private func at(_ touch: Int) -> [Int] {
    let place = touches[touch].place
    let units = scale.units(metres: scale.toleranceInMetres, at: place.y)
    return tree.items(within: units, of: place).map(Int.init).filter {
      touches[$0].domain == touches[touch].domain
        && scale.distance(place, touches[$0].place, touches[touch].z, touches[$0].z)
          <= scale.toleranceInMetres
    }
  }

  func isFirst(_ touch: Int) -> Bool { at(touch).min() == touch }

  func areNeighbours(_ touch: Int, _ line: Int, _ features: GISFeatures) -> Bool {
    at(touch).contains { other in
      guard touches[other].end != nil else { return false }
      let own = Int(touches[other].feature)
      return own == line || meets(own, line, features) || meets(line, own, features)
    }
  }

  private func meets(_ line: Int, _ other: Int, _ features: GISFeatures) -> Bool {
    guard let places = features.line(other)?.coordinates else { return false }
    let first = firstEnd(of: line)
    guard first >= 0 else { return false }
    return [first, first + 1].contains { touch in
      let place = touches[touch].place
      return (1..<max(1, places.count)).contains { index in
        let segment = Segment(places[index - 1], places[index])
        let foot = segment.coordinate(atFraction: segment.fraction(closestTo: place))
        return scale.distance(foot, place) <= scale.toleranceInMetres
      }
    }
  }
}

extension PlaneScale {
  func distance(_ first: Coordinate, _ second: Coordinate, _ z: Double?, _ other: Double?) -> Double
  {
    let plane = distance(first, second)
    guard let z, let other, z != other else { return plane }
    return (plane * plane + (z - other) * (z - other)).squareRoot()
  }
}
