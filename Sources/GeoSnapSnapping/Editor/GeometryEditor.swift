/// Edits one geometry after another over a scene: draws, moves and deletes vertices, snaps, undoes, checks and saves.
///
/// It has no user interface: the caller turns taps and pointer positions into calls, and draws the results of
/// ``events(bufferingPolicy:)``. The edited feature is hidden from its own snaps; a saved one is a candidate at once.
///
/// An editor belongs to one isolation domain, such as the main actor. Calls that throw a ``GeometryEditorError``
/// change nothing.
public final class GeometryEditor {
  /// The content to snap to: during an edit without the edited feature, after saving with the result.
  public private(set) var scene: SnapScene
  /// The settings of snapping, which may change at any time; the pointer and a drag then snap again.
  public var settings: SnapSettings { didSet { if settings != oldValue { snapAgain() } } }
  /// The view of the map, which may change at any time; required while a tolerance is in pixels.
  public var view: SnapView? { didSet { if view != oldValue { snapAgain() } } }
  /// Whether vertices are placed only with a snap, except by operations with a coordinate.
  public var requiresSnap = false
  /// Whether a junction may be placed between the ends of a line that connects at its ends only, which then splits
  /// the line; applies to edits that start later.
  public var splitsLines = false
  /// Whether saving also moves the shared vertices of other features, as topological editing does.
  public var movesSharedVertices = false
  /// Whether a session gives a new junction or device the associations that rules require: with the area that
  /// contains it, and with the structure at its place.
  public var makesAssociations = true
  /// The names of layers, visible or not, whose areas are cut off a saved area, possibly that of the edited feature.
  public var avoidsOverlapsWith: Set<String> = []

  /// Chooses a terminal, by its id, if the edited feature allows several; nil, which may be refused, makes no choice.
  ///
  /// Examples: ``TerminalChoice/suggestion``, or the choice of a user.
  public var chooseTerminal: (TerminalChoice) -> Int? = { _ in nil }

  /// The destination of edits; nil when ``save(ignoringErrors:)`` only shows them.
  package let destination: (any EditDestination)?

  /// The scene before the edit.
  private(set) var base: SnapScene
  /// The layers and overlays of ``show(_:)``; nil for those of the destination.
  private var map: SnapMap?
  private(set) var ongoing: OngoingEdit?
  /// The lines hidden from the scene since they are merged with the edited one.
  private var hiddenMerges: [FeatureID] = []
  private var snapper: Snapper?
  private var subscribers = EventSubscribers()
  private var told = PublishedEditorState()

  /// Creates an editor without an edit.
  ///
  /// - Parameters:
  ///   - scene: The content to snap to.
  ///   - settings: The settings of snapping; new ones are off without sources: see ``syncSourceSettings(enabling:)``.
  ///   - view: The view of the map; nil when no tolerance is in pixels.
  public init(
    scene: SnapScene,
    settings: SnapSettings = SnapSettings(),
    view: SnapView? = nil
  ) {
    self.scene = scene
    base = scene
    destination = nil
    self.settings = settings
    self.view = view
  }

  /// Creates an editor that reads from a destination, such as a session, and stores its edits there.
  ///
  /// The other arguments are those of ``init(scene:settings:view:)``.
  public init(
    for destination: any EditDestination,
    settings: SnapSettings = SnapSettings(),
    view: SnapView? = nil
  ) {
    scene = destination.scene
    base = scene
    self.destination = destination
    self.settings = settings
    self.view = view
  }

  deinit { subscribers.finish() }

  /// A new stream of all later events, in order, until the end of the editor.
  ///
  /// Unread events are kept: a listener that may fall behind should set a policy.
  public func events(
    bufferingPolicy: AsyncStream<GeometryEditorEvent>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<GeometryEditorEvent> {
    subscribers.subscribe(bufferingPolicy)
  }

  // MARK: The map

  /// Shows other layers and overlays, with all saved and current edits.
  ///
  /// The list of sources in ``settings`` stays unchanged: see ``syncSourceSettings(enabling:)``.
  ///
  /// - Throws: ``GeometryEditorError`` with code `index` when an ordinate of a graphic is not finite or too large.
  /// - Complexity: That of the scene's creation, plus its edits.
  public func show(_ map: SnapMap) throws(GeometryEditorError) {
    try show(indexing(base.showing(map)))
    self.map = map
  }

  /// Updates the content to snap to from the destination: with commits, undone steps and reloaded files.
  ///
  /// Starting and saving do so automatically.
  ///
  /// - Throws: ``GeometryEditorError`` with code `noSuchFeature` for a deleted edited feature, or `index`.
  /// - Complexity: O(1), or that of the scene's creation after ``show(_:)`` with another map.
  public func refresh() throws(GeometryEditorError) {
    guard let destination, !destination.scene.network.isSame(as: base.network) else { return }
    if let feature = subject?.feature, !destination.scene.network.contains(feature) {
      throw GeometryEditorError(
        .noSuchFeature,
        "The feature was deleted while it was being edited: cancel the edit."
      )
    }
    try show(current(of: destination))
  }

  private func show(_ shown: SnapScene) throws(GeometryEditorError) {
    scene = try indexing(shown.hiding(subject ?? .sketch))
    base = shown
    hiddenMerges = []
    hideMerged()
    snapAgain()
  }

  /// The current scene of a destination, with the map of ``show(_:)``.
  func current(of destination: any EditDestination) throws(GeometryEditorError) -> SnapScene {
    let scene = destination.scene
    guard let map, map != scene.map else { return scene }
    return try indexing(SnapScene(scene.index, map: map))
  }

  /// Synchronises the sources of ``settings`` with the map and with the rules for the edited feature, if any.
  public func syncSourceSettings(enabling: SnapSourceEnablingBehavior = .preserve) {
    settings.syncSourceSettings(
      with: scene.map,
      of: scene.network.base,
      rules: rules,
      enabling: enabling
    )
  }

  // MARK: Within the editor

  func begin(
    _ subject: EditSubject,
    _ table: Int?,
    _ assetType: AssetTypeID?,
    _ shape: EditorShape,
    _ geometry: Geometry?,
    _ new: PendingFeature? = nil
  ) throws(GeometryEditorError) {
    // The rules of an asset type in a network can always be compiled.
    let rules = assetType.flatMap {
      try? SnapRules(for: $0, in: scene.network.base, splittingLines: splitsLines)
    }
    scene = try indexing(base.hiding(subject))
    ongoing = OngoingEdit(subject, table: table, assetType: assetType, new, rules, shape, geometry)
    snapper = nil
    told = PublishedEditorState(shape: shape)
    subscribers.send(.started(subject, geometry))
    tell()
  }

  /// Requires that there is no edit, and updates the scene.
  func prepare() throws(GeometryEditorError) {
    guard ongoing == nil else {
      throw GeometryEditorError(
        .alreadyStarted,
        "Another edit is in progress: save, stop or cancel that edit first."
      )
    }
    try refresh()
  }

  func end(_ event: GeometryEditorEvent, scene: SnapScene) {
    ongoing = nil
    snapper = nil
    hiddenMerges = []
    base = scene
    self.scene = scene
    tell()
    subscribers.send(event)
  }

  /// Changes the ongoing edit and sends events about the changes.
  func change<Result>(
    _ body: (inout OngoingEdit) throws(GeometryEditorError) -> Result
  ) throws(GeometryEditorError) -> Result {
    // With a single owner, so that its arrays are changed in place.
    var changed = try taken()
    defer { putBack(changed) }
    return try body(&changed)
  }

  @inline(never)
  private func taken() throws(GeometryEditorError) -> OngoingEdit {
    let taken = try current()
    ongoing = nil
    return taken
  }

  @inline(never)
  private func putBack(_ changed: OngoingEdit) {
    ongoing = changed
    hideMerged()
    tell()
  }

  /// Hides the lines that are merged with the edited one, and shows those that no longer are.
  private func hideMerged() {
    let merged = ongoing?.state.merges.map(\.feature) ?? []
    guard merged != hiddenMerges, let ongoing else { return }
    // Cannot fail: the features are in the scene.
    if var next = try? base.hiding(ongoing.subject) {
      for feature in merged { try? next.hide(feature) }
      scene = next
    }
    hiddenMerges = merged
    snapper = nil
  }

  @inline(never)
  func current() throws(GeometryEditorError) -> OngoingEdit {
    guard let ongoing else {
      throw GeometryEditorError(.notStarted, "Nothing is being edited: start an edit first.")
    }
    return ongoing
  }

  func currentSnapper() throws(GeometryEditorError) -> Snapper {
    if let snapper { return snapper }
    guard view != nil || !settings.usesPixels else {
      throw GeometryEditorError(
        .missingView,
        "A tolerance is in pixels: give the editor a view, or tolerances in map units."
      )
    }
    let made = Snapper(scene, settings: settings, rules: ongoing?.rules, view: view)
    snapper = made
    return made
  }

  /// Snaps at the pointer again after a change of the candidates; without a required view, to nothing.
  private func snapAgain() {
    snapper = nil
    guard let pointer = ongoing?.pointer else { return }
    let snapper = try? currentSnapper()
    try? change { ongoing throws(GeometryEditorError) in
      try ongoing.movePointer(to: pointer, snapper)
    }
  }

  func indexing<Result>(
    _ body: @autoclosure () throws(IndexError) -> Result
  ) throws(GeometryEditorError) -> Result {
    do throws(IndexError) { return try body() } catch { throw GeometryEditorError(error) }
  }

  private func tell() {
    let now = PublishedEditorState(ongoing, told)
    for event in told.events(to: now, geometry: ongoing?.geometry) { subscribers.send(event) }
    told = now
  }

  /// Whether an edit is in progress.
  public var isStarted: Bool { ongoing != nil }

  /// The edited object; nil without an edit.
  package var subject: EditSubject? { ongoing?.subject }

  /// The rules for the edited asset type; nil for no rules.
  package var rules: SnapRules? { ongoing?.rules }

  /// The current geometry; nil without an edit, and while a part has too few vertices.
  public var geometry: Geometry? { ongoing?.geometry }

  /// The vertices of each part, complete or not, for drawing; a ring's first is not repeated.
  ///
  /// Parts are counted as in ``GeometryPath/part``, followed by empty ones.
  public var parts: [[Coordinate]] { ongoing?.state.shape.parts.map { $0.map(\.place) } ?? [] }

  /// The selection; nil for none.
  public var selection: EditSelection? { ongoing?.state.selection }

  /// The snap of the pointer; nil for none.
  public var match: SnapMatch? { ongoing?.match }

  /// Whether a drag is in progress.
  public var isDragging: Bool { ongoing?.drag != nil }

  /// Whether there is a step to undo.
  public var canUndo: Bool { ongoing?.past.isEmpty == false }

  /// Whether there is a step to redo.
  public var canRedo: Bool { ongoing?.future.isEmpty == false }

  /// Undoes the last step; a drag is one step.
  ///
  /// All steps can be undone, since each stores only the vertices that it changed.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `nothingToUndo`.
  public func undo() throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in try ongoing.undo() }
  }

  /// Redoes the last undone step.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `nothingToRedo`.
  public func redo() throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in try ongoing.redo() }
  }

  /// Changes the selection, which is not a step of undo.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart` or `noSuchVertex`.
  public func select(_ selection: EditSelection?) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in try ongoing.select(selection) }
  }
}
