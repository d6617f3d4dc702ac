import GeoSnap
import GeoSnapTestSupport
import Testing

/// An editor over the gas network, with every source switched on.
struct EditorFixture {
  let index: NetworkIndex
  let editor: GeometryEditor

  /// Makes one with plain tables beside those of the gas network, under a map of everything unless
  /// told otherwise.
  init(tables: [FeatureTable] = [], map: SnapMap? = nil, tolerance: Double = 1) throws {
    let gas = try GasFixture.network()
    index = try NetworkIndex(
      UtilityNetwork(
        definition: gas.definition,
        srid: nil,
        tables: gas.tables + tables,
        associations: gas.associations,
        rules: gas.rules
      )
    )
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.snapsToGeometryGuides = false
    settings.tolerance = .mapUnits(tolerance)
    let shown = map ?? SnapMap(of: index.network.base)
    settings.syncSourceSettings(with: shown, of: index.network.base)
    for source in settings.sourceSettings.indices {
      settings.sourceSettings[source].isEnabled = true
      for child in settings.sourceSettings[source].childSourceSettings.indices {
        settings.sourceSettings[source].childSourceSettings[child].isEnabled = true
      }
    }
    editor = GeometryEditor(scene: try SnapScene(index, map: shown), settings: settings)
  }

  func feature(_ origin: String) throws -> FeatureID {
    try #require(index.network.base.features(origin: origin).first)
  }

  func table(_ name: String) throws -> Int {
    try #require(index.network.base.tables.firstIndex { $0.name == name })
  }

  /// A snapper with the editor's scene and settings that has no rules.
  var snapper: Snapper { Snapper(editor.scene, settings: editor.settings) }
}

func wkt(_ text: String) throws -> Geometry { try Geometry(wkt: text) }

/// Whether something is refused with a code.
func refuses(
  _ code: GeometryEditorError.Code,
  _ body: () throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(sourceLocation: sourceLocation) {
    try body()
  } throws: { error in
    (error as? GeometryEditorError)?.code == code
  }
}
