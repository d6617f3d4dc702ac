import Dispatch
import Foundation
import GeoSnap
import GeoSnapColumns
import GeoSnapStore
import Synchronization

/// Does the jobs through the product's public API, as any client would.
struct ProductEngine {
  var features: FeatureIndex
  private let geometries: [Geometry?]
  private let associations: FeatureIndex
  private let lineCount: Int32
  /// The query points in the form of a caller's batch.
  private let places: [Coordinate]
  private let answers = AnswerBuffers()

  init(_ workload: Workload, isMapped: Bool = false) throws {
    geometries = try workload.featureGeometries()
    var (features, associations) = (
      try FeatureIndex(geometries), try FeatureIndex(workload.associationGeometries())
    )
    if isMapped { (features, associations) = (try features.mapped(), try associations.mapped()) }
    (self.features, self.associations) = (features, associations)
    lineCount = Int32(workload.lineCount)
    places = (0..<workload.queryCount).map(workload.query)
  }

  func build() -> Checksum {
    let index = try? FeatureIndex(geometries)
    return Checksum(hits: index == nil ? 0 : geometries.count)
  }

  func buildParallel() -> Checksum {
    let geometries = geometries
    let index = try? waited { try await FeatureIndex(geometries, progress: nil) }
    return Checksum(hits: index == nil ? 0 : geometries.count)
  }

  func identify(_ workload: Workload, _ count: Int) -> Checksum {
    var checksum = Checksum()
    var hits: [FeatureHit] = []
    swap(&hits, &answers.features)
    defer { swap(&hits, &answers.features) }
    for query in 0..<count {
      features.collectHits(at: workload.query(query), within: Workload.tolerance, into: &hits)
      checksum.add(hits)
    }
    return checksum
  }

  func identifyBatch(_ count: Int) -> Checksum { Self.identify(features, places, 0..<count) }

  @inline(__always)
  private static func identify(
    _ features: FeatureIndex,
    _ places: [Coordinate],
    _ range: Range<Int>
  ) -> Checksum {
    var checksum = Checksum()
    features.forEachAnswer(within: Workload.tolerance, ofEach: places.span.extracting(range)) {
      _,
      hits in
      checksum.hits += hits.count
      for hit in hits { checksum.sum += hit.distance }
    }
    return checksum
  }

  /// As ``identifyBatch(_:)``, on all cores: any number of threads may query an index.
  func identifyBatchParallel(_ count: Int) -> Checksum {
    let (features, places) = (features, places)
    let chunkSize = 4096
    let chunkCount = (count + chunkSize - 1) / chunkSize
    let checksums = Mutex([Checksum](repeating: Checksum(), count: chunkCount))
    DispatchQueue.concurrentPerform(iterations: chunkCount) { chunk in
      let range = chunk * chunkSize..<min((chunk + 1) * chunkSize, count)
      let checksum = Self.identify(features, places, range)
      checksums.withLock { $0[chunk] = checksum }
    }
    return checksums.withLock { checksums in
      checksums.reduce(into: Checksum()) { sum, checksum in
        sum.hits += checksum.hits
        sum.sum += checksum.sum
      }
    }
  }

  func snapBatch(_ count: Int) -> Checksum {
    var snaps = SnapSums()
    features.forEachSegment(within: Workload.tolerance, ofEach: places.span.extracting(..<count)) {
      place,
      hit in
      guard hit.feature < lineCount else { return }
      snaps.take(hit, at: place)
    }
    return snaps.total()
  }

  func snapEdge(_ workload: Workload, _ count: Int) -> Checksum {
    Checksum(count) { query in
      features.nearestSegment(to: workload.query(query), within: Workload.tolerance) {
        $0.feature < lineCount
      }.map { ($0.distance, $0.location) }
    }
  }

  func snapVertex(_ workload: Workload, _ count: Int) -> Checksum {
    Checksum(count) { query in
      features.nearestVertex(to: workload.query(query), within: Workload.tolerance) {
        $0.feature < lineCount
      }.map { ($0.distance, $0.location) }
    }
  }

  func extent(_ workload: Workload, _ count: Int) -> Checksum {
    var checksum = Checksum()
    var found: [Int32] = []
    swap(&found, &answers.associations)
    defer { swap(&found, &answers.associations) }
    for query in 0..<count {
      associations.collectFeatures(intersecting: workload.extent(query), into: &found)
      checksum.hits += found.count
      for association in found { checksum.sumIDs += Int64(association) }
    }
    return checksum
  }

  func nearest(_ workload: Workload, _ neighbours: Int, _ count: Int) -> Checksum {
    var checksum = Checksum()
    var hits: [SegmentHit] = []
    swap(&hits, &answers.segments)
    defer { swap(&hits, &answers.segments) }
    for query in 0..<count {
      features.collectNearestSegments(to: workload.query(query), count: neighbours, into: &hits)
      checksum.hits += hits.count
      for hit in hits { checksum.sum += hit.distance }
    }
    return checksum
  }
}

/// The sums over the nearest hit of each place, of hits in the order of places.
private struct SnapSums {
  private var checksum = Checksum()
  private var place = -1
  private var best: SegmentHit?

  @inline(__always)
  mutating func take(_ hit: SegmentHit, at place: Int) {
    if place == self.place, let best, best.squaredDistance <= hit.squaredDistance { return }
    if place != self.place { add() }
    self.place = place
    best = hit
  }

  @inline(__always)
  mutating func total() -> Checksum {
    add()
    return checksum
  }

  @inline(__always)
  private mutating func add() {
    guard let best else { return }
    checksum.add(best.distance, at: best.location)
  }
}

/// The arrays for answers, reused from run to run as a caller would;
/// a run takes one out and puts it back, so that queries do not access the class.
private final class AnswerBuffers {
  var features: [FeatureHit] = []
  var segments: [SegmentHit] = []
  var associations: [Int32] = []
}

/// A folder for measured images, which is deleted with the value.
final class ImageFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

extension FeatureIndex {
  func mapped() throws -> FeatureIndex {
    let folder = try ImageFolder()
    let path = folder.url.appending(path: "index").path
    var writer = try ImageWriter(path)
    try writer.write(self, "index")
    _ = try writer.finish()
    // A mapping remains valid after its file is deleted.
    return try ImageFile(path).read("index")
  }
}

extension NetworkIndex {
  /// The index of the network in a file: built, or mapped from an image.
  static func opened(_ path: String, isMapped: Bool) throws -> NetworkIndex {
    guard isMapped else { return try NetworkIndex(GeoPackage.open(path, images: .none).network) }
    let folder = try ImageFolder()
    let cache = ImageCache(folder: folder.url.path, leastFeatures: 0, writesByItself: false)
    let read = try GeoPackage.open(path, images: cache)
    _ = try read.index()
    read.image?.write()
    let opened = try GeoPackage.open(path, images: cache)
    guard opened.image?.index != nil else { throw BenchError("No image was made of \(path).") }
    return try opened.index()
  }
}
