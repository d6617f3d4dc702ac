// swift-tools-version: 6.2
import PackageDescription

// The floors of the library, each a target; the product `GeoSnap` is all of them. A floor is also a product where a
// program of it alone builds and links less. Above the floors a target exists where a dependency begins: GRDB
// (GeoSnapStore), Foundation's JSON (GeoSnapImport), PROJ (GeoSnapProjection), libpq (GeoSnapPostgres),
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
// Tests are compiled quickly, whatever they test is compiled for. No package that depends on this one sees them.
let testSettings = settings + [.unsafeFlags(["-Onone"])]

// What a C program links: only the functions of geosnap.h. Its threads go on when a program lets go of it, as Python does
// at its end: the code stays.
let librarySettings: [LinkerSetting] = [
  .unsafeFlags(
    [
      "--version-script=\(Context.packageDirectory)/Sources/CGeoSnap/geosnap.map",
      "-z", "nodelete", "--gc-sections",
    ].flatMap { ["-Xlinker", $0] },
    .when(platforms: [.linux])
  )
]

// What `GeoSnap` re-exports, and what a program may import by its own name.
let floors = [
  "GeoSnapGeometry", "GeoSnapFormats", "GeoSnapIndex", "GeoSnapOperations", "GeoSnapNetwork",
  "GeoSnapQuery", "GeoSnapGraph", "GeoSnapTopology", "GeoSnapValidation", "GeoSnapTracing",
  "GeoSnapSnapping",
]

let package = Package(
  name: "GeoSnap",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "GeoSnap", targets: ["GeoSnap"] + floors),
    .library(name: "GeoSnapGeometry", targets: ["GeoSnapGeometry"]),
    .library(name: "GeoSnapIndex", targets: ["GeoSnapIndex"]),
    .library(name: "GeoSnapStore", targets: ["GeoSnapStore"]),
    .library(name: "GeoSnapImport", targets: ["GeoSnapImport"]),
    .library(name: "GeoSnapTesting", targets: ["GeoSnapTesting"]),
    .library(name: "GeoSnapXCTest", targets: ["GeoSnapXCTest"]),
    .library(name: "GeoSnapProjection", targets: ["GeoSnapProjection"]),
    .library(name: "GeoSnapPostgres", targets: ["GeoSnapPostgres"]),
    .library(name: "GeoSnapC", type: .dynamic, targets: ["GeoSnapC"]),
    .executable(name: "geosnap", targets: ["GeoSnapProgram"]),
    // What Packages/Service puts an HTTP server in front of.
    .library(name: "GeoSnapService", targets: ["GeoSnapService", "GeoSnapTool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CGEOS",
      pkgConfig: "geos",
      providers: [.apt(["libgeos-dev"]), .brew(["geos"])]
    ),
    .systemLibrary(
      name: "CPROJ",
      pkgConfig: "proj",
      providers: [.apt(["libproj-dev"]), .brew(["proj"])]
    ),
    .systemLibrary(
      name: "CPostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    // A context of GEOS for each thread.
    .target(name: "CGEOSThread", dependencies: ["CGEOS"]),
    // A context of PROJ for each thread, and the pipelines that it used last.
    .target(name: "CPROJThread", dependencies: ["CPROJ"]),
    // Hints to the processor that Swift has no words for. A program that imports neither Foundation nor
    // Glibc gets its square roots from here.
    .target(
      name: "CHints",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
    // Code that several floors share; no product: locks, large memory, work in pieces.
    .target(name: "GeoSnapSupport", dependencies: ["CHints"], swiftSettings: settings),
    // Data in columns, in memory or in a mapped file.
    .target(
      name: "GeoSnapColumns",
      dependencies: ["GeoSnapSupport", "CHints"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapGeometry",
      dependencies: ["GeoSnapColumns", "CHints"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapFormats",
      dependencies: ["GeoSnapGeometry", "GeoSnapSupport"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapIndex",
      dependencies: ["GeoSnapGeometry", "GeoSnapColumns", "GeoSnapSupport", "CHints"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapOperations",
      dependencies: [
        "GeoSnapGeometry", "GeoSnapFormats", "GeoSnapIndex", "GeoSnapSupport", "CGEOS",
        "CGEOSThread",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapNetwork",
      dependencies: ["GeoSnapGeometry", "GeoSnapColumns", "GeoSnapFormats", "GeoSnapSupport"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapQuery",
      dependencies: [
        "GeoSnapNetwork", "GeoSnapIndex", "GeoSnapOperations", "GeoSnapColumns", "GeoSnapSupport",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapGraph",
      dependencies: ["GeoSnapColumns", "GeoSnapSupport", "CHints"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapTopology",
      dependencies: [
        "GeoSnapGraph", "GeoSnapNetwork", "GeoSnapIndex", "GeoSnapColumns", "GeoSnapSupport",
        "CHints",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapTracing",
      dependencies: [
        "GeoSnapTopology", "GeoSnapOperations", "GeoSnapColumns", "GeoSnapSupport", "CHints",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapValidation",
      dependencies: ["GeoSnapTopology", "GeoSnapQuery", "GeoSnapSupport"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapSnapping",
      dependencies: ["GeoSnapQuery", "GeoSnapSupport"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnap",
      dependencies: floors.map { .target(name: $0) },
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapStore",
      dependencies: [
        "GeoSnap", "GeoSnapColumns", "GeoSnapSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapImport",
      dependencies: ["GeoSnap", "GeoSnapSupport", "CDefinitions"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapProjection",
      dependencies: ["GeoSnap", "CPROJ", "CPROJThread"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapPostgres",
      dependencies: ["GeoSnap", "GeoSnapStore", "GeoSnapColumns", "GeoSnapSupport", "CPostgres"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapTesting",
      dependencies: ["GeoSnapGeometry", "GeoSnapFormats", "GeoSnapOperations"],
      swiftSettings: settings
    ),
    .target(name: "GeoSnapXCTest", dependencies: ["GeoSnapTesting"], swiftSettings: settings),
    // The verbs of the command. A library, so that others ask them too.
    .target(
      name: "GeoSnapTool",
      dependencies: [
        "GeoSnap", "GeoSnapStore", "GeoSnapImport", "GeoSnapProjection", "GeoSnapPostgres",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    // The definitions of the networks that imports make, in the program.
    .target(name: "CDefinitions", exclude: ["definitions"]),
    // The page of `geosnap serve`, in the program.
    .target(name: "CServicePage", exclude: ["page"]),
    // What a network answers over HTTP: routes, access, page. It knows no server.
    .target(
      name: "GeoSnapService",
      dependencies: [
        "GeoSnap", "GeoSnapProjection", "GeoSnapStore", "GeoSnapTool", "CHints", "CServicePage",
      ],
      swiftSettings: settings
    ),
    // The C interface: its header, and what implements it.
    .target(name: "CGeoSnap", exclude: ["geosnap.map"]),
    .target(
      name: "GeoSnapC",
      dependencies: ["GeoSnap", "GeoSnapStore", "GeoSnapPostgres", "GeoSnapTool", "CGeoSnap"],
      swiftSettings: settings,
      linkerSettings: librarySettings
    ),
    .executableTarget(
      name: "GeoSnapProgram",
      dependencies: ["GeoSnapTool"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "GeoBench",
      dependencies: [
        "GeoSnap", "GeoSnapColumns", "GeoSnapStore", "GeoSnapPostgres", "GeoSnapTestSupport",
        "CGEOS",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapTestSupport",
      dependencies: ["GeoSnap", "GeoSnapColumns", "CGEOS"],
      path: "Tests/GeoSnapTestSupport",
      exclude: ["EsriElectric", "JTS", "Shapely"],
      swiftSettings: settings
    ),
    .target(
      name: "GeoSnapPostgresTestSupport",
      dependencies: ["GeoSnapPostgres"],
      path: "Tests/GeoSnapPostgresTestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "GeoSnapTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapColumnsTests",
      dependencies: ["GeoSnapColumns", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapGeometryTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapFormatsTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapIndexTests",
      dependencies: ["GeoSnap", "GeoSnapColumns", "GeoSnapSupport", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapOperationsTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapNetworkTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapQueryTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapGraphTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapValidationTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapTopologyTests",
      dependencies: ["GeoSnap", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapTracingTests",
      dependencies: ["GeoSnap", "GeoSnapStore", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapSnappingTests",
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
        "GeoSnapStore", "GeoSnapPostgres", "GeoSnapColumns", "GeoSnapTestSupport",
        "GeoSnapPostgresTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
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
      name: "GeoSnapPostgresTests",
      dependencies: [
        "GeoSnapPostgres", "GeoSnapStore", "GeoSnapColumns", "GeoSnapTestSupport",
        "GeoSnapPostgresTestSupport", "GeoBench",
      ],
      swiftSettings: testSettings
    ),
    // The programs of Examples/Samples, by links to their files.
    .testTarget(
      name: "GeoSnapSamplesTests",
      dependencies: ["GeoSnapStore", "GeoSnapProjection", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapToolTests",
      dependencies: [
        "GeoSnapTool", "GeoSnapProgram", "GeoSnapStore", "GeoSnapImport", "GeoSnapPostgres",
        "GeoSnapTestSupport", "GeoSnapPostgresTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["TraceAnswers"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GeoSnapServiceTests",
      dependencies: ["GeoSnapService", "GeoSnapTool", "GeoSnapStore", "GeoSnapTestSupport"],
      swiftSettings: testSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// SwiftPM compiles a target again when a module that it names has changed, not when one has that such a module re-exports:
// what stands above `GeoSnap` names the floors as well.
let below: Set = ["CDefinitions", "CServicePage", "CGeoSnap", "GeoSnapTesting", "GeoSnapXCTest"]
if let top = package.targets.firstIndex(where: { $0.name == "GeoSnap" }) {
  for target in package.targets[(top + 1)...] where !below.contains(target.name) {
    target.dependencies += package.targets[top].dependencies
  }
}
