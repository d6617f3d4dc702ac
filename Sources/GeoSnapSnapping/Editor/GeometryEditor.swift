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
  ///
  /// The pointer snaps anew then, as when the map or the view changes: what is dragged follows.
  public var settings: SnapSettings {
    didSet { if settings != oldValue { snapAgain() } }
  }
  /// How the map is looked at; it may be changed at any time.
  ///
  /// Needed while a tolerance is in pixels.
  public var view: SnapView? {
    didSet { if view != oldValue { snapAgain() } }
  }
  /// Whether vertices are placed only where they snap; operations that are told a coordinate place
  /// there all the same.
  public var requiresSnap = false
  /// Whether a junction may be put between the ends of a line that connects at its ends only, which is split there
  /// then; for what is started from then on.
  public var splitsLines = false
  /// Whether saving moves the vertices of other features along with those they share, as topological
  /// editing does.
  public var movesSharedVertices = false
  /// Whether a session gives a new junction or device the associations that rules want: with the area that
  /// contains it, and with the structure at its place.
  public var makesAssociations = true
  /// The names of layers whose areas a saved area must not overlap: what lies within them is cut off.
  ///
  /// Hidden layers count too. The layer of the edited feature itself may be among them.
  public var avoidsOverlapsWith: Set<String> = []

  /// Chooses a terminal, by its id, where the edited feature leaves a line several; nil leaves the choice open,
  /// which is refused where it matters.
  ///
  /// Such as ``TerminalChoice/suggestion``, or what a user was asked for.
  public var chooseTerminal: (TerminalChoice) -> Int? = { _ in nil }

  /// Where edits are stored; nil when ``save(ignoringErrors:)`` only shows them.
  public let destination: (any EditDestination)?

  /// The scene as it was before the edit.
  private(set) var base: SnapScene
  /// The layers and overlays that were asked for; nil for those of the destination.
  private var map: SnapMap?
  private(set) var session: EditorSession?
  /// The lines that the scene does not show as they are part of the edited one.
  private var hiddenMerges: [FeatureID] = []
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
  public convenience init(
    scene: SnapScene,
    settings: SnapSettings = SnapSettings(),
    view: SnapView? = nil
  ) {
    self.init(scene, nil, settings, view)
  }

  /// Creates an editor that stores what it saves.
  ///
  /// - Parameters:
  ///   - destination: Where it begins from and stores its edits, such as a session.
  ///   - settings: The switches of snapping, as for ``init(scene:settings:view:)``.
  ///   - view: How the map is looked at; nil when no tolerance is in pixels.
  public convenience init(
    for destination: any EditDestination,
    settings: SnapSettings = SnapSettings(),
    view: SnapView? = nil
  ) {
    self.init(destination.scene, destination, settings, view)
  }

  private init(
    _ scene: SnapScene,
    _ destination: (any EditDestination)?,
    _ settings: SnapSettings,
    _ view: SnapView?
  ) {
    self.scene = scene
    self.destination = destination
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
    self.map = map
    base = shown
    scene = hiding ?? shown
    hiddenMerges = []
    hideMerged()
    snapAgain()
  }

  /// Brings what can be snapped to up to date with the destination: with what was committed, undone and read
  /// anew since.
  ///
  /// Starting and saving do so themselves.
  ///
  /// - Throws: ``GeometryEditorError`` with code `noSuchFeature` when what is being edited is no more, and
  ///   `index` as ``show(_:)``.
  /// - Complexity: O(1) unless ``show(_:)`` asked for another map; then as making the scene.
  public func refresh() throws(GeometryEditorError) {
    guard let destination, !destination.scene.network.isSame(as: base.network) else { return }
    let subject = session?.subject
    if case .feature(let feature) = subject, !destination.scene.network.contains(feature) {
      throw GeometryEditorError(
        .noSuchFeature,
        "The feature that is being edited was deleted meanwhile: cancel the edit."
      )
    }
    let current = try current(of: destination)
    let hiding = try subject.map { subject throws(GeometryEditorError) in
      try indexing { () throws(IndexError) in try current.hiding(subject) }
    }
    base = current
    scene = hiding ?? current
    hiddenMerges = []
    hideMerged()
    snapAgain()
  }

  /// What a destination has now, under the map that was asked for.
  func current(of destination: any EditDestination) throws(GeometryEditorError) -> SnapScene {
    let scene = destination.scene
    guard let map, map != scene.map else { return scene }
    return try indexing { () throws(IndexError) in try SnapScene(scene.index, map: map) }
  }

  /// Brings the sources of ``settings`` up to date with the map and with the rules for what is being
  /// edited, without rules if it has none.
  public func syncSourceSettings(enabling: SnapSourceEnablingBehavior = .preserve) {
    if let rules {
      settings.syncSourceSettings(
        with: scene.map,
        of: scene.network.base,
        rules: rules,
        enabling: enabling
      )
    } else {
      settings.syncSourceSettings(with: scene.map, of: scene.network.base)
    }
  }

  // MARK: Within the editor

  func begin(
    _ subject: EditSubject,
    _ table: Int?,
    _ assetType: AssetTypeID?,
    _ shape: EditorShape,
    _ geometry: Geometry?,
    attributes: [String: AttributeValue] = [:]
  ) throws(GeometryEditorError) {
    // A network holds no asset type that rules could not be compiled for.
    let rules = assetType.flatMap {
      try? SnapRules(for: $0, in: scene.network.base, splittingLines: splitsLines)
    }
    scene = try indexing { () throws(IndexError) in try base.hiding(subject) }
    session = EditorSession(subject, table: table, assetType: assetType, rules, shape, geometry)
    session?.attributes = attributes
    snapper = nil
    told = ToldState(shape: shape)
    subscribers.send(.started(subject, geometry))
    tell()
  }

  /// Makes sure that nothing is being edited, and that the scene is up to date.
  func prepare() throws(GeometryEditorError) {
    guard session == nil else {
      throw GeometryEditorError(
        .alreadyStarted,
        "Something is being edited: save, stop or cancel it first."
      )
    }
    try refresh()
  }

  func end(_ event: GeometryEditorEvent, scene: SnapScene) {
    session = nil
    snapper = nil
    hiddenMerges = []
    base = scene
    self.scene = scene
    tell()
    subscribers.send(event)
  }

  /// Does something with the session, and tells of what has changed.
  func change<Result>(
    _ body: (inout EditorSession) throws(GeometryEditorError) -> Result
  ) throws(GeometryEditorError) -> Result {
    // Held once, so that its arrays are changed in place.
    var changed = try taken()
    defer { putBack(changed) }
    return try body(&changed)
  }

  @inline(never)
  private func taken() throws(GeometryEditorError) -> EditorSession {
    let taken = try current()
    session = nil
    return taken
  }

  @inline(never)
  private func putBack(_ changed: EditorSession) {
    session = changed
    hideMerged()
    tell()
  }

  /// Hides the lines that have become part of the edited one, and shows those that are so no more.
  private func hideMerged() {
    let merged = session?.state.merges.map(\.feature) ?? []
    guard merged != hiddenMerges, let session else { return }
    // What is in the scene can be hidden.
    if var next = try? base.hiding(session.subject) {
      for feature in merged { try? next.hide(feature) }
      scene = next
    }
    hiddenMerges = merged
    snapper = nil
  }

  @inline(never)
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

  /// Snaps anew where the pointer is: what it may snap to has changed.
  ///
  /// Without a view that a tolerance needs it snaps to nothing.
  private func snapAgain() {
    snapper = nil
    guard let pointer = session?.pointer else { return }
    let snapper = try? currentSnapper()
    try? change { session throws(GeometryEditorError) in
      try session.movePointer(to: pointer, snapper)
    }
  }

  func indexing<Result>(
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
