/// The committed sample network of a town's gas, low and medium voltage.
public enum SampleFile {
  public static let path: String = {
    let folders = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return folders.joined(separator: "/") + "/Examples/Schutterwald/schutterwald.gpkg"
  }()
}
