import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Snap settings are stored and read")
struct SnapSettingsCodableTests {
  private func decode(_ text: String) throws -> SnapSettings {
    try JSONDecoder().decode(SnapSettings.self, from: Data(text.utf8))
  }

  @Test("What is read is what was written, with all switches away from their defaults")
  func roundTrip() throws {
    let network = try GasFixture.network()
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.isSuspended = true
    settings.snapsToFeatures = false
    settings.snapsToGeometryGuides = false
    settings.scaleRange = ScaleRange(minScale: 5000, maxScale: 10)
    settings.kinds = .all
    settings.tolerance = .mapUnits(0.25)
    settings.kindTolerances = [.vertex: .pixels(12.5), .extend: .mapUnits(3)]
    settings.grid = SnapGrid(origin: c(1, 2), spacing: 0.5)
    settings.syncSourceSettings(
      with: network,
      rules: try SnapRules(for: GasFixture.tap, in: network),
      enabling: .setFromRules
    )
    settings.sourceSettings[0].kinds = SnapKinds(.vertex)
    settings.sourceSettings[0].tolerance = .pixels(3)
    settings.sourceSettings[0].kindTolerances = [.segment: .mapUnits(1)]
    let data = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(SnapSettings.self, from: data) == settings)
    #expect(try decode("{}") == SnapSettings())
  }

  @Test("Kinds and tolerances are written as people say them")
  func words() throws {
    var settings = SnapSettings()
    settings.kinds = SnapKinds(kinds: [.vertex, .extend])
    settings.kindTolerances = [.vertex: .pixels(7)]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(settings), as: UTF8.self)
    #expect(text.contains(#""kinds":["vertex","extension"]"#))
    #expect(text.contains(#""kindTolerances":{"vertex":"7.0px"}"#))
    #expect(text.contains(#""tolerance":"10.0px""#))
    #expect(try decode(#"{"tolerance": "12px"}"#).tolerance == .pixels(12))
    #expect(try decode(#"{"tolerance": 0.5}"#).tolerance == .mapUnits(0.5))
  }

  @Test(
    "What is no kind, tolerance or grid is refused",
    arguments: [
      #"{"kinds": ["corner"]}"#, #"{"tolerance": "10"}"#, #"{"tolerance": "nanpx"}"#,
      #"{"grid": {"spacing": 0}}"#, #"{"kindTolerances": {"corner": 1}}"#,
    ]
  )
  func refused(text: String) { #expect(throws: DecodingError.self) { try decode(text) } }
}
