// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that a build of GeoSnap does not build it: it needs flags that a dependency may not have.
// Scripts/fuzz and Scripts/check-leaks build it.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Debian's gold breaks down over the size of what is instrumented.
let fuzzer: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]

let package = Package(
  name: "Fuzz",
  products: [
    .executable(name: "Fuzz", targets: ["Fuzz"]),
    .executable(name: "FuzzImports", targets: ["FuzzImports"]),
    .executable(name: "EngineLeaks", targets: ["EngineLeaks"]),
  ],
  dependencies: [.package(name: "GeoSnap", path: "..")],
  targets: [
    // The declaration of the one function of libFuzzer that is called.
    .target(name: "CLibFuzzer"),
    .target(name: "FuzzDriver", dependencies: ["CLibFuzzer"], swiftSettings: settings),
    // A link to the folder of the tests' library of the same name: the tests call the same.
    .target(
      name: "EngineCalls",
      dependencies: [.product(name: "GeoSnap", package: "GeoSnap")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["FuzzDriver", "EngineCalls", .product(name: "GeoSnap", package: "GeoSnap")],
      swiftSettings: settings,
      linkerSettings: fuzzer
    ),
    .executableTarget(
      name: "FuzzImports",
      dependencies: [
        "FuzzDriver",
        .product(name: "GeoSnap", package: "GeoSnap"),
        .product(name: "GeoSnapImport", package: "GeoSnap"),
        .product(name: "GeoSnapStore", package: "GeoSnap"),
      ],
      swiftSettings: settings,
      linkerSettings: fuzzer
    ),
    .executableTarget(
      name: "EngineLeaks",
      dependencies: ["EngineCalls", .product(name: "GeoSnap", package: "GeoSnap")],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
