// swift-tools-version: 6.2
import PackageDescription

// `geosnap-serve`: the HTTP server of `geosnap serve`, with the packages that only it needs. `make serve` builds it
// into the build folder of GeoSnap, so that nothing is compiled twice.

let package = Package(
  name: "GeoSnapService",
  platforms: [.macOS(.v26)],
  products: [.executable(name: "geosnap-serve", targets: ["GeoSnapServer"])],
  dependencies: [
    .package(name: "GeoSnap", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .executableTarget(
      name: "GeoSnapServer",
      dependencies: [
        .product(name: "GeoSnapService", package: "GeoSnap"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])
    )
  ],
  swiftLanguageModes: [.v6]
)
