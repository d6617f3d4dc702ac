/// Why an index file cannot be written or used.
public struct IndexFileError: Error, Hashable, Sendable {
  /// The kind of problem.
  ///
  /// New codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is missing, no plain file, or may not be read.
    public static let cannotOpen = Code(rawValue: "cannotOpen")
    /// The file cannot be read or mapped to the end.
    public static let cannotRead = Code(rawValue: "cannotRead")
    /// The file cannot be written: no right to, or no room.
    public static let cannotWrite = Code(rawValue: "cannotWrite")
    /// The file does not begin as an index file does.
    public static let notAnIndex = Code(rawValue: "notAnIndex")
    /// The file was written by a machine with another order of bytes.
    public static let foreignByteOrder = Code(rawValue: "foreignByteOrder")
    /// The file has a version that this library does not read.
    public static let unsupportedVersion = Code(rawValue: "unsupportedVersion")
    /// The file is cut short, too long, or its content is not what was written.
    public static let damaged = Code(rawValue: "damaged")
    /// The checksums hold, but a number is out of range: no library wrote this.
    public static let invalidContent = Code(rawValue: "invalidContent")
    /// The file is sound, but was built from other geometries.
    public static let stale = Code(rawValue: "stale")
  }

  /// The kind of problem.
  public let code: Code
  /// A sentence that says what is wrong and what to do; the file comes first.
  public let message: String
  /// The file.
  public let path: String

  init(_ code: Code, _ problem: String, path: String) {
    self.code = code
    message = "\(path): \(problem)"
    self.path = path
  }

  /// What to do about a file that cannot be used.
  static let advice = "Build it again, with `geosnap index` or FeatureIndex.write(to:fingerprint:)."
}

extension IndexFileError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
