import Foundation
import GeoSnap

/// What an index file holds, and whether it fits its network.
struct IndexInspection {
  private let description: IndexFileDescription
  /// The network that it was compared with.
  var network: String?
  /// Whether the network's geometries are those of the index.
  var fitsNetwork: Bool?

  init(_ description: IndexFileDescription) { self.description = description }

  private var content: String {
    description.contentProblem.map { "\($0.code.rawValue)" } ?? "sound"
  }

  var document: JSONValue {
    .object([
      "file": .string(description.path), "version": .integer(description.version),
      "bytes": .integer(description.byteCount),
      "fingerprint": .string(fingerprintText(description.fingerprint)),
      "featureLimit": .integer(description.featureLimit),
      "areas": .integer(description.areaCount), "rings": .integer(description.ringCount),
      "coordinates": .integer(description.coordinateCount),
      "segments": document(description.segments), "areaBoxes": document(description.areaBoxes),
      "sections": .array(
        description.sections.map { section in
          .object([
            "name": .string(section.name), "offset": .integer(section.offset),
            "bytes": .integer(section.byteCount), "records": .integer(section.recordCount),
          ])
        }
      ),
      "content": .string(content), "network": JSONValue(network),
      "fitsNetwork": fitsNetwork.map { .bool($0) } ?? .null,
    ])
  }

  private func document(_ tree: IndexFileDescription.Tree) -> JSONValue {
    .object([
      "entries": .integer(tree.entryCount), "exceptions": .integer(tree.exceptionCount),
      "levels": .integer(tree.levelCount), "stepsPerUnit": JSONValue(tree.stepsPerUnit),
      "extent": GeoSnapTool.json(tree.extent),
    ])
  }

  /// The inspection for people.
  var lines: [String] {
    let fit =
      switch fitsNetwork {
      case nil: "not compared with a network"
      case true?: "fits \(network ?? "")"
      case false?: "STALE: \(network ?? "") has other geometries now"
      }
    return [
      "\(description.path)",
      "  version \(description.version), \(description.byteCount) bytes, content \(content), "
        + "fingerprint \(fingerprintText(description.fingerprint))",
      "  \(fit)",
      "  segments: \(text(description.segments))",
      "  area boxes: \(text(description.areaBoxes))",
      "  \(description.areaCount) areas, \(description.ringCount) rings, "
        + "\(description.coordinateCount) coordinates; features below \(description.featureLimit)",
      "Sections          offset        bytes      records",
    ]
      + description.sections.map { section in
        String(format: "%24d %12d %12d  ", section.offset, section.byteCount, section.recordCount)
          + section.name
      }
  }

  private func text(_ tree: IndexFileDescription.Tree) -> String {
    "\(tree.entryCount) entries, \(tree.exceptionCount) exceptions, \(tree.levelCount) levels, "
      + gridText(tree.stepsPerUnit)
  }
}
