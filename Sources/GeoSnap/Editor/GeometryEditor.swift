/// Edits one geometry after the other over a scene: draws, moves, inserts and deletes vertices, snaps
/// what follows the pointer, undoes, checks and saves.
///
/// Headless: the caller turns taps and pointer positions into calls and draws what it is told by
/// ``events(bufferingPolicy:)``. What is edited is hidden from its own candidates; what was saved is a
/// candidate at once.
///
/// An editor belongs to one isolation domain, such as the main actor. Calls that throw a
/// ``GeometryEditorError`` leave everything as it was.
public final class GeometryEditor {
  /// What can be snapped to: while editing, all but what is edited; after saving, with the result.
  public private(set) var scene: SnapScene
  /// The switches of snapping; they may be changed at any time.
  public var settings: SnapSettings {
    didSet { if settings != oldValue { snapper = nil } }
  }
  /// How the map is looked at; it may be changed at any time.
  ///
  /// Needed while a tolerance is in pixels.
  public var view: SnapView? {
    didSet { if view != oldValue { snapper = nil } }
  }
  /// Whether vertices are placed only where they snap; operations that are told a coordinate place
  /// there all the same.
  public var requiresSnap = false
  /// Whether saving moves the vertices of other features along with those they share, as topological
  /// editing does.
  public var movesSharedVertices = false

  /// The scene as it was before the edit.
  private var base: SnapScene
  private(set) var session: EditorSession?
  private var snapper: Snapper?
  private var subscribers = EventSubscribers()
  private var told = ToldState()

  /// Creates an editor with nothing to edit.
  ///
  /// - Parameters:
  ///   - scene: What can be snapped to.
  ///   - settings: The switches of snapping. New settings are off and list no sources: see
  ///     ``syncSourceSettings(enabling:)``.
  ///   - view: How the map is looked at; nil when no tolerance is in pixels.
  public init(scene: SnapScene, settings: SnapSettings = SnapSettings(), view: SnapView? = nil) {
    self.scene = scene
    self.settings = settings
    self.view = view
    base = scene
  }

  deinit { subscribers.finish() }

  /// What happens from now on, in order: each call makes a stream of its own.
  ///
  /// A stream ends when the editor does. What nobody reads is kept: a listener that may fall behind
  /// gives a policy.
  public func events(
    bufferingPolicy: AsyncStream<GeometryEditorEvent>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<GeometryEditorEvent> {
    subscribers.subscribe(bufferingPolicy)
  }

  // MARK: Beginning

  /// Begins to edit a stored feature, at the place where the scene shows it.
  ///
  /// - Throws: ``GeometryEditorError`` with code `alreadyStarted`, `noSuchFeature`, or
  ///   `unsupportedType` for a geometry collection.
  /// - Complexity: Linear in its vertices and in the rules of the network.
  public func start(editing feature: FeatureID) throws(GeometryEditorError) {
    let subject = EditSubject.feature(feature)
    guard let geometry = base.currentGeometry(of: subject) else {
      throw GeometryEditorError(
        .noSuchFeature,
        "There is no feature with a geometry at row \(feature.row) of table \(feature.table)."
      )
    }
    let type = scene.network.tables[Int(feature.table)].assetTypeID(of: Int(feature.row))
    try start(subject, Int(feature.table), type, EditorShape(geometry), geometry)
  }

  /// Begins to edit a feature that was created and is not stored yet.
  ///
  /// - Throws: As ``start(editing:)``.
  public func start(editingPending number: Int) throws(GeometryEditorError) {
    let subject = EditSubject.pending(number)
    guard let geometry = base.currentGeometry(of: subject),
      let ordinal = base.ordinal(of: .pending(number))
    else {
      throw GeometryEditorError(.noSuchFeature, "There is no new feature \(number).")
    }
    let (table, type) = base.tableAndType(ofClass: base.featureClass(of: ordinal))
    try start(subject, table, type, EditorShape(geometry), geometry)
  }

  /// Begins to draw a feature about to be created, of the geometry type that its table holds.
  ///
  /// - Parameters:
  ///   - table: The index of the table in ``UtilityNetwork/tables``.
  ///   - assetType: The asset type, whose rules apply; nil in a plain table.
  ///   - hasZ: Whether its vertices get heights.
  /// - Throws: ``GeometryEditorError`` with code `alreadyStarted`, `noSuchTable`, `wrongAssetType` or
  ///   `unsupportedType`.
  public func start(
    creatingIn table: Int,
    assetType: AssetTypeID? = nil,
    hasZ: Bool = false
  ) throws(GeometryEditorError) {
    let network = scene.network
    guard network.tables.indices.contains(table), let type = network.tables[table].geometryType
    else {
      throw GeometryEditorError(.noSuchTable, "There is no table \(table) that holds geometries.")
    }
    let isKnown = assetType.map { network.assetType($0) != nil } ?? true
    guard network.tables[table].sourceID == assetType?.sourceID, isKnown else {
      throw GeometryEditorError(
        .wrongAssetType,
        "\(network.tables[table].name) has no such asset type: features of network sources need one "
          + "of theirs, those of plain tables none."
      )
    }
    let shape = try EditorShape(type, hasZ: hasZ, srid: network.srid)
    try start(.creation(table: table, assetType: assetType), table, assetType, shape, nil)
  }

  /// Begins to edit a geometry that belongs to no feature, without rules.
  ///
  /// - Throws: ``GeometryEditorError`` with code `alreadyStarted`, `unsupportedType`, or
  ///   `mixedSpatialReferences` when it declares another system than the network.
  public func start(with geometry: Geometry) throws(GeometryEditorError) {
    if let own = geometry.srid, let other = scene.network.srid, own != other {
      throw GeometryEditorError(
        .mixedSpatialReferences,
        "The geometry is in EPSG:\(own), the network in EPSG:\(other): transform it first."
      )
    }
    try start(.sketch, nil, nil, EditorShape(geometry), geometry)
  }

  /// Begins to draw a geometry that belongs to no feature, without rules.
  ///
  /// - Throws: ``GeometryEditorError`` with code `alreadyStarted` or `unsupportedType`.
  public func start(
    drawing type: GeometryType,
    hasZ: Bool = false
  ) throws(GeometryEditorError) {
    let shape = try EditorShape(type, hasZ: hasZ, srid: scene.network.srid)
    try start(.sketch, nil, nil, shape, nil)
  }

  private func start(
    _ subject: EditSubject,
    _ table: Int?,
    _ assetType: AssetTypeID?,
    _ shape: EditorShape,
    _ geometry: Geometry?
  ) throws(GeometryEditorError) {
    guard session == nil else {
      throw GeometryEditorError(
        .alreadyStarted,
        "Something is being edited: save, stop or cancel it first."
      )
    }
    // A network holds no asset type that rules could not be compiled for.
    let rules = assetType.flatMap { try? SnapRules(for: $0, in: scene.network) }
    scene = try indexing { () throws(IndexError) in try base.hiding(subject) }
    session = EditorSession(subject, table: table, assetType: assetType, rules, shape, geometry)
    snapper = nil
    told = ToldState(shape: shape)
    subscribers.send(.started(subject, geometry))
    tell()
  }

  // MARK: Ending

  /// Ends editing and answers the geometry as it is; nil when there is none, as while a part has too
  /// few vertices.
  ///
  /// The scene shows all as before: the caller does what it likes with the geometry. What is being
  /// dragged is let go where it was.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`.
  public func stop() throws(GeometryEditorError) -> Geometry? {
    var ended = try current()
    if ended.drag != nil { try ended.cancelDrag() }
    let geometry = ended.geometry
    end(.stopped(geometry), scene: base)
    return geometry
  }

  /// Ends editing; the feature is shown where it was.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`.
  public func cancel() throws(GeometryEditorError) {
    _ = try current()
    end(.cancelled, scene: base)
  }

  private func end(_ event: GeometryEditorEvent, scene: SnapScene) {
    session = nil
    snapper = nil
    base = scene
    self.scene = scene
    tell()
    subscribers.send(event)
  }

  // MARK: Saving

  /// Whether there is something to save: a vertex is not as before, and nothing is being dragged.
  public var canSave: Bool { session.map { $0.isChanged && $0.drag == nil } ?? false }

  /// Everything that is wrong with the geometry as it is now, by itself and by the rules for its place;
  /// with ``movesSharedVertices`` what moving along does to other features as well.
  ///
  /// Empty when nothing is being edited.
  ///
  /// What was wrong before the edit and has not moved since is a warning; all else is an error.
  /// Switches of snapping make no difference.
  ///
  /// - Complexity: O(n log m) for n vertices in a scene of m segments, plus GEOS's validity test for
  ///   areas.
  public func problems() -> [EditProblem] {
    guard let session else { return [] }
    return session.problems(in: scene)
      + session.problems(of: neighbours(of: session), in: scene)
  }

  private func neighbours(of session: EditorSession) -> [NeighbourEdit] {
    movesSharedVertices ? session.neighbours(in: scene, view) : []
  }

  /// Ends editing; the scene shows the result, so that it is a candidate from now on.
  ///
  /// Nothing is stored: the caller stores the geometry and decides about what the result proposes
  /// for other features. Those that share vertices are shown at their new places as well.
  ///
  /// - Parameter ignoringErrors: Whether errors are let pass. Geometries that no feature can have,
  ///   empty ones or such with NaN, are refused all the same.
  /// - Returns: The geometry, and what it proposes for other features.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `nothingToSave`, or
  ///   `invalid`, which lists the problems.
  public func save(ignoringErrors: Bool = false) throws(GeometryEditorError) -> SavedEdit {
    var session = try current()
    try session.checkNotDragging()
    guard session.isChanged else {
      throw GeometryEditorError(.nothingToSave, "Nothing has changed that could be saved.")
    }
    let problems = problems()
    let obstacles = problems.filter {
      $0.isFatal || ($0.severity == .error && !ignoringErrors)
    }
    guard obstacles.isEmpty, let geometry = session.geometry else {
      throw GeometryEditorError(
        .invalid,
        obstacles.map(\.message).joined(separator: " "),
        problems: problems
      )
    }
    // Parts are counted as in the result from here on.
    session.state.shape = session.state.shape.withoutEmptyParts
    let joints = session.joints(in: scene)
    let neighbours = neighbours(of: session)
    let (result, target) = try indexing { () throws(IndexError) in
      try base.showing(geometry, of: session, neighbours)
    }
    let edit = SavedEdit(
      subject: session.subject,
      target: target,
      table: session.table,
      assetType: session.assetType,
      geometry: geometry,
      insertions: joints.insertions,
      splits: joints.splits,
      terminalChoices: joints.terminalChoices,
      neighbours: neighbours,
      problems: problems
    )
    end(.saved(edit), scene: result)
    return edit
  }

  // MARK: The map

  /// Shows other layers and overlays, with all that was saved and is being edited.
  ///
  /// The list of sources in ``settings`` stays as it is: see ``syncSourceSettings(enabling:)``.
  ///
  /// - Throws: ``GeometryEditorError`` with code `index` when a graphic has an ordinate that is not
  ///   finite or too large.
  /// - Complexity: As making the scene, plus its edits.
  public func show(_ map: SnapMap) throws(GeometryEditorError) {
    let (shown, hiding) = try indexing { () throws(IndexError) in
      let shown = try base.showing(map)
      return (shown, try session.map { s throws(IndexError) in try shown.hiding(s.subject) })
    }
    base = shown
    scene = hiding ?? shown
    snapper = nil
  }

  /// Brings the sources of ``settings`` up to date with the map and with the rules for what is being
  /// edited, without rules if it has none.
  public func syncSourceSettings(enabling: SnapSourceEnablingBehavior = .preserve) {
    if let rules {
      settings.syncSourceSettings(
        with: scene.map,
        of: scene.network,
        rules: rules,
        enabling: enabling
      )
    } else {
      settings.syncSourceSettings(with: scene.map, of: scene.network)
    }
  }

  // MARK: Within the editor

  /// Does something with the session, and tells of what has changed.
  func change<Result>(
    _ body: (inout EditorSession) throws(GeometryEditorError) -> Result
  ) throws(GeometryEditorError) -> Result {
    var changed = try current()
    // Held once, so that its arrays are changed in place.
    session = nil
    defer {
      session = changed
      tell()
    }
    return try body(&changed)
  }

  func current() throws(GeometryEditorError) -> EditorSession {
    guard let session else {
      throw GeometryEditorError(.notStarted, "Nothing is being edited: start first.")
    }
    return session
  }

  /// The snapper for the scene, settings and view as they are.
  func currentSnapper() throws(GeometryEditorError) -> Snapper {
    if let snapper { return snapper }
    guard view != nil || !settings.usesPixels else {
      throw GeometryEditorError(
        .missingView,
        "A tolerance is in pixels: give the editor a view, or tolerances in map units."
      )
    }
    let made = Snapper(scene, settings: settings, rules: session?.rules, view: view)
    snapper = made
    return made
  }

  private func indexing<Result>(
    _ body: () throws(IndexError) -> Result
  ) throws(GeometryEditorError) -> Result {
    do throws(IndexError) { return try body() } catch { throw GeometryEditorError(error) }
  }

  /// Tells of what is different from what was told last.
  private func tell() {
    let now = ToldState(session, told)
    for event in told.events(to: now, geometry: session?.geometry) { subscribers.send(event) }
    told = now
  }
}
