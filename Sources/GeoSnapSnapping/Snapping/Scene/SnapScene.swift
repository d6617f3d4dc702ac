/// The content for snaps: the features of a network on a map, graphics, and an editor's changed or new features.
///
/// A scene is a value; a copy costs little and stays unchanged while the original is edited.
public struct SnapScene: Sendable {
  /// The network and its indices.
  package private(set) var index: NetworkIndex
  /// The layers and overlays.
  package let map: SnapMap

  /// The content with its location: stored features by their ordinals, extras above.
  private(set) var features: FeatureIndex
  /// Content that the network does not store, by ordinal beyond those of the network.
  private(set) var extras: [SceneExtra] = []
  private var positions: [SnapTarget: Int] = [:]
  /// The stored features that are not shown at their stored place.
  private(set) var hidden: Set<FeatureID> = []
  /// The features that each filter of the map shows.
  private(set) var filters: [SceneFilter]
  /// For each layer the filters of its sublayers, or its own; -1 for none.
  let filterIndices: [[Int32]]
  /// The features that are not stored yet, by their numbers, with those that were removed.
  private(set) var pending: [PendingFeature] = []

  /// Creates a scene.
  ///
  /// - Throws: ``IndexError`` when a graphic has an ordinate that is not finite or too large.
  /// - Complexity: Linear in the graphics and, for each filter, in the features of its table.
  public init(_ index: NetworkIndex, map: SnapMap) throws(IndexError) {
    self.init(index, layers: map)
    for (overlay, entry) in map.overlays.enumerated() {
      for (number, graphic) in entry.graphics.enumerated() {
        try insert(
          SceneExtra(
            target: .graphic(overlay: overlay, index: number),
            featureClass: overlayClass(overlay),
            geometry: graphic
          )
        )
      }
    }
  }

  /// Creates a scene of the whole network.
  public init(_ index: NetworkIndex) { self.init(index, layers: SnapMap(of: index.network.base)) }

  private init(_ index: NetworkIndex, layers map: SnapMap) {
    self.index = index
    self.map = map
    features = index.features
    (filters, filterIndices) = map.compiledFilters(in: index.network)
  }

  /// The network.
  package var network: EditedNetwork { index.network }

  /// The first ordinal of extras, far above those of all features.
  static var firstExtra: Int32 { 1 << 30 }

  // MARK: Edits

  /// Removes a stored feature from the scene, as while it is edited.
  ///
  /// A moved feature is removed from its current place. A hidden feature, or one without geometry, stays unchanged.
  public mutating func hide(_ feature: FeatureID) throws(IndexError) {
    try removeExtra(.feature(feature))
    guard let geometry = network.currentGeometry(of: feature), !hidden.contains(feature) else {
      return
    }
    try features.remove(network.ordinal(of: feature), at: geometry)
    hidden.insert(feature)
  }

  /// Shows a stored feature at its stored place again.
  public mutating func show(_ feature: FeatureID) throws(IndexError) {
    try removeExtra(.feature(feature))
    guard let geometry = network.currentGeometry(of: feature), hidden.contains(feature) else {
      return
    }
    try features.insert(network.ordinal(of: feature), at: geometry)
    hidden.remove(feature)
  }

  /// Shows a stored feature with another geometry.
  ///
  /// - Throws: ``IndexError`` when an ordinate is not finite or too large, or with code `notInNetwork` when the
  ///   network has no such feature; the scene is then unchanged.
  public mutating func move(_ feature: FeatureID, to geometry: Geometry) throws(IndexError) {
    guard network.contains(feature) else { throw .notInNetwork("such feature in the network") }
    try check(geometry)
    try hide(feature)
    try insert(
      SceneExtra(
        target: .feature(feature),
        featureClass: index.classes[network.ordinal(of: feature)],
        geometry: geometry
      )
    )
  }

  /// Adds a feature that is not stored yet, with a new number.
  ///
  /// - Parameters:
  ///   - geometry: Its shape.
  ///   - table: The index of its table in ``UtilityNetwork/tables`` of the ``EditedNetwork/base``.
  ///   - assetType: Its asset type; nil in a plain table.
  /// - Returns: The number for ``SnapTarget/pending(_:)``.
  /// - Throws: ``IndexError`` when an ordinate is not finite or too large, or with code `notInNetwork` when the table
  ///   does not exist or its source does not have the asset type.
  public mutating func add(
    _ geometry: Geometry,
    to table: Int,
    assetType: AssetTypeID?
  ) throws(IndexError) -> Int {
    try add(geometry, to: table, PendingFeature(assetType))
  }

  mutating func add(
    _ geometry: Geometry,
    to table: Int,
    _ feature: PendingFeature
  ) throws(IndexError) -> Int {
    let assetType = feature.assetType
    guard network.base.tables.indices.contains(table) else {
      throw .notInNetwork("such table in the network")
    }
    let ordinal = assetType.flatMap { network.catalog.ordinal($0) }
    guard network.base.tables[table].sourceID == assetType?.sourceID,
      (ordinal == nil) == (assetType == nil)
    else { throw .notInNetwork("such asset type in this table") }
    try insert(
      SceneExtra(
        target: .pending(pending.count),
        featureClass: ordinal ?? Int32(network.catalog.entries.count + table),
        geometry: geometry
      )
    )
    pending.append(feature)
    return pending.count - 1
  }

  /// Removes an added feature, if it exists.
  public mutating func removePending(_ number: Int) throws(IndexError) {
    try removeExtra(.pending(number))
  }

  /// Shows an added feature with another geometry, also when it was removed.
  ///
  /// - Throws: ``IndexError`` as ``move(_:to:)``, with code `notInNetwork` for an unknown number.
  public mutating func movePending(_ number: Int, to geometry: Geometry) throws(IndexError) {
    guard let extra = extras.last(where: { $0.target == .pending(number) }) else {
      throw .notInNetwork("new feature \(number)")
    }
    try check(geometry)
    try removePending(number)
    try insert(
      SceneExtra(target: extra.target, featureClass: extra.featureClass, geometry: geometry)
    )
  }

  /// Applies the next commit on ``network``, with the index after it: shows the touched features at their current place.
  ///
  /// Graphics, added features and other moved or hidden features stay unchanged. Throws as ``NetworkIndex/apply(_:)``,
  /// also when the index has not applied the commit; the scene is then unchanged.
  package mutating func apply(_ commit: NetworkCommit, index next: NetworkIndex) throws(IndexError)
  {
    guard commit.follows(network), commit.leads(to: next.network) else { throw .commitOutOfOrder }
    var scene = self
    for feature in commit.touched { try scene.show(feature) }
    if extras.isEmpty && scene.hidden.isEmpty {
      scene.features = next.features
    } else {
      for feature in commit.touched {
        let old = network.currentGeometry(of: feature)
        let new = next.network.currentGeometry(of: feature)
        guard old != new else { continue }
        try scene.features.replace(next.network.ordinal(of: feature), old, by: new)
      }
    }
    scene.index = next
    for filter in scene.filters.indices {
      scene.filters[filter].update(commit.touched, in: next.network)
    }
    self = scene
  }

  private mutating func insert(_ extra: SceneExtra) throws(IndexError) {
    try features.insert(Self.firstExtra + Int32(extras.count), at: extra.geometry)
    positions[extra.target] = extras.count
    extras.append(extra)
  }

  // Ordinals are not reused: the entry of a removed extra stays empty.
  private mutating func removeExtra(_ target: SnapTarget) throws(IndexError) {
    guard let position = positions[target] else { return }
    let ordinal = Self.firstExtra + Int32(position)
    try features.remove(ordinal, at: extras[position].geometry)
    extras[position].isRemoved = true
    positions[target] = nil
  }

  /// Refuses a geometry that cannot be shown, before any change.
  private func check(_ geometry: Geometry) throws(IndexError) {
    if let problem = geometry.indexProblem(entry: 0) { throw problem }
  }

  // MARK: What an ordinal is

  /// The number of classes of features: asset types, tables, overlays.
  var classCount: Int {
    network.catalog.entries.count + network.base.tables.count + map.overlays.count
  }

  func overlayClass(_ overlay: Int) -> Int32 {
    Int32(network.catalog.entries.count + network.base.tables.count + overlay)
  }

  func featureClass(of ordinal: Int32) -> Int32 {
    extra(ordinal)?.featureClass ?? index.classes[ordinal]
  }

  func featureClass(of target: SnapTarget) -> Int32? {
    ordinal(of: target).map { featureClass(of: $0) }
  }

  /// Whether a filter shows an ordinal: a moved feature by its stored row; an extra that is not stored, always.
  func shows(_ ordinal: Int32, filter: Int32) -> Bool {
    guard let extra = extra(ordinal) else { return filters[Int(filter)].shows(ordinal) }
    guard case .feature(let feature) = extra.target else { return true }
    return filters[Int(filter)].shows(network.ordinal(of: feature))
  }

  private func extra(_ ordinal: Int32) -> SceneExtra? {
    ordinal < Self.firstExtra ? nil : extras[Int(ordinal - Self.firstExtra)]
  }

  func target(of ordinal: Int32) -> SnapTarget {
    extra(ordinal)?.target ?? .feature(network.feature(ordinal: ordinal))
  }

  func geometry(of ordinal: Int32) -> Geometry? {
    extra(ordinal)?.geometry ?? network.geometry(of: network.feature(ordinal: ordinal))
  }

  /// The dimensions of the geometry with an ordinal; nil without a geometry.
  func dimensions(_ ordinal: Int32) -> CoordinateDimensions? {
    if let geometry = extra(ordinal)?.geometry {
      return CoordinateDimensions(hasZ: geometry.hasZ, hasM: geometry.hasM)
    }
    return network.dimensions(of: network.feature(ordinal: ordinal))
  }

  /// The line with an ordinal as the network stores it; nil for others.
  func packedLine(_ ordinal: Int32) -> PackedLine? {
    extra(ordinal) == nil ? network.packedLine(of: network.feature(ordinal: ordinal)) : nil
  }

  /// The position along a line, from 0 to 1 of its planar length, of the place on a segment closest to another.
  func fraction(
    of ordinal: Int32,
    part: Int,
    segment: Int,
    closestTo place: Coordinate
  ) -> Double? {
    if part == 0, let line = packedLine(ordinal) {
      return line.fraction(segment: segment, closestTo: place)
    }
    return geometry(of: ordinal)?.fraction(part: part, segment: segment, closestTo: place)
  }

  /// The ordinal of a target in the scene; nil when it is not there.
  package func ordinal(of target: SnapTarget) -> Int32? {
    // First, since a moved feature without geometry in the network is not hidden.
    if let position = positions[target] { return Self.firstExtra + Int32(position) }
    guard case .feature(let feature) = target, network.contains(feature), !hidden.contains(feature)
    else { return nil }
    return network.ordinal(of: feature)
  }

  /// The centres of all areas, by the ordinals of their features, in time linear in the scene's edits after the
  /// first.
  func centroids() -> FeatureIndex {
    var centroids = index.centroids
    for feature in hidden {
      let ordinal = network.ordinal(of: feature)
      if let centre = network.geometry(of: feature)?.areaCentroid {
        try? centroids.remove(ordinal, at: .point(Point(centre)))
      }
    }
    for (position, extra) in extras.enumerated() where !extra.isRemoved {
      if let centre = extra.geometry.areaCentroid {
        try? centroids.insert(Self.firstExtra + Int32(position), at: .point(Point(centre)))
      }
    }
    return centroids
  }
}

/// A feature that is not stored yet, without its geometry.
struct PendingFeature: Sendable {
  let assetType: AssetTypeID?
  /// The global id to store it with; nil in plain tables.
  let newID: GlobalID?
  let attributes: [String: AttributeValue]

  init(_ assetType: AssetTypeID?, attributes: [String: AttributeValue] = [:]) {
    self.assetType = assetType
    newID = assetType == nil ? nil : .random()
    self.attributes = attributes
  }
}

struct SceneExtra: Sendable {
  let target: SnapTarget
  let featureClass: Int32
  let geometry: Geometry
  var isRemoved = false
}

extension IndexError {
  fileprivate static func notInNetwork(_ what: String) -> IndexError {
    IndexError(.notInNetwork, "There is no \(what).", entry: 0)
  }
}
