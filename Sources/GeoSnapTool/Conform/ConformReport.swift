import Foundation
import GeoSnap

/// The report in JSON, written together with the features: `{"moved": [...], "unmoved": [...], "summary": {...}}`.
///
/// A temporary file holds `unmoved`, so that memory stays bounded.
package final class ConformReport {
  private let file: OutputFile
  private let unmoved: SpoolFile
  private var hasMoved = false
  private var hasUnmoved = false

  init(_ file: OutputFile) throws {
    self.file = file
    unmoved = try SpoolFile()
  }

  func write(_ entries: ConformEntries) throws {
    if !entries.moved.isEmpty {
      try file.sink.write(hasMoved ? [] : Array("{\"moved\":[".utf8))
      // Entries begin with a comma, which the first must not have.
      try file.sink.write(Array(entries.moved.dropFirst(hasMoved ? 0 : 1)))
      hasMoved = true
    }
    if !entries.unmoved.isEmpty {
      try unmoved.write(Array(entries.unmoved.dropFirst(hasUnmoved ? 0 : 1)))
      hasUnmoved = true
    }
  }

  func finish(_ counts: ConformCounts) throws {
    try end(with: "\"summary\":\(counts.json)")
    try file.publish()
  }

  /// Completes a report on stdout with the error of the run, which has not carried out the entries.
  func fail(_ failure: Failure) throws {
    let error = String(decoding: try failure.json.text(isIndented: false), as: UTF8.self)
    try end(with: "\"error\":\(error)")
  }

  private func end(with member: String) throws {
    try file.sink.write(
      Array((hasMoved ? "" : "{\"moved\":[").utf8) + Array("],\n\"unmoved\":[".utf8)
    )
    try unmoved.forEachPiece { try file.sink.write($0) }
    try file.sink.write(Array("],\n\(member)}\n".utf8))
  }
}

package struct ConformCounts: Sendable {
  package var features = 0
  var vertices = 0
  var moved = 0
  var unmoved: [String: Int] = [:]
  var greatestDistance = 0.0
  /// Whether all vertices that stayed may be longitudes and latitudes.
  var fitsDegrees = true

  mutating func add(_ other: ConformCounts) {
    features += other.features
    vertices += other.vertices
    moved += other.moved
    unmoved.merge(other.unmoved) { $0 + $1 }
    fitsDegrees = fitsDegrees && other.fitsDegrees
    greatestDistance = max(greatestDistance, other.greatestDistance)
  }

  var lines: [String] {
    let farthest = moved > 0 ? ", at most by \(plain(greatestDistance))" : ""
    let stayed = unmoved.values.reduce(0, +)
    return [
      "\(count(features, "feature")): \(moved) of \(vertices) \(vertices == 1 ? "vertex" : "vertices") moved"
        + farthest + (stayed > 0 ? "; stayed:" : "")
    ] + unmoved.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "  \($0.key) \($0.value)" }
  }

  var json: String {
    let reasons = unmoved.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    return "{\"features\":\(features),\"vertices\":\(vertices),\"moved\":\(moved),"
      + "\"unmoved\":{\(reasons.joined(separator: ","))},\"greatestDistance\":\(greatestDistance)}"
  }
}

/// The report's entries for one piece, in JSON, each with a comma before it.
struct ConformEntries: Sendable {
  private(set) var moved: [UInt8] = []
  private(set) var unmoved: [UInt8] = []
  private(set) var counts = ConformCounts()

  /// Describes a piece.
  init(
    _ piece: some ConformPiece,
    _ outcomes: [ConformOutcome],
    _ conformer: Conformer,
    isListed: Bool
  ) {
    let block = piece.block
    counts.features = block.count
    counts.vertices = block.places.count
    for feature in 0..<block.count {
      let id = isListed ? piece.id(of: feature) : []
      if let reason = conformer.reason(for: block.shapes[feature]) {
        count(reason)
        if isListed { append(reason, id, "") }
        continue
      }
      for (part, vertices) in block.parts(of: feature).enumerated() {
        for vertex in vertices {
          let place = isListed ? ",\"part\":\(part),\"vertex\":\(vertex - vertices.lowerBound)" : ""
          switch outcomes[vertex] {
          case .moved(let match):
            counts.moved += 1
            counts.greatestDistance = max(counts.greatestDistance, match.place.distance)
            guard isListed else { continue }
            let heights = (
              block.heights[vertex], outcomes[vertex].height(from: block.heights[vertex])
            )
            append(match, id, place, block.places[vertex], heights, conformer)
          case .kept(let reason):
            count(reason)
            let kept = block.places[vertex]
            if abs(kept.x) > 180 || abs(kept.y) > 90 { counts.fitsDegrees = false }
            if isListed { append(reason, id, place) }
          case .held: continue
          }
        }
      }
    }
  }

  private mutating func count(_ reason: ConformReason) {
    counts.unmoved[reason.name, default: 0] += 1
  }

  private mutating func append(_ reason: ConformReason, _ id: [UInt8], _ place: String) {
    unmoved += ",\n{\"id\":".utf8
    unmoved += id
    unmoved += "\(place),\"reason\":\"\(reason.name)\"}".utf8
  }

  private mutating func append(
    _ match: SnapMatch,
    _ id: [UInt8],
    _ place: String,
    _ from: Coordinate,
    _ heights: (from: Double, to: Double),
    _ conformer: Conformer
  ) {
    func position(_ place: Coordinate, _ height: Double) -> String {
      height.isNaN ? "[\(place.x),\(place.y)]" : "[\(place.x),\(place.y),\(height)]"
    }
    let target = match.place
    let rule: (id: String, reason: String) =
      switch match.permission {
      case .rule(let id): ("\(id)", "rule")
      case .sameAssetType: ("null", "sameAssetType")
      case .unruled: ("null", "unruled")
      }
    moved += ",\n{\"id\":".utf8
    moved += id
    moved +=
      """
      \(place),"from":\(position(from, heights.from)),"to":\(position(target.location, heights.to)),\
      "distance":\(target.distance),"rule":\(rule.id),"because":"\(rule.reason)",\
      "kind":"\(target.kind.name)","insertVertex":\(match.insertsVertex),\
      "splitLine":\(match.splitsLine)
      """.utf8
    if let feature = target.feature {
      let network = conformer.snapper.scene.network
      moved += ",\"source\":".utf8
      moved.appendJSON(network.base.tables[Int(feature.table)].name)
      moved += ",\"row\":\(network.rowID(of: feature) ?? 0),\"globalID\":".utf8
      if let globalID = network.globalID(of: feature) {
        moved.appendJSON(globalID.description)
      } else {
        moved += "null".utf8
      }
    }
    moved.append(UInt8(ascii: "}"))
  }
}

/// A file without a name, which the system deletes when the program ends, even after a crash.
struct SpoolFile: Sendable {
  let handle: FileHandle

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("geosnap-\(UUID().uuidString)")
    do {
      try Data().write(to: url, options: .withoutOverwriting)
      handle = try FileHandle(forUpdating: url)
      try FileManager.default.removeItem(at: url)
    } catch {
      throw Failure.cannotWrite(
        "No temporary file can be made in \(url.deletingLastPathComponent().path): "
          + "\(error.localizedDescription) Set TMPDIR to a folder that can be written."
      )
    }
  }

  func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw Failure.cannotWrite(
        "The temporary file cannot be written: \(error.localizedDescription) Set TMPDIR to "
          + "a folder with more room."
      )
    }
  }

  func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    try handle.seek(toOffset: 0)
    while let data = try handle.read(upToCount: 256 << 10), !data.isEmpty {
      try body([UInt8](data))
    }
  }
}

extension ByteSource {
  static func spooled(_ source: ByteSource) throws -> ByteSource {
    let spool = try SpoolFile()
    var size = 0
    var bytes: [UInt8] = []
    while try source.read(1 << 20, into: &bytes) {
      try spool.write(bytes)
      size += bytes.count
      bytes.removeAll(keepingCapacity: true)
    }
    let copy = ByteSource(name: source.name, size: size, spool.handle)
    try copy.rewind()
    return copy
  }
}
