import GeoSnapTool

/// The command `geosnap`.
@main
struct GeoSnapProgram {
  static func main() async { await Program.main() }
}
