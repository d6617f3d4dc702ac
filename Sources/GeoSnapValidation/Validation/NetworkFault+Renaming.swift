extension NetworkFault {
  /// The fault with other identifiers of features; messages have permanent names and stay.
  func renaming(_ name: (FeatureID) -> FeatureID) -> NetworkFault {
    var fault = self
    fault.features = features.map(name)
    fault.fix = fix.renaming(name)
    return fault
  }
}

extension NetworkFix {
  func renaming(_ name: (FeatureID) -> FeatureID) -> NetworkFix {
    switch self {
    case .snapEnd(let line, let end, let junction, let place):
      .snapEnd(of: name(line), end, to: name(junction), at: place)
    case .insertVertex(let line, let segment, let place):
      .insertVertex(in: name(line), segment: segment, at: place)
    case .splitLine(let line, let place, let terminals):
      .splitLine(name(line), at: place, naming: terminals)
    case .removeVertices(let line, let vertices): .removeVertices(of: name(line), vertices)
    case .separateParts(let line): .separateParts(of: name(line))
    case .setTerminal(let line, let end, let terminals):
      .setTerminal(of: name(line), end, among: terminals)
    case .chooseAssetType(let feature, let types):
      .chooseAssetType(of: name(feature), among: types)
    case .setValue(let feature, let field, let values):
      .setValue(of: name(feature), field: field, among: values)
    case .drawGeometry(let feature): .drawGeometry(of: name(feature))
    case .moveFeature(let feature): .moveFeature(name(feature))
    case .deleteFeature(let feature): .deleteFeature(name(feature))
    case .placeJunction, .deleteAssociation, .correctAssociation, .correctRow, .addRule: self
    }
  }
}
