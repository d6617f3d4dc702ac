/// A proposed correction of an error, for an editor to carry out.
public enum NetworkFix: Equatable, Sendable {
  /// One of the two ends of a line.
  public enum LineEnd: String, Sendable {
    /// The first vertex.
    case start
    /// The last vertex.
    case end
  }

  /// Move an end of a line to a junction to which it may connect.
  case snapEnd(of: FeatureID, LineEnd, to: FeatureID, at: Coordinate)
  /// Insert a vertex in a segment of a line, counted from 0.
  case insertVertex(in: FeatureID, segment: Int, at: Coordinate)
  /// Split a line; at a device with several terminals, each new end has to name one of the given ones.
  case splitLine(FeatureID, at: Coordinate, naming: [Int] = [])
  /// Remove vertices of a line, counted from 0.
  case removeVertices(of: FeatureID, [Int])
  /// Create a line for each part.
  case separateParts(of: FeatureID)
  /// Set the terminal at an end of a line to a given one, or to none if there is none.
  case setTerminal(of: FeatureID, LineEnd, among: [Int])
  /// Place a junction of one of the asset types where two lines meet.
  case placeJunction(at: Coordinate, among: [AssetTypeID])
  /// Choose one of the asset types.
  case chooseAssetType(of: FeatureID, among: [AssetTypeID])
  /// Correct the value of a field to a given one, or to any valid one if there is none.
  case setValue(of: FeatureID, field: String, among: [Int64])
  /// Draw the geometry.
  case drawGeometry(of: FeatureID)
  /// Move a feature to its proper place.
  case moveFeature(FeatureID)
  /// Delete a feature.
  case deleteFeature(FeatureID)
  /// Delete an association.
  case deleteAssociation(GlobalID)
  /// Correct the row of an association.
  case correctAssociation(GlobalID)
  /// Correct a row in its file, or one column of it.
  case correctRow(table: String, row: String?, column: String? = nil)
  /// Add a rule, if it should be allowed.
  case addRule(NetworkRuleKind, [AssetTypeID])
}
