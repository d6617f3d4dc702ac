import Foundation
import FuzzDriver
import GeoSnap
import GeoSnapImport

@testable import GeoSnapStore

extension FuzzTarget {
  /// Geometries as GeoPackage has them.
  static let blob = FuzzTarget("GeoPackageBlob") { input in
    _ = GeometryBlob.envelope(input)
    guard let geometry = try? GeometryBlob.decode(input.span, srsID: 25832, srid: 25832) else {
      return
    }
    let written = GeometryBlob.encode(geometry, envelope: geometry.envelope, srsID: 25832)
    require(
      (try? GeometryBlob.decode(written.span, srsID: 25832, srid: 25832)) == geometry,
      "Is another geometry when read again: \(geometry.wkt)"
    )
  }

  /// Definitions as networks store them.
  static let definition = FuzzTarget("Definition") { input in
    guard let definition = try? JSONDecoder().decode(NetworkDefinition.self, from: Data(input))
    else { return }
    guard let written = try? JSONEncoder().encode(definition),
      let again = try? JSONDecoder().decode(NetworkDefinition.self, from: written)
    else { find("Cannot be written and read again") }
    require(again == definition, "Is another definition when read again")
    _ = try? UtilityNetwork(definition: definition, srid: nil, tables: [])
  }

  /// Definitions as people write them.
  static let definitionFile = FuzzTarget("DefinitionFile") { input in
    let problems = NetworkDefinitionFile.problems(in: input)
    require(problems.allSatisfy { !$0.message.isEmpty }, "A problem without a message")
    guard let file = try? NetworkDefinitionFile(bytes: input, named: "fuzz") else {
      require(!problems.isEmpty, "Refused without a problem")
      return
    }
    require((try? file.network(srid: nil)) != nil, "A sound file makes no network")
    guard let text = try? file.text() else { return }
    let again = try? NetworkDefinitionFile(bytes: Array(text.utf8), named: "written")
    require(again == file, "Is another definition when read again: \(text)")
  }
}
