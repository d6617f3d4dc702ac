/// What can be snapped to: the features of a network as a map shows them, graphics, and features
/// that an editor has changed or created but not stored.
///
/// A scene is a value; a copy costs next to nothing and keeps its state while the original is
/// edited.
public struct SnapScene: Sendable {
  /// The network and its indexes.
  public private(set) var index: NetworkIndex
  /// The layers and overlays.
  public let map: SnapMap

  /// What is in the scene, where it lies: stored features under their ordinals, extras above.
  private(set) var features: FeatureIndex
  /// What the network does not store, by ordinal beyond those of the network.
  private(set) var extras: [SceneExtra] = []
  /// Where the extras are that are there now.
  private var positions: [SnapTarget: Int] = [:]
  /// The stored features that are not where the network has them.
  private(set) var hidden: Set<FeatureID> = []
  /// Which features each filter of the map shows.
  private(set) var filters: [SceneFilter]
  /// For each layer the filters of its sublayers, or its own; -1 for none.
  let filterIndices: [[Int32]]
  private var pendingCount = 0

  /// Creates a scene.
  ///
  /// - Parameters:
  ///   - index: The network.
  ///   - map: The layers and overlays.
  /// - Throws: ``IndexError`` when a graphic has an ordinate that is not finite or too large.
  /// - Complexity: Linear in the graphics, and for each filter in the features of its table.
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

  /// Creates a scene of everything a network has.
  public init(_ index: NetworkIndex) {
    self.init(index, layers: SnapMap(of: index.network.base))
  }

  private init(_ index: NetworkIndex, layers map: SnapMap) {
    self.index = index
    self.map = map
    features = index.features
    (filters, filterIndices) = map.compiledFilters(in: index.network)
  }

  /// The network.
  @inlinable public var network: EditedNetwork { index.network }

  /// Where the ordinals of extras begin: far above those of all features, edited ones too.
  @usableFromInline static var firstExtra: Int32 { 1 << 30 }

  // MARK: Edits

  /// Takes a stored feature out of the scene, as while it is being edited.
  ///
  /// One that was moved is hidden where it is now. One that is hidden already, and one without geometry,
  /// stays as it is.
  public mutating func hide(_ feature: FeatureID) throws(IndexError) {
    try removeExtra(.feature(feature))
    guard let geometry = network.currentGeometry(of: feature), !hidden.contains(feature) else {
      return
    }
    try features.remove(network.ordinal(of: feature), at: geometry)
    hidden.insert(feature)
  }

  /// Shows a stored feature again where the network has it.
  public mutating func show(_ feature: FeatureID) throws(IndexError) {
    try removeExtra(.feature(feature))
    guard let geometry = network.currentGeometry(of: feature), hidden.contains(feature) else {
      return
    }
    try features.insert(network.ordinal(of: feature), at: geometry)
    hidden.remove(feature)
  }

  /// Shows a stored feature at another geometry than the network has, until ``show(_:)``.
  ///
  /// - Throws: ``IndexError`` when an ordinate is not finite or too large, or with code `notInNetwork` when the
  ///   network has no such feature; the scene is as before then.
  public mutating func move(
    _ feature: FeatureID,
    to geometry: Geometry
  ) throws(IndexError) {
    guard network.contains(feature) else { throw .notInNetwork("feature") }
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

  /// Adds a feature that is not stored yet, under a number that no other had.
  ///
  /// - Parameters:
  ///   - geometry: Its shape.
  ///   - table: The index of its table in ``UtilityNetwork/tables`` of the ``EditedNetwork/base``.
  ///   - assetType: Its asset type; nil in a plain table.
  /// - Returns: The number under which ``SnapTarget/pending(_:)`` names it.
  /// - Throws: ``IndexError`` when an ordinate is not finite or too large, or with code `notInNetwork` when there is
  ///   no such table or the asset type is none of its source.
  public mutating func add(
    _ geometry: Geometry,
    to table: Int,
    assetType: AssetTypeID?
  ) throws(IndexError) -> Int {
    guard network.base.tables.indices.contains(table) else { throw .notInNetwork("table") }
    let ordinal = assetType.flatMap { network.catalog.ordinal($0) }
    guard network.base.tables[table].sourceID == assetType?.sourceID,
      (ordinal == nil) == (assetType == nil)
    else { throw .notInNetwork("asset type in this table") }
    try insert(
      SceneExtra(
        target: .pending(pendingCount),
        featureClass: ordinal ?? Int32(network.catalog.entries.count + table),
        geometry: geometry
      )
    )
    pendingCount += 1
    return pendingCount - 1
  }

  /// Removes a feature that was added.
  ///
  /// One that is not there stays away.
  public mutating func removePending(_ number: Int) throws(IndexError) {
    try removeExtra(.pending(number))
  }

  /// Shows a feature that was added at another geometry, under its number.
  ///
  /// One that was removed is there again.
  ///
  /// - Throws: ``IndexError`` when an ordinate is not finite or too large, or with code `notInNetwork` when nothing
  ///   was added under the number.
  public mutating func movePending(
    _ number: Int,
    to geometry: Geometry
  ) throws(IndexError) {
    guard let extra = extras.last(where: { $0.target == .pending(number) }) else {
      throw .notInNetwork("new feature \(number)")
    }
    try check(geometry)
    try removePending(number)
    try insert(
      SceneExtra(
        target: extra.target,
        featureClass: extra.featureClass,
        geometry: geometry
      )
    )
  }

  /// Takes over a commit.
  ///
  /// What the commit touches is shown where it is now; graphics, other features that were moved or hidden
  /// and those that were added stay as they are. Copies stay as they are altogether.
  ///
  /// - Parameters:
  ///   - commit: A commit on ``network``; commits come in their order.
  ///   - next: The index after it: see ``NetworkIndex/apply(_:)``.
  /// - Throws: ``IndexError`` when a geometry has an ordinate too large to measure with, or with code
  ///   `commitOutOfOrder` when the commit is not the next one on ``network`` or the index has not taken it over;
  ///   the scene is as before then.
  /// - Complexity: Linear in the vertices of what the commit touches; independent of the network's size.
  public mutating func apply(
    _ commit: NetworkCommit,
    index next: NetworkIndex
  ) throws(IndexError) {
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

  // Ordinals are not used again: a removed extra leaves its place empty.
  private mutating func removeExtra(_ target: SnapTarget) throws(IndexError) {
    guard let position = positions[target] else { return }
    let ordinal = Self.firstExtra + Int32(position)
    try features.remove(ordinal, at: extras[position].geometry)
    extras[position].isRemoved = true
    positions[target] = nil
  }

  /// Refuses a geometry that cannot be shown, before anything has changed.
  private func check(_ geometry: Geometry) throws(IndexError) {
    if let problem = geometry.indexProblem(entry: 0) { throw problem }
  }

  // MARK: What an ordinal is

  /// The number of classes that features are sorted into: asset types, tables, overlays.
  var classCount: Int {
    network.catalog.entries.count + network.base.tables.count + map.overlays.count
  }

  func overlayClass(_ overlay: Int) -> Int32 {
    Int32(network.catalog.entries.count + network.base.tables.count + overlay)
  }

  /// The class of what has an ordinal.
  func featureClass(of ordinal: Int32) -> Int32 {
    extra(ordinal)?.featureClass ?? index.classes[ordinal]
  }

  /// The class of a target; nil when it is not in the scene.
  func featureClass(of target: SnapTarget) -> Int32? {
    ordinal(of: target).map { featureClass(of: $0) }
  }

  /// Whether a filter shows what has an ordinal: a moved feature by the row the network has of it; what the
  /// network does not have is always shown.
  func shows(_ ordinal: Int32, filter: Int32) -> Bool {
    guard let extra = extra(ordinal) else { return filters[Int(filter)].shows(ordinal) }
    guard case .feature(let feature) = extra.target else { return true }
    return filters[Int(filter)].shows(network.ordinal(of: feature))
  }

  /// What an ordinal stands for, where the network does not store it; nil for stored features.
  private func extra(_ ordinal: Int32) -> SceneExtra? {
    ordinal < Self.firstExtra ? nil : extras[Int(ordinal - Self.firstExtra)]
  }

  func target(of ordinal: Int32) -> SnapTarget {
    extra(ordinal)?.target ?? .feature(network.feature(ordinal: ordinal))
  }

  func geometry(of ordinal: Int32) -> Geometry? {
    extra(ordinal)?.geometry ?? network.geometry(of: network.feature(ordinal: ordinal))
  }

  /// The ordinates that what has an ordinal has; nil without a geometry.
  func dimensions(_ ordinal: Int32) -> CoordinateDimensions? {
    if let geometry = extra(ordinal)?.geometry {
      return CoordinateDimensions(hasZ: geometry.hasZ, hasM: geometry.hasM)
    }
    return network.dimensions(of: network.feature(ordinal: ordinal))
  }

  /// The line that has an ordinal as it lies in the network; nil for all else.
  func packedLine(_ ordinal: Int32) -> PackedLine? {
    extra(ordinal) == nil ? network.packedLine(of: network.feature(ordinal: ordinal)) : nil
  }

  /// Where along a line, 0 to 1 of its planar length, the place of a segment closest to another is.
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

  /// The ordinal under which a target is in the scene; nil when it is not.
  package func ordinal(of target: SnapTarget) -> Int32? {
    // First, as a feature that the network has without geometry is not hidden where it was moved.
    if let position = positions[target] { return Self.firstExtra + Int32(position) }
    guard case .feature(let feature) = target, network.contains(feature), !hidden.contains(feature)
    else { return nil }
    return network.ordinal(of: feature)
  }

  /// The centres of all areas, under the ordinals of their features.
  ///
  /// - Complexity: Linear in the coordinates of areas once for a network, then in the scene's edits.
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

/// Something in a scene that the network does not store.
struct SceneExtra: Sendable {
  let target: SnapTarget
  let featureClass: Int32
  let geometry: Geometry
  var isRemoved = false
}

extension IndexError {
  /// The error that a scene's network has no such thing.
  fileprivate static func notInNetwork(_ what: String) -> IndexError {
    IndexError(.notInNetwork, "The network has no such \(what).", entry: 0)
  }
}
