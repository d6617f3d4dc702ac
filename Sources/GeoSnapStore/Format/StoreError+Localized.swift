#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension StoreError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }

  /// The reason, which explains the code; nil for a code that the library does not know.
  public var failureReason: String? {
    switch code {
    case .cannotOpen: "The file is missing, may not be read, or is not a database."
    case .badData: "The file does not hold a consistent network."
    case .alreadyExists: "The file already exists."
    case .cannotWrite: "The place cannot be written to, or it has no room."
    case .inUse: "Another program has the file open."
    case .changedByOthers: "Another program has changed the file since it was read."
    default: nil
    }
  }

  /// A suggestion; nil for a code that the library does not know.
  public var recoverySuggestion: String? {
    switch code {
    case .cannotOpen: "Check the path and the permissions."
    case .badData: "Mend each row that is listed, for instance in QGIS."
    case .alreadyExists: "Choose another path, or say that it may be replaced."
    case .cannotWrite: "Check the permissions and the free space, or choose another place."
    case .inUse: "Close the other program, and try again."
    case .changedByOthers: "Read the file again, and repeat the edit."
    default: nil
    }
  }
}
