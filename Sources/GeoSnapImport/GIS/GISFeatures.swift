internal import GeoSnap

/// The features of one layer during the import, column by column.
struct GISLayerFeatures {
  // Invariant: all columns that the reader fills have the same number of rows.

  /// The index of the layer in the mapping.
  let layer: Int
  /// For each feature, the index of its row in the data.
  private(set) var rows = Column<Int32>()
  /// For each feature, the position of its asset type among those of the layer.
  private var types = Column<Int32>()
  private(set) var globalIDs = GlobalIDColumn()
  private(set) var origins = TextColumn()
  fileprivate(set) var geometries = GeometryColumn()
  /// The terminals at which lines start and end; empty in other layers.
  fileprivate(set) var terminals = PairOfEnds(start: Column<Int64>(), end: Column<Int64>())
  /// The asset types by position, after they are numbered.
  var assetTypes: [AssetTypeID?] = []
  /// Columns that are not from the data, by field name.
  var attributes: [(name: String, values: FieldColumn)] = []
  /// Values that differ from the row of the data, by feature number in this layer.
  var exceptions: [Int: [String: AttributeValue]] = [:]
  /// Whether rows may be split into several features.
  fileprivate(set) var hasParts = false

  /// Whether a row has several features, of which this is one.
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

  /// The asset type of a feature, after it is numbered.
  func assetType(_ number: Int) -> AssetTypeID? { assetTypes[typePosition(number)] }

  func typePosition(_ number: Int) -> Int { Int(types[number]) }

  /// The share of its row's length that a feature has; 1 unless the row was split.
  func share(_ number: Int) -> Double { shares[number] ?? 1 }

  /// The terminal at an end of a line; nil when it is unknown.
  func terminal(_ number: Int, _ end: LinkEnd) -> Int64? {
    let all = terminals[end]
    return all.isEmpty || all[number] == Self.noTerminal ? nil : all[number]
  }

  /// Whether the features are the rows of the data, one for each, in order.
  func areRows(_ count: Int) -> Bool {
    rows.count == count && rows.indices.allSatisfy { rows[$0] == Int32($0) }
  }

  /// The attributes of a feature that are missing in the data or differ from it.
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

/// The features of all layers, numbered consecutively.
struct GISFeatures {
  private(set) var layers: [GISLayerFeatures] = []
  /// The number of the first feature of each layer, followed by the number of all features.
  private(set) var firsts = [0]
  /// The geometries that differ from the data.
  private(set) var changes: [Int: Geometry] = [:]

  var count: Int { firsts[firsts.count - 1] }

  mutating func append(_ layer: GISLayerFeatures) {
    layers.append(layer)
    firsts.append(count + layer.count)
  }

  func numbers(_ position: Int) -> Range<Int> { firsts[position]..<firsts[position + 1] }

  /// The position of a feature's layer, and the number of the feature in that layer.
  func place(_ number: Int) -> (layer: Int, number: Int) {
    var position = 0
    while number >= firsts[position + 1] { position += 1 }
    return (position, number - firsts[position])
  }

  /// The index of the feature's layer in the mapping.
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

  /// The envelope of the first coordinates of all geometries; nil without any.
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

  /// Removes and returns the features of a layer; the layer is empty afterwards.
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
}
