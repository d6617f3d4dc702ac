import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// The network that a verb opens.
package struct NetworkArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The network: a GeoPackage file, or postgresql://USER@HOST/DATABASE?schema=NAME.",
      valueName: "network"
    ),
    completion: Completions.network
  )
  var given: String
  @Flag(help: strictHelp)
  var strict = false
  @Option(help: imageHelp)
  var image: String?

  static let imageHelp = ArgumentHelp(
    """
    Where to store the image, with which the network opens at once: a folder, 'beside' for the folder of the \
    network, or 'none' for no image. The default is the environment variable GEOSNAP_CACHE or, if it is not \
    set, your cache folder.
    """,
    valueName: "FOLDER"
  )

  /// The cache of images.
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

  /// The place of the network; throws `StoreError` when an address cannot be read.
  func place() throws(StoreError) -> NetworkPlace { try NetworkPlace(given) }

  /// The network in messages: a path, or an address without a password.
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

  /// Refuses to overwrite the network, also through a link; throws `Failure`.
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

  /// The failure for a network that could not be opened, with the command that tells more.
  func failure(of error: StoreError) -> Failure {
    let failure = Failure(error)
    guard !error.problems.isEmpty, error.problems.allSatisfy({ $0.code != nil }) else {
      return failure
    }
    return failure.saying(
      "\(failure.message)\nFor all problems and their remedies: geosnap validate \(network)"
    )
  }

  /// Opens the network's file for editing, as ``open()`` does; throws `StoreError`.
  func openStore(
    checks: [any NetworkCommitCheck] = [],
    timeout: Duration = .seconds(5),
    historyLimit: Int = NetworkStore.defaultHistoryLimit
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

  /// Reports on stderr, in a line, rows that are set aside and notes.
  func tell(setAside count: Int, _ notes: [NetworkProblem]) {
    var lines = [sentence(setAside: count)].compactMap(\.self)
    let (manifest, others) = notes.reduce(into: ([NetworkProblem](), [NetworkProblem]())) {
      if $1.isOfManifest { $0.0.append($1) } else { $0.1.append($1) }
    }
    if !manifest.isEmpty {
      lines.append(
        "un_manifest does not match the file: geosnap validate \(network) lists the differences"
      )
    }
    lines += others.map { "\($0)" }
    for line in lines { Surroundings.current.tell("geosnap: \(line)") }
  }

  /// The name of the file without its folder, or the name of the schema.
  var name: String { (try? NetworkPlace(given))?.name ?? network }

  func index(_ opened: StoredSnapshot) throws -> NetworkIndex {
    do {
      if let open = openNetwork(opened) { return try open.index() }
      return try opened.index()
    } catch {
      throw failure(of: error)
    }
  }

  /// The failure for a network that cannot be indexed.
  func failure(of error: IndexError) -> Failure {
    Failure.badData("\(network): \(error)", file: network)
  }
}

extension NetworkProblem {
  /// Whether the note is about `un_manifest`.
  fileprivate var isOfManifest: Bool {
    table.lowercased() == "un_manifest" || message.contains("un_manifest")
  }
}
