import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// Measures the opening of a network in a database, compared with the server's own export of its rows, and the delay
/// until one session has the commits of another.
struct PostgresBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postgres",
    abstract:
      "Measures opening a network in a database, and how soon another session sees a commit.",
    discussion: """
      The network of a file is written into the schema geobench of the database that GEOSNAP_POSTGRES names, unless \
      it is there. COPY is how long psql takes to get all rows in binary, one table after the other.
      """
  )

  @Argument(help: "The network, a GeoPackage file.")
  var network: String
  @Option(help: "How often each is measured; the median counts.")
  var repetitions = 3
  @Option(
    help: "How many commits are made after the image from which it is opened again; 0 for none."
  )
  var commits = 1000
  @Flag(help: "Write the network into the schema though it is there.")
  var anew = false

  func run() throws {
    let url = try databaseURL()
    let address = try PostgresAddress(url, schema: "geobench")
    if anew
      || (try? PostGIS.open(address, extent: Envelope(around: Coordinate(x: 0, y: 0), radius: 0)))
        == nil
    {
      let stored = try GeoPackage.open(network, images: .none)
      let written = try time(in: .seconds(1)) {
        try waited { try await PostGIS.write(stored.network, to: address, replacing: true) }
      }
      print("write: \(text(written)) s")
    }
    let opened = try PostGIS.open(address).network
    print("\(opened.featureCount) features, \(opened.associations.count) associations")
    let tables =
      try psql("SELECT relation FROM geobench.un_tables ORDER BY position", at: url)
      .split(separator: "\n").map(String.init) + ["un_associations"]
    let copies = tables.map { "COPY geobench.\"\($0)\" TO STDOUT (FORMAT binary)" }
    func median(_ body: () throws -> Void) throws -> Double {
      try medianTime(of: repetitions, in: .seconds(1), body)
    }
    let copy = try median { for sql in copies { try psql(sql, at: url, keeps: false) } }
    let open = try median { _ = try PostGIS.open(address) }
    let extent = middle(of: opened)
    let part = try PostGIS.open(address, extent: extent).network.featureCount
    let cut = try median { _ = try PostGIS.open(address, extent: extent) }
    print("COPY: \(text(copy)) s")
    print("open: \(text(open)) s, \(text(open / copy)) of COPY")
    print("extent of \(part) features: \(text(cut)) s, \(text(cut / open)) of all")
    if commits > 0 {
      try FollowingBench(address).run(commits: commits, repetitions: repetitions)
    }
  }

  /// A square in the middle with about a hundredth of the features.
  private func middle(of network: UtilityNetwork) -> Envelope {
    let boxes = network.tables.flatMap { table in
      (0..<table.count).compactMap { table.geometries[$0]?.envelope }
    }
    guard let all = Envelope.combining(boxes) else {
      return Envelope(around: Coordinate(x: 0, y: 0), radius: 0)
    }
    let center = Coordinate(x: (all.minX + all.maxX) / 2, y: (all.minY + all.maxY) / 2)
    var (low, high) = (0.0, max(all.maxX - all.minX, all.maxY - all.minY))
    for _ in 0..<30 {
      let box = Envelope(around: center, radius: (low + high) / 2)
      if boxes.count(where: box.intersects) > boxes.count / 100 {
        high = (low + high) / 2
      } else {
        low = (low + high) / 2
      }
    }
    return Envelope(around: center, radius: high)
  }

  private func text(_ number: Double) -> String { fixed(number, 3) }
}
