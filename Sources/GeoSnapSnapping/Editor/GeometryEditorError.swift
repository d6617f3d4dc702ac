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

  /// Creates an error.
  public init(_ code: Code, _ message: String, problems: [EditProblem] = []) {
    self.code = code
    self.message = message
    self.problems = problems
  }
}

extension GeometryEditorError {
  package init(_ obstacles: [EditProblem], of problems: [EditProblem]? = nil) {
    let message = obstacles.map(\.message).joined(separator: " ")
    self.init(.invalid, message, problems: problems ?? obstacles)
  }

  init(_ error: IndexError) { self.init(.index, error.message) }
}
