/// The error of an editor's refused operation, which changes nothing.
public struct GeometryEditorError: Error, Equatable, Sendable {
  /// The kind of problem; a minor release may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No edit is in progress.
    public static let notStarted = Code(rawValue: "notStarted")
    /// An edit is already in progress.
    public static let alreadyStarted = Code(rawValue: "alreadyStarted")
    /// A drag is in progress and has to end first.
    public static let dragging = Code(rawValue: "dragging")
    /// No drag is in progress.
    public static let notDragging = Code(rawValue: "notDragging")
    /// The network has no such feature, or it has no geometry.
    public static let noSuchFeature = Code(rawValue: "noSuchFeature")
    /// The network has no such table, or it holds no geometries.
    public static let noSuchTable = Code(rawValue: "noSuchTable")
    /// The table does not have the asset type.
    public static let wrongAssetType = Code(rawValue: "wrongAssetType")
    /// Geometry collections cannot be edited.
    public static let unsupportedType = Code(rawValue: "unsupportedType")
    /// The geometry is in another reference system than the network.
    public static let mixedSpatialReferences = Code(rawValue: "mixedSpatialReferences")
    /// The geometry has no such part.
    public static let noSuchPart = Code(rawValue: "noSuchPart")
    /// The part has no such vertex or segment.
    public static let noSuchVertex = Code(rawValue: "noSuchVertex")
    /// A part has, or would have, fewer vertices than it needs.
    public static let tooFewVertices = Code(rawValue: "tooFewVertices")
    /// The type of the geometry has a single part.
    public static let singlePart = Code(rawValue: "singlePart")
    /// Only areas have holes.
    public static let notAnArea = Code(rawValue: "notAnArea")
    /// The line cannot be split there.
    public static let notSplittable = Code(rawValue: "notSplittable")
    /// The edited line cannot be merged with the other feature.
    public static let notMergeable = Code(rawValue: "notMergeable")
    /// A coordinate or height is NaN or infinite.
    public static let nonFiniteOrdinate = Code(rawValue: "nonFiniteOrdinate")
    /// A coordinate is beyond ±1e150, where distances would overflow.
    public static let ordinateOutOfRange = Code(rawValue: "ordinateOutOfRange")
    /// Nothing follows the pointer.
    public static let nothingSelected = Code(rawValue: "nothingSelected")
    /// The pointer has not moved since the last vertex was placed.
    public static let noPointer = Code(rawValue: "noPointer")
    /// A tolerance is in pixels but there is no view.
    public static let missingView = Code(rawValue: "missingView")
    /// The editor places vertices only where they snap.
    public static let snapRequired = Code(rawValue: "snapRequired")
    /// There is no step to undo.
    public static let nothingToUndo = Code(rawValue: "nothingToUndo")
    /// There is no step to redo.
    public static let nothingToRedo = Code(rawValue: "nothingToRedo")
    /// The geometry is unchanged.
    public static let nothingToSave = Code(rawValue: "nothingToSave")
    /// The geometry has the listed problems.
    public static let invalid = Code(rawValue: "invalid")
    /// The edit cannot be stored; the message is that of the store.
    public static let notStored = Code(rawValue: "notStored")
    /// The scene cannot be changed; the message is that of the index.
    public static let index = Code(rawValue: "index")
  }

  /// The kind of problem.
  public let code: Code
  /// The problem and the remedy, as a sentence.
  public let message: String
  /// All problems of the geometry for code `invalid`; otherwise empty.
  public let problems: [EditProblem]

  package init(_ code: Code, _ message: String, problems: [EditProblem] = []) {
    self.code = code
    self.message = message
    self.problems = problems
  }
}

extension GeometryEditorError {
  /// Refuses an edit for the obstacles among its problems, which are all its problems if nothing else is given; for
  /// an ``EditDestination``.
  public init(_ obstacles: [EditProblem], of problems: [EditProblem]? = nil) {
    let message = obstacles.map(\.message).joined(separator: " ")
    self.init(.invalid, message, problems: problems ?? obstacles)
  }

  init(_ error: IndexError) { self.init(.index, error.message) }
}

extension GeometryEditorError: MessageError {
  /// The reason for the refusal; nil for a code that the library does not know.
  public var failureReason: String? {
    switch code {
    case .notStarted: "Nothing is being edited."
    case .alreadyStarted: "An edit is in progress."
    case .dragging: "A drag is in progress."
    case .notDragging: "Nothing is being dragged."
    case .noSuchFeature: "The network has no such feature, or it has no geometry."
    case .noSuchTable: "The network has no such table, or it holds no geometries."
    case .wrongAssetType: "The table does not have the asset type."
    case .unsupportedType: "Geometry collections cannot be edited."
    case .mixedSpatialReferences:
      "The geometry is in a reference system other than that of the network."
    case .noSuchPart: "The geometry has no such part."
    case .noSuchVertex: "The part has no such vertex or segment."
    case .tooFewVertices:
      "Each part of a line needs at least two vertices, and each ring of an area at least three."
    case .singlePart: "The type of the geometry has a single part."
    case .notAnArea: "Only areas have holes."
    case .nonFiniteOrdinate: "Ordinates must be finite numbers."
    case .ordinateOutOfRange: "Distances between such large ordinates overflow."
    case .nothingSelected: "Nothing follows the pointer."
    case .noPointer: "The pointer has not moved since the last vertex was placed."
    case .missingView: "A tolerance in pixels needs a view with the size of a pixel."
    case .snapRequired: "Vertices are placed only where they snap."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    case .notSplittable: "Only a line feature of one part can be split, and not at its ends."
    case .notMergeable: "Only lines of one asset type with a common end can be merged."
    case .nothingToSave: "The geometry has not changed."
    case .invalid: "The geometry has problems."
    case .notStored: "The store refuses the edit."
    case .index: "The scene could not be changed."
    default: nil
    }
  }

  /// The remedy; nil for a code that the library does not know.
  public var recoverySuggestion: String? {
    switch code {
    case .notStarted: "Start an edit first."
    case .alreadyStarted: "Save or stop the ongoing edit first."
    case .dragging: "Place the dragged vertices first, or cancel the drag."
    case .notDragging: "Begin a drag first."
    case .noSuchFeature: "Choose a feature that is on the map."
    case .noSuchTable: "Choose a table with geometries."
    case .wrongAssetType: "Use one of the asset types of the source."
    case .unsupportedType: "Edit the members one by one."
    case .mixedSpatialReferences: "Transform the geometry to the reference system of the network."
    case .noSuchPart: "Count parts from 0."
    case .noSuchVertex: "Count vertices from 0."
    case .tooFewVertices: "Add vertices, or delete the part."
    case .singlePart: "Use a multi type for several parts."
    case .notAnArea: "Choose an area."
    case .nonFiniteOrdinate: "Find the NaN or infinity in the source of the coordinates."
    case .ordinateOutOfRange: "Check the units and the reference system of the place."
    case .nothingSelected: "Select a vertex or begin to draw first."
    case .noPointer: "Move the pointer first."
    case .missingView: "Set the view, or give the tolerance in map units."
    case .snapRequired:
      "Move the pointer nearer to a place that snaps, or switch the requirement off."
    case .nothingToUndo: "Make a change first."
    case .nothingToRedo: "Undo a change first."
    case .notSplittable: "Choose an inner vertex of a line, or insert one first."
    case .notMergeable:
      "Choose another line of the same asset type that has an end at an end of the edited line."
    case .nothingToSave: "Change the geometry first, or stop the edit."
    case .invalid: "Correct each listed problem."
    case .notStored: "Follow the message, and save again: the edit is kept."
    case .index: "Correct the geometry as the message says."
    default: nil
    }
  }
}
