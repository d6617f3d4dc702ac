/// Why an editor refuses to do something; it is as before then.
public struct GeometryEditorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  ///
  /// New codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing is being edited.
    public static let notStarted = Code(rawValue: "notStarted")
    /// Something is being edited already.
    public static let alreadyStarted = Code(rawValue: "alreadyStarted")
    /// Something is being dragged, and has to be put down first.
    public static let dragging = Code(rawValue: "dragging")
    /// Nothing is being dragged.
    public static let notDragging = Code(rawValue: "notDragging")
    /// The network has no such feature, or it has no geometry.
    public static let noSuchFeature = Code(rawValue: "noSuchFeature")
    /// The network has no such table, or it holds no geometries.
    public static let noSuchTable = Code(rawValue: "noSuchTable")
    /// The asset type is not one of the table's.
    public static let wrongAssetType = Code(rawValue: "wrongAssetType")
    /// Geometry collections cannot be edited.
    public static let unsupportedType = Code(rawValue: "unsupportedType")
    /// The geometry is in another reference system than the network.
    public static let mixedSpatialReferences = Code(rawValue: "mixedSpatialReferences")
    /// The geometry has no such part.
    public static let noSuchPart = Code(rawValue: "noSuchPart")
    /// The part has no such vertex or segment.
    public static let noSuchVertex = Code(rawValue: "noSuchVertex")
    /// A part would be left with, or has, fewer vertices than it needs.
    public static let tooFewVertices = Code(rawValue: "tooFewVertices")
    /// The type of the geometry has a single part.
    public static let singlePart = Code(rawValue: "singlePart")
    /// Only areas have holes.
    public static let notAnArea = Code(rawValue: "notAnArea")
    /// The line cannot be split there.
    public static let notSplittable = Code(rawValue: "notSplittable")
    /// The other is no line that the edited one could be merged with.
    public static let notMergeable = Code(rawValue: "notMergeable")
    /// A coordinate or height is NaN or infinite.
    public static let nonFiniteOrdinate = Code(rawValue: "nonFiniteOrdinate")
    /// A coordinate is beyond ±1e150, where distances would overflow.
    public static let ordinateOutOfRange = Code(rawValue: "ordinateOutOfRange")
    /// Nothing follows the pointer.
    public static let nothingSelected = Code(rawValue: "nothingSelected")
    /// The pointer has not moved since the last vertex was placed.
    public static let noPointer = Code(rawValue: "noPointer")
    /// A tolerance is in pixels, and there is no view to say what a pixel is.
    public static let missingView = Code(rawValue: "missingView")
    /// The editor places vertices only where they snap.
    public static let snapRequired = Code(rawValue: "snapRequired")
    /// Nothing was done that could be undone.
    public static let nothingToUndo = Code(rawValue: "nothingToUndo")
    /// Nothing was undone that could be done again.
    public static let nothingToRedo = Code(rawValue: "nothingToRedo")
    /// The geometry is as it was.
    public static let nothingToSave = Code(rawValue: "nothingToSave")
    /// The geometry has problems, which are listed.
    public static let invalid = Code(rawValue: "invalid")
    /// What is to be stored cannot be; the message is the store's own.
    public static let notStored = Code(rawValue: "notStored")
    /// The scene could not be changed; the message is the index's own.
    public static let index = Code(rawValue: "index")
  }

  /// The kind of problem.
  public let code: Code
  /// A sentence that says what is wrong and what to do.
  public let message: String
  /// With code `invalid` all that is wrong with the geometry; otherwise empty.
  public let problems: [EditProblem]

  /// Creates an error.
  public init(_ code: Code, _ message: String, problems: [EditProblem] = []) {
    self.code = code
    self.message = message
    self.problems = problems
  }

  /// The message.
  public var description: String { message }
}

extension GeometryEditorError {
  /// The error that lists what is wrong.
  package init(_ obstacles: [EditProblem], of problems: [EditProblem]? = nil) {
    let message = obstacles.map(\.message).joined(separator: " ")
    self.init(.invalid, message, problems: problems ?? obstacles)
  }

  init(_ error: IndexError) { self.init(.index, error.message) }
}
