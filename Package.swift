// swift-tools-version: 6.2
import PackageDescription

// GEOS is the only library the core links. A target exists only where a dependency begins: GRDB
// (GeoSnapStore), Foundation's JSON (GeoSnapImport), PROJ (GeoSnapProjection),
// swift-argument-parser (the two executables), a test library (GeoSnapTesting, GeoSnapXCTest).

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let warnings: [SwiftSetting] =
  Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]
let settings = strict + warnings
// Scripts/sanitize: with a sanitizer the compiler does not get through all tests when it optimises them.
let testSettings =
  Context.environment["GEOSNAP_SANITIZE"] == nil
  ? settings : settings + [.unsafeFlags(["-Onone"])]

let package = Package(
  name: "GeoSnap",
  products: [
    .library(name: "GeoSnap", targets: ["GeoSnap"]),
    .library(name: "GeoSnapStore", targets: ["GeoSnapStore"]),
    .library(name: "GeoSnapImport", targets: ["GeoSnapImport"]),
    .library(name: "GeoSnapTesting", targets: ["GeoSnapTesting"]),
    .library(name: "GeoSnapXCTest", targets: ["GeoSnapXCTest"]),
    .library(name: "GeoSnapProjection", targets: ["GeoSnapProjection"]),
    .executable(name: "geosnap", targets: ["GeoSnapTool"]),
    .executable(name: "GeoBench", targets: ["GeoBench"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // A program that imports neither Foundation nor Glibc gets its square roots from here.
    .target(
      name: "CGEOS",
      linkerSettings: [
        .linkedLibrary("geos_c"), .linkedLibrary("m", .when(platforms: [.linux])),
      ]
    ),
    .target(name: "CPROJ", linkerSettings: [.linkedLibrary("proj")]),
    // A header: hints to the processor that Swift has no words for.
    .target(name: "CHints"),
    .target(name: "GeoSnap", dependencies: ["CGEOS", "CHints"], swiftSettings: settings),
    .target(
      name: "GeoSnapStore",
      dependencies: [
        "GeoSnap", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapImport",
      dependencies: ["GeoSnap"],
      exclude: ["Catalog/LICENSE-Apache-2.0.txt"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapProjection",
      dependencies: ["GeoSnap", "CPROJ"],
      swiftSettings: settings
    ),
    .target(name: "GeoSnapTesting", dependencies: ["GeoSnap"], swiftSettings: settings),
    .target(
      name: "GeoSnapXCTest",
      dependencies: ["GeoSnap", "GeoSnapTesting"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "GeoSnapTool",
      dependencies: [
        "GeoSnap", "GeoSnapStore", "GeoSnapImport", "GeoSnapProjection",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "GeoBench",
      dependencies: [
        "GeoSnap", "GeoSnapStore", "CGEOS",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapTestSupport",
      dependencies: ["GeoSnap", "CGEOS"],
      path: "Tests/GeoSnapTestSupport",
      exclude: ["EsriElectric", "JTS", "Shapely"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GeoSnapTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapTestingTests",
      dependencies: ["GeoSnap", "GeoSnapTesting", "GeoSnapXCTest", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapStoreTests",
      dependencies: [
        "GeoSnapStore", "GeoSnapTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapImportTests",
      dependencies: ["GeoSnapImport", "GeoSnapTestSupport"],
      exclude: ["Answers"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapProjectionTests",
      dependencies: ["GeoSnapProjection", "GeoSnapTestSupport"],
      exclude: ["Answers"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapToolTests",
      dependencies: [
        "GeoSnapTool", "GeoSnapStore", "GeoSnapImport", "GeoSnapTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["TraceAnswers"],
      swiftSettings: testSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)
