import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// A network's file with a separate cache, and the results of rows and image.
final class ImageSubject {
  let file: TemporaryFile
  let cache: ImageCache

  init(_ file: TemporaryFile, mostCommits: Int = 250, writesByItself: Bool = false) {
    self.file = file
    cache = ImageCache(
      folder: file.folder.path + "/cache",
      leastFeatures: 0,
      writesByItself: writesByItself,
      mostCommits: mostCommits
    )
  }

  convenience init(mostCommits: Int = 250) throws {
    self.init(try SampleNetwork.file(), mostCommits: mostCommits)
  }

  private var place: ImagePlace { get throws { try #require(ImagePlace(file.path, cache)) } }

  var imagePath: String { get throws { try place.image } }
  var sealPath: String { get throws { try place.seal } }

  var image: StoredNetwork? { NetworkImage.open(file.path, cache) }
  var hasImage: Bool { image != nil }
  var snapshot: StoredSnapshot? { NetworkImage.openSnapshot(file.path, cache) }

  func rows() throws -> StoredNetwork { try GeoPackage.open(file.path, images: .none) }

  func opened() throws -> StoredNetwork { try GeoPackage.open(file.path, images: cache) }

  func openedSnapshot() throws -> StoredSnapshot {
    try GeoPackage.openSnapshot(file.path, images: cache)
  }

  func store() throws -> NetworkStore { try NetworkStore(file.path, images: cache) }

  /// Opens the network, lets it make all that an image holds, and writes the image.
  @discardableResult
  func makeImage() throws -> StoredNetwork {
    let stored = try opened()
    _ = try stored.index()
    _ = stored.topology()
    _ = try stored.subnetworkLabels()
    stored.image?.write()
    return stored
  }

  /// Seals an image that was written by hand.
  func seal(_ image: FileFacts? = nil, start: String = SystemStart.id) throws {
    let path = try imagePath
    try ImageSeal(
      path: file.path,
      network: .file(try #require(GeoPackageFacts(file.path))),
      image: try #require(image ?? FileFacts(path: path)),
      commits: [],
      start: start
    ).write(to: sealPath)
  }

  func expectRows(_ place: Comment) throws { try expectSame(opened(), rows(), place) }
}

func expectSame(_ opened: StoredNetwork, _ rows: StoredNetwork, _ place: Comment) throws {
  let (one, other) = (opened.network, rows.network)
  #expect(one.definition == other.definition && one.srid == other.srid, place)
  #expect(one.rules == other.rules, place)
  #expect(one.tables == other.tables, place)
  #expect(one.associations == other.associations, place)
  #expect(opened.imports == rows.imports, place)
  #expect(opened.traceConfigurations == rows.traceConfigurations, place)
  #expect(opened.unreadable == rows.unreadable && opened.notes == rows.notes, place)
  #expect(one.setAside == other.setAside && one.envelope == other.envelope, place)
  for feature in other.features {
    if let id = other.globalID(of: feature) {
      #expect(one.feature(globalID: id) == other.feature(globalID: id), place)
    }
    if let origin = other.origin(of: feature) {
      #expect(one.features(origin: origin) == other.features(origin: origin), place)
    }
    let associations = other.associations(of: feature, kind: nil)
    #expect(one.associations(of: feature, kind: nil) == associations, place)
    #expect(one.assetTypeID(of: feature) == other.assetTypeID(of: feature), place)
  }
  try expectSame(opened.index(), NetworkIndex(other), place)
  expectSame(opened.topology(), Topology(other), place)
  try expectSame(opened.subnetworkLabels(), Topology(other).subnetworkLabels(), place)
}

private func expectSame(_ one: NetworkIndex, _ other: NetworkIndex, _ place: Comment) throws {
  let network = other.network.base
  let places = network.features.prefix(200).compactMap { network.start(of: $0) }
  for (number, at) in places.enumerated() {
    let beside = Coordinate(at.x + Double(number % 7) - 3, at.y + Double(number % 5) - 2)
    let request = IdentifyRequest(at: beside, tolerance: 5)
    #expect(one.identify(request) == other.identify(request), place)
    let extent = Envelope(at).expanded(by: 20)
    #expect(one.associations(in: extent) == other.associations(in: extent), place)
  }
}

private func expectSame(_ one: Topology, _ other: Topology, _ place: Comment) {
  #expect(one.nodeLimit == other.nodeLimit && one.edgeLimit == other.edgeLimit, place)
  #expect(one.problems == other.problems && one.tolerance == other.tolerance, place)
  guard one.nodeLimit == other.nodeLimit else { return }
  for node in 0..<one.nodeLimit {
    #expect(one.halfEdges(of: node).elementsEqual(other.halfEdges(of: node)), place)
    #expect(one.feature(ofNode: node) == other.feature(ofNode: node), place)
    #expect(one.terminal(ofNode: node) == other.terminal(ofNode: node), place)
  }
  let edges = 0..<one.edgeLimit
  #expect(edges.allSatisfy { one.feature(ofEdge: $0) == other.feature(ofEdge: $0) }, place)
}

private func expectSame(_ one: SubnetworkLabels, _ other: SubnetworkLabels, _ place: Comment) {
  #expect(one.subnetworks == other.subnetworks, place)
  for subnetwork in other.subnetworks {
    #expect(one.members(of: subnetwork) == other.members(of: subnetwork), place)
  }
  for feature in other.topology.network.base.features {
    #expect(one.subnetworks(of: feature) == other.subnetworks(of: feature), place)
  }
}
