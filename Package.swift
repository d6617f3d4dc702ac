// swift-tools-version: 6.2
import PackageDescription
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let package = Package(
  name: "GeoSnap",
  products: [.library(name: "GeoSnap", targets: ["GeoSnap"])],
  targets: [
    .target(name: "CGEOS", linkerSettings: [.linkedLibrary("geos_c")]),
    .target(name: "GeoSnap", dependencies: ["CGEOS"], swiftSettings: settings),
    .target(name: "GeoSnapImport", dependencies: ["GeoSnap"], swiftSettings: settings),
    .target(name: "GeoSnapTestSupport", dependencies: ["GeoSnap"], path: "Tests/GeoSnapTestSupport", swiftSettings: settings),
    .testTarget(name: "GeoSnapTests", dependencies: ["GeoSnap", "GeoSnapTestSupport"], swiftSettings: settings),
    .testTarget(name: "GeoSnapImportTests", dependencies: ["GeoSnapImport", "GeoSnapTestSupport"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
