/// The committed test suite of the JTS Topology Suite.
public enum JTSSuite {
  /// Where it lies, found from this source file.
  public static let path: String = {
    let folders = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return folders.joined(separator: "/") + "/JTS"
  }()

  /// The operations that are known to differ, by cause.
  public static let differences = path + "/differences.txt"
}
