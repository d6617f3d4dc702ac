import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Extents that are checked out and in", TestDatabase.isThere)
struct CheckoutTests {
  @Test("A file says what it was checked out of, holds what the extent holds, and keeps its edge")
  func edge() async throws {
    let town = try await GasTown()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("field.gpkg").path
    let extent = Envelope(minX: -10, minY: -10, maxX: 30, maxY: 30)
    let taken = try PostGIS.checkOut(town.address, extent: extent, to: file)
    let read = try PostGIS.open(town.address, extent: extent)
    let checkout = try #require(try GeoPackage.readCheckout(of: file))
    #expect(checkout == taken.checkout && checkout.extent == extent && checkout.checkedIn == nil)
    #expect(checkout.address == "\(town.address)" && checkout.author.hasPrefix("geosnap on "))
    // The main is joined with a regulator beyond.
    #expect(checkout.cut.map(\.globalID) == [GasFixture.id(5)])
    let opened = try GeoPackage.open(file)
    #expect(opened.checkout == checkout)
    #expect(NaiveNetwork(read.network).difference(from: EditedNetwork(opened.network)) == nil)
    let store = try NetworkStore(file)
    for edge in [opened.edge, store.edge, taken.edge] {
      let edge = try #require(edge)
      #expect(edge.extent == extent && edge.associations == read.edge?.associations)
      #expect(edge.features.count == read.edge?.features.count)
    }
    func codes(_ edit: NetworkEdit) -> [TransactionProblem.Code] {
      do {
        try store.commit(step("", edit))
        return []
      } catch { return (error as? TransactionError)?.problems.map(\.code) ?? [] }
    }
    #expect(codes(.deleteFeature(key(111))) == [.beyondExtent])
    #expect(codes(.setGeometry(key(91), point(31, 31))) == [.beyondExtent])
    #expect(codes(insertPoint(40, 40)) == [.beyondExtent])
    #expect(codes(.setOrigin(key(111), "attributes")) == [])
    #expect(codes(.setGeometry(key(91), point(21, 20))) == [])
    // The same after reloading, and for an extent of the file.
    try store.reload()
    #expect(codes(.deleteFeature(key(111))) == [.beyondExtent])
    let corner = Envelope(minX: 15, minY: 15, maxX: 100, maxY: 100)
    let part = try GeoPackage.open(file, extent: corner)
    #expect(part.edge?.extent == Envelope(minX: 15, minY: 15, maxX: 30, maxY: 30))
    // With an image or without.
    let images = ImageCache(folder: folder.path, leastFeatures: 0)
    for _ in 0..<2 {
      let snapshot = try GeoPackage.openSnapshot(file, images: images)
      #expect(snapshot.edge != nil)
      snapshot.stored.image?.write()
    }
  }
}
