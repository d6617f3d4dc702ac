import GeoSnap
import GeoSnapTestSupport
import Testing

/// An editor over the gas network, with every source switched on.
struct EditorFixture {
  let index: NetworkIndex
  let editor: GeometryEditor

  /// Adds plain tables to those of the gas network; the default map shows everything.
  init(tables: [FeatureTable] = [], map: SnapMap? = nil, tolerance: Double = 1) throws {
    let gas = try GasFixture.network()
    index = try NetworkIndex(gas.with(tables: gas.tables + tables))
    let network = index.network.base
    let settings = SnapSettings(on: network, map: map) {
      $0.snapsToGeometryGuides = false
      $0.tolerance = .mapUnits(tolerance)
    }
    let shown = map ?? SnapMap(of: network)
    editor = GeometryEditor(scene: try SnapScene(index, map: shown), settings: settings)
  }

  func feature(_ origin: String) throws -> FeatureID {
    try #require(index.network.base.features(origin: origin).first)
  }

  func table(_ name: String) throws -> Int { try index.network.base.table(name) }

  /// A snapper with the editor's scene and settings that has no rules.
  var snapper: Snapper { Snapper(editor.scene, settings: editor.settings) }
}

func gasEditor(
  over tables: [FeatureTable],
  rules: [NetworkRule] = GasFixture.rules
) throws -> GeometryEditor {
  let network = try UtilityNetwork(GasFixture.definition, tables, rules: rules)
  let editor = GeometryEditor(scene: SnapScene(try NetworkIndex(network)))
  editor.settings.tolerance = .mapUnits(1)
  return editor
}

extension GeometryEditor {
  func start(_ text: String) throws { try start(with: wkt(text)) }

  /// Places vertices where the pointer snaps.
  func draw(_ places: Coordinate...) throws { for place in places { try self.place(at: place) } }

  /// Adds vertices without snapping.
  func append(_ places: Coordinate...) throws {
    for place in places { try appendVertex(at: place) }
  }

  func grab(_ selection: EditSelection, near place: Coordinate? = nil) throws {
    try select(selection)
    try beginDrag(near: place)
  }
}

func refuses(
  _ code: GeometryEditorError.Code,
  _ body: () throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(sourceLocation: sourceLocation) { try body() } throws: { error in
    (error as? GeometryEditorError)?.code == code
  }
}
