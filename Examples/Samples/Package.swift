// swift-tools-version: 6.2
import PackageDescription

// Five samples of the ArcGIS Maps SDK as small programs, without a screen. Documentation/Samples.md shows them. The
// tests of GeoSnap run the same files.

func sample(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["Program"]
      + (["GeoSnap", "GeoSnapStore"] + products).map { .product(name: $0, package: "GeoSnap") }
  )
}

let package = Package(
  name: "Samples",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "GeoSnap", path: "../..")],
  targets: [
    .target(name: "Program"),
    sample("TraceUtilityNetwork", "GeoSnapProjection"),
    sample("ConfigureSubnetworkTrace"),
    sample("SnapGeometryEdits"),
    sample("DisplayContainerContent"),
    sample("DisplayAssociations", "GeoSnapProjection"),
  ],
  swiftLanguageModes: [.v6]
)
