#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension IndexFileError: LocalizedError {
  /// What is wrong, as ``description`` says it.
  public var errorDescription: String? { description }

  /// Why it is refused: the rule behind the code.
  ///
  /// nil for a code that the library does not know.
  public var failureReason: String? {
    switch code {
    case .cannotOpen: "The file is missing, is no plain file, or may not be read."
    case .cannotRead: "The file cannot be read to its end."
    case .cannotWrite: "The place cannot be written to, or it has no room."
    case .notAnIndex: "The file does not begin as an index file does."
    case .foreignByteOrder: "The file was written by a machine with another order of bytes."
    case .unsupportedVersion: "The file has a version that this library does not read."
    case .damaged: "The file is not what was written."
    case .invalidContent: "A number in the file is out of range."
    case .stale: "The index was built from other geometries."
    default: nil
    }
  }

  /// What to do about it.
  ///
  /// nil for a code that the library does not know.
  public var recoverySuggestion: String? {
    switch code {
    case .cannotOpen: "Check the path and the rights."
    case .cannotRead: "Check the disk, and build the index again."
    case .cannotWrite: "Check the rights and the room, or choose another place."
    case .notAnIndex: "Check the path, or build the index again."
    case .foreignByteOrder: "Build the index again on this machine."
    case .unsupportedVersion: "Build the index again."
    case .damaged: "Build the index again."
    case .invalidContent: "Build the index again."
    case .stale: "Build the index again."
    default: nil
    }
  }
}
