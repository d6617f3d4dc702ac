import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@testable import GeoSnapStore

@Suite("Images between commits and writers of other programs")
struct ImageInterleavingTests {
  private static let seeds: ClosedRange<UInt64> = 1...Extent.count(2, long: 10, full: 50)

  @Test("Whatever comes in between, each answer is that of the rows", arguments: seeds)
  func random(seed: UInt64) throws {
    var source = RandomTransaction(seed: seed)
    let subject = try ImageSubject(try EditingNetwork.make(rows: 6, using: &source.generator))
    let path = subject.file.path
    var fromImage = 0
    for step in 0..<20 {
      let place: Comment = "seed \(seed), step \(step)"
      switch source.generator.int(0...6) {
      case 0: try subject.makeImage()
      case 1:
        let store = try NetworkStore(path, images: subject.cache)
        _ = source.generator.oneIn(2) ? try? store.undo() : try? store.redo()
        store.keepImage()
      case 2:
        let table = try #require(
          GeoPackage.open(path, images: .none).network.tables.randomElement()
        )
        try? subject.file.execute("UPDATE \"\(table.name)\" SET ORIGIN = 'foreign \(step)'")
      default:
        let store = try NetworkStore(path, images: subject.cache)
        let state = try store.openedState()
        let model = NaiveNetwork(try GeoPackage.open(path, images: .none).network)
        for _ in 0..<source.generator.int(1...3) {
          _ = try? store.commit(try source.make(for: model))
        }
        _ = state
        if source.generator.oneIn(3) {
          // A program that ends before its commit is beside the image.
        } else {
          store.keepImage()
        }
      }
      if NetworkImage.openForEditing(path, subject.cache) != nil { fromImage += 1 }
      // What reads, and what edits, sees the rows.
      try subject.expectRows(place)
      let rows = try GeoPackage.open(path, images: .none).network
      let store = try NetworkStore(path, images: subject.cache)
      #expect(try #require(store.snapshot.edits(to: rows)).isEmpty, place)
      let state = try store.openedState()
      let index = try NetworkIndex(rows)
      for feature in rows.features {
        guard let at = rows.geometry(of: feature)?.coordinates.first else { continue }
        let request = IdentifyRequest(at: at, tolerance: 2)
        let found = Set(state.index.identify(request).map { state.network.key(of: $0.feature) })
        #expect(found == Set(index.identify(request).map { rows.key(of: $0.feature) }), place)
      }
    }
    #expect(fromImage > 0, "seed \(seed)")
  }
}
