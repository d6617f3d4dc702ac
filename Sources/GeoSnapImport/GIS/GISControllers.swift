internal import GeoSnap

/// Makes features the controllers of subnetworks.
struct GISControllers {
  let types: GISLayerTypes
  let configurations: [TerminalConfiguration]
  let table: GISTable

  /// Whether any asset type of the layer controls.
  var areAny: Bool { types.traits.values.contains { $0.controller != nil } }

  /// Writes the controller fields of a feature, when it is one.
  func control(_ feature: inout GISFeature) throws(ReadingError) {
    let traits = types.traits[feature.assetType]
    guard let controller = traits?.controller else { return }
    if let field = controller.field {
      guard let column = try table.column(field, "\(controller.path).where.field"),
        let key = table.rows.attributes[column][feature.row].key, controller.values.contains(key)
      else { return }
    }
    var name = feature.origin
    if let field = controller.nameField,
      let column = try table.column(field, "\(controller.path).nameField"),
      let key = table.rows.attributes[column][feature.row].key, !key.isEmpty
    {
      name = key
    }
    let terminals =
      configurations.first { $0.name == traits?.terminals }?.terminals
      ?? [Terminal(id: 1, name: "1")]
    var terminal = terminals.first { !$0.isUpstream } ?? terminals[0]
    if let wanted = controller.terminal {
      guard let named = terminals.first(where: { $0.name.lowercased() == wanted.lowercased() })
      else { throw ReadingError(controller.path, "The asset type has no terminal '\(wanted)'.") }
      terminal = named
    }
    feature.attributes[FieldName.controllerName] = .text(name)
    feature.attributes[FieldName.tierName] = .text(controller.tier)
    feature.attributes[FieldName.controllerTerminal] = .text("\(terminal.id)")
  }
}
