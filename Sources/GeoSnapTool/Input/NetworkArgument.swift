import ArgumentParser
import Foundation
package import GeoSnap
import GeoSnapPostgres
package import GeoSnapStore

package struct NetworkArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The network: a GeoPackage file, or postgresql://USER@HOST/DATABASE?schema=NAME.",
      valueName: "network"
    ),
    completion: Completions.network
  )
  var given: String
  @Flag(help: strictHelp) var strict = false
  @Option(help: imageHelp) var image: String?

  static let imageHelp = ArgumentHelp(
    """
    Where to store the image, which makes opening fast: a folder, 'beside' for the folder of the network, or \
    'none' for no image. The default is the environment variable GEOSNAP_CACHE or, if it is not \
    set, your cache folder.
    """,
    valueName: "FOLDER"
  )

  var images: ImageCache {
    switch image {
    case nil: .standard
    case "none": .none
    case "beside": .beside(given)
    case let folder?: ImageCache(folder: folder)
    }
  }

  func validate() throws {
    if image == "beside", PostgresAddress.isAddress(given) {
      throw ValidationError(
        "An image cannot be beside a database: name a folder with --image, or leave --image out."
      )
    }
    if let image, !["none", "beside"].contains(image),
      FileManager.default.fileExists(atPath: image), !FolderArgument.isFolder(image)
    {
      throw ValidationError("\(image) is a file, but --image takes a folder: give one.")
    }
  }

  func place() throws(StoreError) -> NetworkPlace { try NetworkPlace(given) }

  var network: String { PostgresAddress.withoutPasswords(in: given) }

  static let strictHelp: ArgumentHelp =
    "Refuse a network with a row that cannot be read, instead of setting the row aside."

  init() {}

  package init(path: String, strict: Bool = false, image: String? = nil) {
    self.init()
    given = path
    // An assignment to the property would change its default instead of its value.
    _strict.wrappedValue = strict
    _image.wrappedValue = image
  }

  func checkOutput(_ output: String, option: String) throws {
    try OutputFolder.check(output)
    if output != "-" {
      try FileIdentity.refuse(output, asOneOf: [(network, "the network")], option)
    }
  }

  /// The open network, if `opened` is its snapshot; an extent opens another one.
  func openNetwork(_ opened: StoredSnapshot) -> OpenNetwork? {
    openNetwork.flatMap { $0.snapshot.isCopy(of: opened) ? $0 : nil }
  }

  /// The network that a calling program has open, if it is this one.
  var openNetwork: OpenNetwork? {
    guard let open = Surroundings.current.network, open.path == given, image == nil, !strict
    else { return nil }
    return open
  }

  /// Registers the image of a network to be written later, and reports problems of its file.
  func hold(_ stored: StoredNetwork) {
    Surroundings.current.images.hold(stored)
    tell(setAside: stored.unreadableRowCount, stored.notes)
  }

  func failure(of error: StoreError) -> Failure {
    let failure = Failure(error)
    guard !error.problems.isEmpty, error.problems.allSatisfy({ $0.code != nil }) else {
      return failure
    }
    return failure.saying(
      "\(failure.message)\nFor all problems and their remedies: geosnap validate \(network)"
    )
  }

  func openStore(
    checks: [any NetworkCommitCheck] = [],
    timeout: Duration = .seconds(5),
    historyLimit: Int = NetworkHistory.defaultLimit
  ) throws(StoreError) -> NetworkStore {
    let store = try NetworkStore(
      network,
      checks: checks,
      timeout: timeout,
      historyLimit: historyLimit,
      strict: strict,
      images: images
    )
    tell(setAside: store.unreadableRowCount, store.notes)
    return store
  }

  /// A sentence about rows that are set aside, with the command that lists them; nil for none.
  func sentence(setAside count: Int) -> String? {
    guard count > 0 else { return nil }
    let rows = GeoSnapTool.count(count, "row")
    return "\(rows) could not be read and \(count == 1 ? "is" : "are") set aside: "
      + "geosnap validate \(network) lists \(count == 1 ? "it" : "them")"
  }

  func tell(setAside count: Int, _ notes: [NetworkProblem]) {
    var lines = [sentence(setAside: count)].compactMap(\.self)
    func isOfManifest(_ note: NetworkProblem) -> Bool {
      note.table.lowercased() == "un_manifest" || note.message.contains("un_manifest")
    }
    if notes.contains(where: isOfManifest) {
      lines.append(
        "un_manifest does not match the file: geosnap validate \(network) lists the differences"
      )
    }
    lines += notes.filter { !isOfManifest($0) }.map { "\($0)" }
    for line in lines { Surroundings.current.tell("geosnap: \(line)") }
  }

  /// The name of the file without its folder, or the name of the schema.
  var name: String { (try? NetworkPlace(given))?.name ?? network }

  func index(_ opened: StoredSnapshot) throws -> NetworkIndex {
    do {
      if let open = openNetwork(opened) { return try open.index() }
      return try opened.index()
    } catch { throw failure(of: error) }
  }

  func failure(of error: IndexError) -> Failure {
    Failure.badData("\(network): \(error)", file: network)
  }

  /// Opens the network as it is now, with a progress bar.
  package func open() async throws -> StoredSnapshot {
    do {
      if let openNetwork { return openNetwork.snapshot }
      let snapshot = try await withProgress("Opening \(name)") {
        try await place().openSnapshot(strict: strict, images: images, progress: $0.share)
      }
      hold(snapshot.stored)
      return snapshot
    } catch let error as StoreError { throw failure(of: error) }
  }

  /// Opens the network packed, without separate edits, with a progress bar; throws as ``open()`` does.
  func openPacked() async throws -> StoredNetwork {
    do {
      let stored = try await withProgress("Opening \(name)") {
        try await place().open(strict: strict, images: images, progress: $0.share)
      }
      hold(stored)
      return stored
    } catch let error as StoreError { throw failure(of: error) }
  }

  /// Opens the network even if its data is wrong; problems that were tolerated or set aside are added to `problems`.
  package func open(tolerating problems: inout [NetworkProblem]) async throws -> StoredNetwork {
    if strict { return try await openPacked() }
    var found: [NetworkProblem] = []
    do {
      let stored = try await withProgress("Opening \(name)") {
        try await place().open(tolerating: &found, images: images, progress: $0.share)
      }
      Surroundings.current.images.hold(stored)
      problems += found
      return stored
    } catch let error as StoreError { throw Failure(error) }
  }

  func openStore(_ path: String) async throws -> NetworkStore {
    let store = try await withProgress("Opening \(name)") {
      try await NetworkStore.open(
        path,
        NetworkStore.OpeningOptions(strict: strict, nil, images),
        progress: $0.share
      )
    }
    tell(setAside: store.unreadableRowCount, store.notes)
    return store
  }

  func openSession(
    _ address: PostgresAddress,
    allowsUnconnected: Bool = true,
    timeout: Duration = .seconds(10)
  ) async throws -> PostgresSession {
    let session = try await withProgress("Opening \(name)") {
      try await PostgresSession(
        address,
        allowsUnconnected: allowsUnconnected,
        timeout: timeout,
        strict: strict,
        images: images,
        lookingEvery: nil,
        progress: $0.share
      )
    }
    tell(setAside: session.unreadableRowCount, session.notes)
    return session
  }

  func openIndex() async throws -> NetworkIndex { try await index(try await open()) }

  func index(_ opened: StoredSnapshot) async throws -> NetworkIndex {
    do {
      if let open = openNetwork(opened) { return try open.index() }
      return try await withProgress("Indexing \(name)") {
        try await opened.index(progress: $0.share)
      }
    } catch let error as IndexError { throw failure(of: error) }
  }

  func topology(of opened: StoredSnapshot) async throws -> Topology {
    if let open = openNetwork(opened) { return try open.topology() }
    return try await withProgress("Joining what meets in \(name)") {
      try await opened.topology(progress: $0.share)
    }
  }
}

struct NetworkTarget {
  let place: NetworkPlace

  init(_ text: String) throws {
    place = try NetworkPlace(text)
    if case .database(let address) = place, address.schema == nil {
      throw Failure.usage(
        "\(place): The address names no schema to put the network into: add schema=NAME."
      )
    }
  }

  /// The failure of a copy from a network to this place, either of which may be at fault.
  func failure(of error: StoreError, from network: String) -> Failure {
    error.path == "\(place)" ? Failure(error) : NetworkArgument(path: network).failure(of: error)
  }

  func check(
    isReplaced: Bool,
    read: [(path: String, what: String)] = [],
    remedy: String = "--force replaces it"
  ) throws {
    if case .file(let path) = place {
      try OutputFolder.check(path)
      try FileIdentity.refuse(path, asOneOf: read, "OUT")
    }
    if !isReplaced, try place.isTaken() { throw Failure.usage("\(place) exists: \(remedy).") }
  }
}
