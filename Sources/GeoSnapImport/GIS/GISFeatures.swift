internal import GeoSnap

struct GISLayerFeatures {
  // Invariant: all columns that the reader fills have the same number of rows.

  let layer: Int
  private(set) var rows = Column<Int32>()
  /// For each feature, the position of its asset type among those of the layer.
  private var types = Column<Int32>()
  private(set) var globalIDs = GlobalIDColumn()
  private(set) var origins = TextColumn()
  fileprivate(set) var geometries = GeometryColumn()
  /// The terminals at which lines start and end; empty in other layers.
  fileprivate(set) var terminals = PairOfEnds(start: Column<Int64>(), end: Column<Int64>())
  var assetTypes: [AssetTypeID?] = []
  var attributes: [(name: String, values: FieldColumn)] = []
  /// Values that differ from the row of the data, by feature number in this layer.
  var exceptions: [Int: [String: AttributeValue]] = [:]
  fileprivate(set) var hasParts = false

  func isPart(_ number: Int) -> Bool {
    (number > 0 && rows[number - 1] == rows[number])
      || (number + 1 < count && rows[number + 1] == rows[number])
  }

  /// The share of the row's length that a part has, by feature number in this layer.
  private(set) var shares: [Int: Double] = [:]

  /// Marks an end of a line for which the mapping names no terminal.
  static let noTerminal = Int64.min

  init(layer: Int) { self.layer = layer }

  var count: Int { rows.count }

  mutating func append(
    row: Int,
    type: Int,
    globalID: GlobalID,
    origin: String,
    geometry: Geometry?,
    terminals ends: PairOfEnds<Int64>?,
    share: Double
  ) {
    if share != 1 { shares[count] = share }
    if count > 0, rows[count - 1] == Int32(row) { hasParts = true }
    rows.append(Int32(row))
    types.append(Int32(type))
    globalIDs.append(globalID)
    origins.append(origin)
    geometries.append(geometry)
    if let ends {
      terminals.start.append(ends.start)
      terminals.end.append(ends.end)
    }
  }

  func assetType(_ number: Int) -> AssetTypeID? { assetTypes[typePosition(number)] }

  func typePosition(_ number: Int) -> Int { Int(types[number]) }

  /// The share of its row's length that a feature has; 1 unless the row was split.
  func share(_ number: Int) -> Double { shares[number] ?? 1 }

  func terminal(_ number: Int, _ end: LinkEnd) -> Int64? {
    let all = terminals[end]
    return all.isEmpty || all[number] == Self.noTerminal ? nil : all[number]
  }

  /// Whether the features are the rows of the data, one for each, in order.
  func areRows(_ count: Int) -> Bool {
    rows.count == count && rows.indices.allSatisfy { rows[$0] == Int32($0) }
  }

  func ownAttributes(_ number: Int) -> [String: AttributeValue] {
    var own: [String: AttributeValue] = [:]
    for (end, name) in [(LinkEnd.start, FieldName.fromTerminal), (.end, FieldName.toTerminal)] {
      if let terminal = terminal(number, end) { own[name] = .integer(terminal) }
    }
    for (name, values) in attributes where own[name] == nil { own[name] = values[number] }
    for (name, value) in exceptions[number] ?? [:] { own[name] = value }
    return own
  }
}

struct GISFeatures {
  private(set) var layers: [GISLayerFeatures] = []
  private(set) var firsts = [0]
  private(set) var changes: [Int: Geometry] = [:]

  var count: Int { firsts[firsts.count - 1] }

  mutating func append(_ layer: GISLayerFeatures) {
    layers.append(layer)
    firsts.append(count + layer.count)
  }

  func numbers(_ position: Int) -> Range<Int> { firsts[position]..<firsts[position + 1] }

  func place(_ number: Int) -> (layer: Int, number: Int) {
    var position = 0
    while number >= firsts[position + 1] { position += 1 }
    return (position, number - firsts[position])
  }

  func layer(_ number: Int) -> Int { layers[place(number).layer].layer }

  func origin(_ number: Int) -> String {
    let place = place(number)
    return layers[place.layer].origins[place.number] ?? ""
  }

  func assetType(_ number: Int) -> AssetTypeID {
    let place = place(number)
    guard let type = layers[place.layer].assetType(place.number) else {
      preconditionFailure("Asset types have numbers before anything is asked of them")
    }
    return type
  }

  func geometry(_ number: Int) -> Geometry? {
    if let geometry = changes[number] { return geometry }
    let place = place(number)
    return layers[place.layer].geometries[place.number]
  }

  var firstPlaces: Envelope? {
    var (minX, minY, maxX, maxY) = (
      Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
    )
    for layer in layers {
      for row in layer.geometries.indices {
        let first =
          layer.geometries.withPlainOrdinates(row) { Coordinate(x: $1[0], y: $1[1]) }
          ?? layer.geometries[row]?.coordinates.first
        guard let first else { continue }
        (minX, minY) = (min(minX, first.x), min(minY, first.y))
        (maxX, maxY) = (max(maxX, first.x), max(maxY, first.y))
      }
    }
    return minX <= maxX ? Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY) : nil
  }

  func line(_ number: Int) -> LineString? {
    guard case .lineString(let line)? = geometry(number) else { return nil }
    return line
  }

  mutating func change(_ number: Int, to geometry: Geometry) { changes[number] = geometry }

  mutating func setTerminal(_ number: Int, _ end: LinkEnd, _ terminal: Int64) {
    let place = place(number)
    // Changes the column in place; a subscript by end would copy it each time.
    switch end {
    case .start: layers[place.layer].terminals.start[place.number] = terminal
    case .end: layers[place.layer].terminals.end[place.number] = terminal
    }
  }

  mutating func take(_ position: Int) -> GISLayerFeatures {
    var taken = layers[position]
    layers[position] = GISLayerFeatures(layer: taken.layer)
    if changes.keys.contains(where: numbers(position).contains) {
      var geometries = GeometryColumn()
      geometries.reserveCapacity(taken.count)
      for (row, number) in numbers(position).enumerated() {
        geometries.append(changes[number] ?? taken.geometries[row])
      }
      taken.geometries = geometries
    }
    return taken
  }

  /// The first feature that repeats the global id of an earlier one, and the first feature with that id.
  var repetition: (feature: Int, first: Int)? {
    // Equal ids have equal hashes, so they are neighbours in the order of hashes.
    var entries: [UInt64] = []
    entries.reserveCapacity(count)
    for (position, layer) in layers.enumerated() {
      for (row, number) in numbers(position).enumerated() {
        entries.append(Self.hash(layer.globalIDs[row]) << 32 | UInt64(number))
      }
    }
    entries.sort()
    var found: (feature: Int, first: Int)?
    var start = 0
    for index in entries.indices.dropFirst() {
      guard entries[index] >> 32 == entries[start] >> 32 else {
        start = index
        continue
      }
      let number = Int(entries[index] & 0xFFFF_FFFF)
      if let known = found?.feature, known <= number { continue }
      let first = entries[start..<index].first {
        globalID(Int($0 & 0xFFFF_FFFF)) == globalID(number)
      }
      if let first { found = (number, Int(first & 0xFFFF_FFFF)) }
    }
    return found
  }

  func globalID(_ number: Int) -> GlobalID? {
    let place = place(number)
    return layers[place.layer].globalIDs[place.number]
  }

  private static func hash(_ globalID: GlobalID?) -> UInt64 {
    guard let globalID else { return 0 }
    return (globalID.high ^ globalID.low &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93 >> 32
  }
}

/// A hash table of the names of rows that stores row numbers instead of texts.
struct GISNames {
  /// Row numbers plus 1, each at or after the position of its hash; 0 for a free slot.
  private var slots = [UInt32](repeating: 0, count: 16)
  private var hashes = [UInt32](repeating: 0, count: 16)
  private var count = 0

  /// Records the name of a row, and returns the row that had it before; `known` is the name of a recorded row.
  mutating func note<Thrown: Error>(
    _ name: String,
    of row: Int,
    _ known: (Int) throws(Thrown) -> String
  ) throws(Thrown) -> Int? {
    if (count + 1) * 3 > slots.count * 2 { makeRoom() }
    let hash = UInt32(truncatingIfNeeded: name.hashValue)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if hashes[slot] == hash {
        let other = Int(slots[slot] - 1)
        if try known(other) == name {
          slots[slot] = UInt32(row) + 1
          return other
        }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(row) + 1
    hashes[slot] = hash
    count += 1
    return nil
  }

  private mutating func makeRoom() {
    let size = slots.count * 2
    var roomier = [UInt32](repeating: 0, count: size)
    var theirs = roomier
    for (entry, hash) in zip(slots, hashes) where entry != 0 {
      var slot = Int(hash) & (size - 1)
      while roomier[slot] != 0 { slot = (slot + 1) & (size - 1) }
      roomier[slot] = entry
      theirs[slot] = hash
    }
    (slots, hashes) = (roomier, theirs)
  }
}

struct GISPoints {
  struct Point {
    var feature: Int32
    var domain: Int32
    var coordinate: Coordinate
    var z: Double?
  }

  typealias Near = (point: Int, distance: Double)

  let scale: PlaneScale
  private(set) var points: [Point] = []
  private let tree: PackedRTree
  private var domains: [String] = []

  init(_ features: GISFeatures, mapping: GISMapping, scale: PlaneScale) throws(IndexError) {
    self.scale = scale
    for (position, layer) in features.layers.enumerated() {
      guard let usage = mapping.layers[layer.layer].usage, usage.connectsByGeometry,
        usage.geometryType == .point
      else { continue }
      let domain = mapping.layers[layer.layer].domain ?? ""
      if !domains.contains(domain) { domains.append(domain) }
      let number = Int32(domains.firstIndex(of: domain) ?? 0)
      for (row, feature) in features.numbers(position).enumerated() {
        guard case .point(let point)? = features.changes[feature] ?? layer.geometries[row],
          let place = point.coordinate
        else { continue }
        points.append(Point(feature: Int32(feature), domain: number, coordinate: place, z: point.z))
      }
    }
    tree = try PackedRTree(points.map { Envelope($0.coordinate) })
  }

  func feature(_ point: Int) -> Int { Int(points[point].feature) }

  func domain(_ point: Int) -> String { domains[Int(points[point].domain)] }

  /// The points within a distance of a place in x, y and z, nearest first, then in the order of the data.
  func near(_ place: Coordinate, z: Double?, within metres: Double, domain: String) -> [Near] {
    around(place, z: z, within: metres, domain: domain).filter { $0.distance <= metres }
  }

  /// The points within a distance in x and y, and within it in z.
  private func around(_ place: Coordinate, z: Double?, within metres: Double, domain: String)
    -> [Near]
  {
    guard let number = domains.firstIndex(of: domain) else { return [] }
    let found = tree.items(within: scale.units(metres: metres, at: place.y), of: place)
    if found.isEmpty { return [] }
    return found.map(Int.init).filter {
      points[$0].domain == number && Self.isLevel(z, points[$0].z, metres)
        && scale.distance(points[$0].coordinate, place) <= metres
    }.map { (point: $0, distance: scale.distance(points[$0].coordinate, place, points[$0].z, z)) }
      .sorted { ($0.distance, $0.point) < ($1.distance, $1.point) }
  }

  func at(_ place: Coordinate, z: Double?, domain: String) -> [Int] {
    around(place, z: z, within: scale.toleranceInMetres, domain: domain).map(\.point)
  }

  /// Whether heights are equal within a distance; a missing height is equal to any.
  static func isLevel(_ first: Double?, _ second: Double?, _ distance: Double) -> Bool {
    guard let first, let second else { return true }
    return abs(first - second) <= distance
  }
}
