/// A network attribute that the network itself maintains.
public enum SystemAttribute: String, Hashable, Sendable, CaseIterable {
  /// The id of the network source.
  case sourceID = "Source ID"
  /// The id of a junction's terminal; no value for edges.
  case terminalID = "Terminal ID"
  /// The code of the asset group.
  case assetGroup = "Asset group"
  /// The code of the asset type.
  case assetType = "Asset type"
  /// 1 for a terminal that controls a subnetwork, otherwise 0.
  case isSubnetworkController = "Is subnetwork controller"
  /// The length of a line in the units of its coordinates, apportioned to its parts; 0 for junctions.
  case shapeLength = "Shape length"
  /// The position along the line where an edge begins, from 0 to 1; no value for junctions.
  case positionFrom = "Position from"
  /// The position along the line where an edge ends, from 0 to 1; no value for junctions.
  case positionTo = "Position to"

  /// The attribute with a name, compared without case; nil when there is none.
  package init?(named name: String) {
    let found = SystemAttribute.allCases.first { $0.rawValue.isSpelled(like: name) }
    guard let found else { return nil }
    self = found
  }
}

extension SystemAttribute {
  var networkAttribute: NetworkAttribute {
    let dataType: NetworkAttribute.DataType =
      switch self {
      case .shapeLength, .positionFrom, .positionTo: .double
      case .isSubnetworkController: .boolean
      default: .integer
      }
    return NetworkAttribute(
      id: -1,
      name: rawValue,
      dataType: dataType,
      isApportionable: self == .shapeLength,
      isSystemDefined: true
    )
  }
}
