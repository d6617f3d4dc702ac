import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

struct GasTown: Sendable {
  let schema: TemporarySchema
  var address: PostgresAddress { schema.address }

  init() async throws {
    schema = try TemporarySchema()
    try await NetworkPlace.database(schema.address).write(try GasFixture.network())
  }

  /// A session that looks for others when it commits, and never by itself.
  func session(as role: String? = nil) async throws -> PostgresSession {
    let words = "\(address)" + (role.map { "&user=\($0)" } ?? "")
    return try await PostgresSession(PostgresAddress(words), lookingEvery: nil)
  }

  /// Expects that a state equals the stored one, with `hasOneOrder` also in the order of its rows.
  func expectAsStored(
    _ state: NetworkState,
    hasOneOrder: Bool = true,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let anew = try NetworkState(PostGIS.open(address).network)
    let places = [(7.0, 0.0), (20, 10), (60, 0), (62, 0), (30, 10), (40, 0), (20, 20)]
    let difference = StateComparison(state, anew: anew, hasOneOrder: hasOneOrder)
      .difference(at: places.map { Coordinate(x: $0, y: $1) })
    #expect(difference == nil, sourceLocation: location)
  }
}

func key(_ number: UInt64) -> FeatureKey { .globalID(GasFixture.id(number)) }

func point(_ x: Double, _ y: Double) -> Geometry { .point(Point(x: x, y: y)) }

func step(_ name: String, _ edits: NetworkEdit...) -> NetworkTransaction {
  NetworkTransaction(name, edits)
}

func move(_ number: UInt64, _ x: Double, _ y: Double) -> NetworkTransaction {
  step("Move \(number)", .setGeometry(key(number), point(x, y)))
}

func origin(_ number: UInt64, _ origin: String) -> NetworkTransaction {
  step("Origin \(number)", .setOrigin(key(number), origin))
}

func insert(
  _ type: AssetTypeID,
  _ table: String,
  _ geometry: Geometry,
  _ number: UInt64? = nil
) -> NetworkEdit {
  .insertFeature(NewFeature(type, geometry, id: number.map(GasFixture.id)), table: table)
}

func insertPoint(_ x: Double, _ y: Double) -> NetworkEdit {
  .insertFeature(NewFeature(geometry: point(x, y)), table: "survey_points")
}
