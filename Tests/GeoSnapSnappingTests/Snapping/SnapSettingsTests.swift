import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Snap settings")
struct SnapSettingsTests {
  let network: UtilityNetwork

  init() throws { network = try GasFixture.network() }

  private func rules(_ type: AssetTypeID) throws -> SnapRules {
    try SnapRules(for: type, in: network)
  }

  private func entry(_ settings: SnapSettings, _ name: String) throws -> SnapSourceSettings {
    try #require(settings.sourceSettings.first { $0.name == name })
  }

  @Test("Sources come in definition order, plain tables last, all disabled at first")
  func order() {
    var settings = SnapSettings()
    settings.syncSourceSettings(with: network)
    #expect(
      settings.sourceSettings.map(\.name) == [
        "StructureJunction", "StructureBoundary", "PipelineDevice", "PipelineJunction",
        "PipelineLine", "survey_points", "fences",
      ]
    )
    #expect(settings.sourceSettings.allSatisfy { !$0.isEnabled && $0.ruleBehavior == nil })
    #expect(settings.sourceSettings.flatMap(\.childSourceSettings).allSatisfy { !$0.isEnabled })
  }

  @Test("Rules limit or prevent a network source and leave a plain one allowed")
  func behaviors() throws {
    var settings = SnapSettings()
    settings.syncSourceSettings(
      with: network,
      rules: try rules(GasFixture.tap),
      enabling: .preserve
    )
    #expect(try entry(settings, "PipelineLine").ruleBehavior == .rulesLimitSnapping)
    #expect(try entry(settings, "PipelineDevice").ruleBehavior == .rulesPreventSnapping)
    #expect(try entry(settings, "StructureBoundary").ruleBehavior == .rulesPreventSnapping)
    #expect(try entry(settings, "survey_points").ruleBehavior == nil)
    #expect(settings.sourceSettings.allSatisfy { !$0.isEnabled })
  }

  @Test("A parent is limited when any of its groups is, and each group speaks for itself")
  func groups() throws {
    var settings = SnapSettings()
    settings.syncSourceSettings(
      with: network,
      rules: try rules(GasFixture.meter),
      enabling: .preserve
    )
    let lines = try entry(settings, "PipelineLine")
    #expect(lines.ruleBehavior == .rulesLimitSnapping)
    #expect(
      lines.childSourceSettings.map(\.ruleBehavior) == [.rulesPreventSnapping, .rulesLimitSnapping]
    )
  }

  @Test("setFromRules enables what rules limit or prevent, and leaves known plain sources alone")
  func setFromRules() throws {
    var settings = SnapSettings()
    settings.syncSourceSettings(
      with: network,
      rules: try rules(GasFixture.tap),
      enabling: .setFromRules
    )
    #expect(try entry(settings, "PipelineDevice").isEnabled)
    #expect(try entry(settings, "PipelineLine").isEnabled)
    #expect(try entry(settings, "PipelineLine").childSourceSettings.allSatisfy(\.isEnabled))
    #expect(try !entry(settings, "survey_points").isEnabled)

    let plain = try #require(settings.sourceSettings.firstIndex { $0.name == "survey_points" })
    settings.sourceSettings[plain].isEnabled = true
    settings.syncSourceSettings(
      with: network,
      rules: try rules(GasFixture.meter),
      enabling: .setFromRules
    )
    #expect(try entry(settings, "survey_points").isEnabled)
  }

  @Test("Synchronising without rules forgets behaviors and keeps switches")
  func withoutRules() throws {
    var settings = SnapSettings()
    settings.syncSourceSettings(
      with: network,
      rules: try rules(GasFixture.tap),
      enabling: .setFromRules
    )
    settings.syncSourceSettings(with: network)
    #expect(settings.sourceSettings.allSatisfy { $0.ruleBehavior == nil })
    #expect(try entry(settings, "PipelineLine").isEnabled)
  }

  @Test("Rules for a feature to be created are read from its table and attributes")
  func factoryB() throws {
    let rules = try SnapRules(
      forTable: "pipelinejunction",
      attributes: ["assetgroup": .integer(1), "AssetType": .integer(1)],
      in: network
    )
    #expect(rules.assetType == GasFixture.tap)
    #expect(throws: SnapRuleError.self) {
      try SnapRules(
        forTable: "PipelineJunction",
        attributes: ["ASSETGROUP": .integer(1)],
        in: network
      )
    }
    #expect(throws: SnapRuleError.self) {
      try SnapRules(forTable: "Nowhere", attributes: [:], in: network)
    }
    #expect(throws: SnapRuleError.self) {
      try SnapRules(
        for: AssetTypeID(sourceID: 10, assetGroup: 9, assetType: 9),
        in: network
      )
    }
  }
}
