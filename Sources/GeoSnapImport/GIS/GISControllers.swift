internal import GeoSnap

/// Makes features subnetwork controllers.
struct GISControllers {
  let types: GISLayerTypes
  let configurations: [TerminalConfiguration]
  let table: GISTable

  var areAny: Bool { types.traits.values.contains { $0.controller != nil } }

  /// The fields that describe a controller.
  static let fields = [FieldName.controllerName, FieldName.tierName, FieldName.controllerTerminal]

  /// The values of a row's controller ``fields``; nil when it is no controller.
  func control(
    _ row: Int,
    of assetType: AssetTypeID,
    _ origin: String
  ) throws(ReadingError) -> [AttributeValue]? {
    let traits = types.traits[assetType]
    guard let controller = traits?.controller else { return nil }
    if let field = controller.field {
      guard let column = try table.column(field, "\(controller.path).where.field"),
        let key = table.value(row, column).key, controller.controls(key)
      else { return nil }
    }
    var name = origin
    if let field = controller.nameField,
      let column = try table.column(field, "\(controller.path).nameField"),
      let key = table.value(row, column).key, !key.isEmpty
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
    return [.text(name), .text(controller.tier), .text("\(terminal.id)")]
  }
}
