import ArgumentParser
import Foundation
import GeoSnap

/// Measures readers and writers together with GEOS's and Foundation's, as ratios in one run.
struct FormatBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "Measures the readers and writers of formats beside GEOS and JSONDecoder.",
    discussion: """
      wkbRead, wkbWrite: well-known binary, one geometry an operation, beside GEOSWKBReader and \
      GEOSWKBWriter, which are made once. geojsonRead: a feature collection with three properties each, \
      one feature an operation, beside JSONDecoder into structs of arrays. The ratio says how many times \
      the rival's time ours goes into.
      """
  )

  @Option(help: "How many points; a fifth as many lines, a 25th as many areas.")
  var count = 200_000
  @Option(help: "Timed runs of each job; the median counts. One more goes before to warm up.")
  var repetitions = 5
  @Flag(help: "Write one JSON document instead of a table.")
  var json = false

  func run() throws {
    var report = Report(seed: Workload.seed, rivals: "GEOS \(STRtree.version)")
    let table = Table()
    if !json { table.printHead(of: report) }
    for sample in try FormatSample.all(count: count) {
      for contest in try contests(sample) {
        let results = contest.measure(n: sample.geometries.count, repetitions)
        report.results += results
        if json { continue }
        for result in results { table.printRow(result) }
        if results.count == 2 {
          let ratio = results[1].nsPerOperation / results[0].nsPerOperation
          print("\(contest.job): \(String(format: "%.2f", ratio)) times \(results[1].engine)")
        }
      }
    }
    if json { print(try report.json()) }
    if let disagreement = report.results.first(where: { $0.agrees == false }) {
      throw BenchError("\(disagreement.job): \(disagreement.engine) disagrees with geosnap.")
    }
  }

  private func contests(_ sample: FormatSample) throws -> [Contest] {
    let geos = try GEOSFormats()
    geos.keep(sample.binary)
    let count = sample.geometries.count
    let data = Data(sample.geoJSON)
    func contest(
      _ job: String,
      _ own: @escaping () -> Checksum,
      _ rival: String,
      _ other: @escaping () -> Checksum
    ) -> Contest {
      Contest(
        job: "\(job) \(sample.name)",
        contenders: [
          Contender(engine: "geosnap", operations: count, run: { _ in own() }),
          Contender(engine: rival, operations: count, run: { _ in other() }),
        ]
      )
    }
    return [
      contest("wkbRead", { Self.readBinary(sample.binary) }, "geos", { geos.read(sample.binary) }),
      contest("wkbWrite", { Self.writeBinary(sample.geometries) }, "geos", { geos.write() }),
      contest(
        "geojsonRead",
        { Self.readGeoJSON(sample.geoJSON) },
        "JSONDecoder",
        { Self.decode(data) }
      ),
    ]
  }

  private static func readBinary(_ texts: [[UInt8]]) -> Checksum {
    var checksum = Checksum()
    for text in texts {
      guard let geometry = try? Geometry(wkb: text) else { continue }
      checksum.hits += 1
      checksum.sumIDs += coordinateCount(geometry)
    }
    return checksum
  }

  private static func coordinateCount(_ geometry: Geometry) -> Int64 {
    if case .point = geometry { return 1 }
    return Int64(geometry.coordinates.count)
  }

  private static func writeBinary(_ geometries: [Geometry]) -> Checksum {
    var checksum = Checksum()
    for geometry in geometries {
      checksum.hits += 1
      checksum.sumIDs += Int64(geometry.wkb().count)
    }
    return checksum
  }

  private static func readGeoJSON(_ text: [UInt8]) -> Checksum {
    var checksum = Checksum()
    guard let collection = try? GeoJSONCollection(geoJSON: text) else { return checksum }
    for feature in collection.features {
      checksum.hits += 1
      checksum.sumIDs += feature.geometry.map(coordinateCount) ?? 0
    }
    return checksum
  }

  private static func decode(_ data: Data) -> Checksum {
    var checksum = Checksum()
    guard let collection = try? JSONDecoder().decode(DecodedCollection.self, from: data) else {
      return checksum
    }
    for feature in collection.features {
      checksum.hits += 1
      checksum.sumIDs += Int64(feature.geometry.coordinateCount)
    }
    return checksum
  }
}
