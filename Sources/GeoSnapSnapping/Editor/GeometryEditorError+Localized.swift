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
    case .tooFewVertices: "A part of a line needs two vertices, and a part of an area needs three."
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
      "Choose a line of the same asset type, and move an end of one to an end of the other."
    case .nothingToSave: "Change the geometry first, or stop."
    case .invalid: "Correct each listed problem."
    case .notStored: "Follow the message, and save again: the edit is kept."
    case .index: "Correct the geometry as the message says."
    default: nil
    }
  }
}
