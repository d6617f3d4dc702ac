public import GeoSnap

extension StoreError: ExplainedError {
  /// The reason, which explains the code; nil for a code that the library does not know.
  public var failureReason: String? {
    switch code {
    case .cannotOpen: "The file is missing, cannot be read, or is not a database."
    case .badData: "The file does not contain a consistent network."
    case .alreadyExists: "The file already exists."
    case .cannotWrite: "The file cannot be written, or the disk is full."
    case .inUse: "Another program has the file open."
    case .changedByOthers: "Another program has changed the file since it was read."
    default: nil
    }
  }

  /// A suggestion; nil for a code that the library does not know.
  public var recoverySuggestion: String? {
    switch code {
    case .cannotOpen: "Check the path and the permissions."
    case .badData: "Correct each listed row, for example in QGIS."
    case .alreadyExists: "Choose another path, or allow the file to be replaced."
    case .cannotWrite: "Check the permissions and the free space, or choose another path."
    case .inUse: "Close the other program, and try again."
    case .changedByOthers: "Read the file again, and repeat the edit."
    default: nil
    }
  }
}
