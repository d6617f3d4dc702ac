import GeoSnap
import GeoSnapTestSupport

extension UtilityNetwork {
  /// Copies of the network side by side: a large network with the properties of a real one.
  ///
  /// Global ids, row ids and names of subnetworks differ between tiles.
  ///
  /// - Parameter count: The number of tiles.
  /// - Returns: The tiles as one network.
  /// - Throws: Errors of the network's construction.
  func tiled(_ count: Int) throws -> UtilityNetwork {
    guard let extent = Envelope.combining(geometries.map { $0?.envelope }) else {
      throw BenchError("The network has no extent to tile.")
    }
    let step = ((extent.maxX - extent.minX) * 1.01, (extent.maxY - extent.minY) * 1.01)
    let side = max(Int(Double(count).squareRoot().rounded(.up)), 1)
    var tiles = tables.map { $0.holding([]) }
    var all: [Association] = []
    func id(_ id: GlobalID, in tile: Int) -> GlobalID {
      GlobalID(high: id.high &+ UInt64(tile), low: id.low)
    }
    for tile in 0..<count {
      let (dx, dy) = (Double(tile % side) * step.0, Double(tile / side) * step.1)
      for (number, table) in tables.enumerated() {
        let names = table.fields.firstIndex { $0.name.lowercased() == "subnetworkcontrollername" }
        let rowStep = (table.rowIDs.max() ?? 0) + 1
        for row in 0..<table.count {
          var feature = table[row]
          feature.rowID += Int64(tile) * rowStep
          feature.globalID = feature.globalID.map { id($0, in: tile) }
          feature.geometry = try feature.geometry?.moved(dx: dx, dy: dy)
          if let names, case .text(let name) = feature.attributes[names], !name.isEmpty {
            feature.attributes[names] = .text("\(name) \(tile)")
          }
          tiles[number].append(feature)
        }
      }
      all += associations.map { association in
        var moved = association
        moved.globalID = id(association.globalID, in: tile)
        moved.from.globalID = id(association.from.globalID, in: tile)
        moved.to.globalID = id(association.to.globalID, in: tile)
        return moved
      }
    }
    return try with(tables: tiles, associations: all)
  }
}
