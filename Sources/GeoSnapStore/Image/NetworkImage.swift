internal import Foundation
package import GeoSnap
internal import GeoSnapColumns
internal import GeoSnapSupport

/// The image of a network that was opened: what is in it, and what has been made or committed since.
package final class NetworkImage: Sendable {
  private struct State: Sendable {
    var content: ImageContent
    /// The state of the network's file of which the content is, with the commits; nil until it was looked at.
    var facts: ImageBasis?
    /// What was committed since the content was read, as JSON.
    var commits: [String] = []
    /// The image in its place, if it has all of the content.
    var written: FileFacts?
    /// Whether the seal in its place says something else.
    var isSealed = false
    /// Whether commits were packed into the content, so that it is of another network than the one that was opened.
    var isMerged = false
    /// Whether commits have become too many to be worth keeping beside the image.
    var isSpent = false
  }

  /// So many bytes of commits take a moment to do again.
  private static let mostBytes = 1 << 18

  private let place: ImagePlace
  private let writesByItself: Bool
  private let mostCommits: Int
  private let state: Locked<State>
  /// Held by whoever writes.
  private let writing = Locked<Void>(())
  /// What will write.
  private let soon = Locked<Task<Void, Never>?>(nil)

  private init(_ place: ImagePlace, _ cache: ImageCache, _ state: State) {
    self.place = place
    writesByItself = cache.writesByItself
    mostCommits = cache.mostCommits
    self.state = Locked(state)
  }

  // MARK: Opening

  /// The network in a file as its image has it; nil when there is no image that fits, or none without commits
  /// beside it.
  package static func open(_ path: String, _ cache: ImageCache) -> StoredNetwork? {
    guard let snapshot = openSnapshot(path, cache), snapshot.commits.isEmpty else { return nil }
    return snapshot.stored
  }

  /// The network in a file as its image has it, with what has been committed since; nil when there is no image that
  /// fits.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - cache: Where images are kept.
  ///   - facts: The facts of the file for which it has to fit; those of now when nil.
  /// - Returns: What the image has.
  package static func openSnapshot(
    _ path: String,
    _ cache: ImageCache,
    at facts: GeoPackageFacts? = nil
  ) -> StoredSnapshot? {
    guard let place = ImagePlace(path, cache), let facts = facts ?? GeoPackageFacts(path),
      let seal = ImageSeal(place.seal), seal.network == .file(facts),
      let file = try? ImageFile(place.image), file.facts == seal.image, file.facts.isOwn,
      let content = try? file.read("image") as ImageContent,
      let commits = try? seal.commits.map({ try decode($0) })
    else { return nil }
    var stored = content.stored
    stored.image = NetworkImage(
      place,
      cache,
      State(
        content: content,
        facts: .file(facts),
        commits: seal.commits,
        written: seal.image,
        isSealed: true
      )
    )
    return StoredSnapshot(stored, commits)
  }

  /// What is known of a file before it is read; nil where no image will be kept of it.
  static func facts(before path: String, _ cache: ImageCache) -> GeoPackageFacts? {
    ImagePlace(path, cache) == nil ? nil : GeoPackageFacts.settled(path)
  }

  /// Reads the network in a file, and notes of which state of the file it is.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - cache: Where images are kept.
  ///   - before: The facts of the file, taken before the transaction began in which it is read.
  ///   - isKept: Whether an image may be kept of what was read.
  ///   - read: Reads the rows.
  /// - Returns: What was read.
  /// - Throws: What `read` throws.
  static func reading<Thrown: Error>(
    _ path: String,
    _ cache: ImageCache,
    before: GeoPackageFacts?,
    isKept: (StoredNetwork) -> Bool = { _ in true },
    _ read: () throws(Thrown) -> StoredNetwork
  ) throws(Thrown) -> StoredNetwork {
    var stored = try read()
    guard let place = ImagePlace(path, cache), let before,
      stored.network.featureCount >= cache.leastFeatures, isKept(stored),
      // An image says nothing of an edge.
      stored.checkout == nil,
      GeoPackageFacts(path) == before
    else { return stored }
    let image = NetworkImage(
      place,
      cache,
      State(content: ImageContent(stored: stored), facts: .file(before))
    )
    image.writeSoon { image.write() }
    stored.image = image
    return stored
  }

  // MARK: Databases

  /// The network of a database as its image has it; nil when there is none.
  ///
  /// - Parameters:
  ///   - network: What the database calls the network.
  ///   - cache: Where images are kept.
  /// - Returns: What the image has, and the stamp of the state that it is of.
  package static func open(
    database network: String,
    _ cache: ImageCache
  ) -> (stored: StoredNetwork, stamp: String)? {
    guard let place = ImagePlace(database: network, cache), let seal = ImageSeal(place.seal),
      case .database(let stamp) = seal.network, seal.path == network,
      let file = try? ImageFile(place.image), file.facts == seal.image, file.facts.isOwn,
      let content = try? file.read("image") as ImageContent
    else { return nil }
    var stored = content.stored
    stored.image = NetworkImage(
      place,
      cache,
      State(content: content, facts: seal.network, written: seal.image, isSealed: true)
    )
    return (stored, stamp)
  }

  /// Keeps an image of a network that was read from a database.
  ///
  /// - Parameters:
  ///   - stored: What was read.
  ///   - network: What the database calls the network.
  ///   - stamp: What tells the state that was read.
  ///   - cache: Where images are kept.
  /// - Returns: The same, with its image.
  package static func keeping(
    _ stored: StoredNetwork,
    database network: String,
    stamp: String,
    _ cache: ImageCache
  ) -> StoredNetwork {
    guard let place = ImagePlace(database: network, cache),
      stored.network.featureCount >= cache.leastFeatures
    else { return stored }
    var stored = stored
    let image = NetworkImage(
      place,
      cache,
      State(content: ImageContent(stored: stored), facts: .database(stamp: stamp))
    )
    image.writeSoon { image.write() }
    stored.image = image
    return stored
  }

  /// Whether so much has been committed since the image was made that a new one is worth it.
  package func isWorthMaking(after commits: Int) -> Bool { commits > mostCommits }

  /// Does something in the background, when nothing more has come for a second.
  package func later(_ work: @escaping @Sendable () -> Void) { writeSoon(work) }

  /// Takes a later state of the database's network in place of the image's.
  ///
  /// - Complexity: Linear in the size of the network.
  package func replace(by network: EditedNetwork, stamp: String) {
    writing.withLock { _ in
      guard let content = content(of: network) else { return giveUp() }
      state.withLock { state in
        state.content = content
        state.facts = .database(stamp: stamp)
        state.isMerged = true
        state.written = nil
      }
    }
    writeSoon { self.write() }
  }

  // MARK: Content

  /// The index; nil where none was made yet.
  package var index: NetworkIndex? { state.withLock { $0.isMerged ? nil : $0.content.index } }

  /// The topology; nil where none was made yet.
  package var topology: Topology? { state.withLock { $0.isMerged ? nil : $0.content.topology } }

  /// The labels of subnetworks; nil where none were made yet.
  package var labels: SubnetworkLabels? { state.withLock { $0.isMerged ? nil : $0.content.labels } }

  /// Takes over an index that was made of the network as it was read.
  func add(_ index: NetworkIndex) {
    state.withLock { state in
      if state.isMerged { return }
      if state.content.index == nil { state.written = nil }
      state.content.index = index
    }
    writeSoon { self.write() }
  }

  /// Takes over a topology that was made of the network as it was read.
  func add(_ topology: Topology) {
    state.withLock { state in
      if state.isMerged { return }
      if state.content.topology == nil { state.written = nil }
      state.content.topology = topology
    }
    writeSoon { self.write() }
  }

  /// Takes over labels of subnetworks that were made of the network as it was read.
  func add(_ labels: SubnetworkLabels) {
    state.withLock { state in
      if state.isMerged { return }
      if state.content.labels == nil { state.written = nil }
      state.content.labels = labels
      // They are read with the topology that was labelled.
      if state.content.topology == nil { state.content.topology = labels.topology }
    }
    writeSoon { self.write() }
  }

  /// Takes over what was committed.
  func add(_ commit: NetworkCommit) {
    state.withLock { state in
      state.isSealed = false
      state.facts = nil
      guard !state.isSpent, let text = try? Self.encode(commit.transaction.edits) else {
        state.isSpent = true
        return
      }
      state.commits.append(text)
      // Reading all rows anew is quicker than doing so much again.
      if isFull(state, times: 4) {
        state.isSpent = true
        state.commits = []
      }
    }
  }

  private func isFull(_ state: State, times factor: Int = 1) -> Bool {
    state.commits.count > mostCommits * factor
      || state.commits.reduce(0) { $0 + $1.utf8.count } > Self.mostBytes * factor
  }

  /// How many commits are kept, when there are so many that a new image is worth making of them; nil while there are
  /// few.
  var fullCount: Int? {
    state.withLock { !$0.isSpent && isFull($0) ? $0.commits.count : nil }
  }

  /// Packs commits into the content when there are so many that it is worth it; nobody writes meanwhile, or packs.
  ///
  /// - Parameter take: The network after the commits that are kept, and how many these are, of one moment.
  /// - Complexity: Linear in the size of the network.
  func mergeIfFull(_ take: () -> (network: EditedNetwork, count: Int)?) {
    writing.withLock { _ in
      if let (network, count) = take() { merge(network, after: count) }
    }
  }

  private func merge(_ network: EditedNetwork, after count: Int) {
    guard let content = content(of: network) else { return giveUp() }
    state.withLock { state in
      guard !state.isSpent, state.commits.count >= count else { return }
      state.content = content
      state.isMerged = true
      state.commits.removeFirst(count)
      state.written = nil
    }
  }

  /// What the image holds of a later state of its network; nil when that cannot be indexed, which no edit leaves.
  private func content(of network: EditedNetwork) -> ImageContent? {
    let packed = network.rebased()
    guard let index = try? NetworkIndex(packed) else { return nil }
    let topology = Topology(packed)
    let (stored, hasLabels) = state.withLock { ($0.content.stored, $0.content.labels != nil) }
    return ImageContent(
      stored: stored.replacing(packed),
      index: index,
      topology: topology,
      // What the tiers name was there when they were traced before.
      labels: hasLabels ? try? topology.subnetworkLabels() : nil
    )
  }

  /// Takes note that what was committed is not what the file holds, or not for certain: no commit is kept any more.
  func giveUp() {
    state.withLock { state in
      state.isSpent = true
      state.commits = []
    }
  }

  // MARK: Writing

  /// Writes what is lacking in its place, of a network to which nothing was committed.
  package func write() { write { _, _ in false } }

  /// Writes in the background, when nothing more has come for a second.
  func writeSoon(_ write: @escaping @Sendable () -> Void) {
    guard writesByItself else { return }
    let next = Task.detached(priority: .background) {
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
      write()
    }
    soon.withLock { last in
      last?.cancel()
      last = next
    }
  }

  /// Writes what is lacking in its place, unless another program does so.
  ///
  /// Nothing depends on it: where it cannot be written, the network's file is read again next time.
  ///
  /// - Parameter isCurrent: Whether the content with the commits is what the network's file holds now; asked only
  ///   after commits, with what the system says of the file, and with what tells whether more was committed. It
  ///   keeps others from committing meanwhile.
  func write(_ isCurrent: (_ facts: GeoPackageFacts, _ isComplete: () -> Bool) -> Bool) {
    writing.withLock { _ in
      var now = state.withLock { $0 }
      // Another program may have replaced the image, or removed it.
      if let written = now.written, FileFacts(path: place.image) != written { now.written = nil }
      guard !now.isSpent, now.written == nil || !now.isSealed else { return }
      if now.facts == nil {
        let count = now.commits.count
        guard let facts = GeoPackageFacts.settled(place.network),
          isCurrent(facts, { state.withLock { !$0.isSpent && $0.commits.count == count } })
        else { return }
        now.facts = .file(facts)
      }
      guard let facts = now.facts else { return }
      place.makeFolder()
      do {
        let image = try now.written ?? write(now.content)
        let seal = ImageSeal(
          path: place.network,
          network: facts,
          image: image,
          commits: now.commits
        )
        try seal.write(to: place.seal)
        state.withLock { state in
          let hasAll =
            (state.content.index == nil) == (now.content.index == nil)
            && (state.content.topology == nil) == (now.content.topology == nil)
            && (state.content.labels == nil) == (now.content.labels == nil)
          state.written = hasAll ? image : nil
          if state.commits.count == now.commits.count {
            state.facts = facts
            state.isSealed = true
          }
        }
      } catch {
        return
      }
      if now.written == nil { place.removeOrphans() }
    }
  }

  private func write(_ content: ImageContent) throws(ImageError) -> FileFacts {
    var writer = try ImageWriter(place.image)
    try writer.write(content, "image")
    let facts = try writer.finish()
    // Whoever writes to it from now on changes its date.
    for _ in 0..<10 where !facts.isSettled {
      Thread.sleep(forTimeInterval: Double(FileFacts.tick) / 4e9)
    }
    guard facts.isSettled else {
      throw ImageError("The clock of the file system is not that of the machine.")
    }
    guard FileFacts(path: place.image) == facts else {
      throw ImageError("Another program has written the image meanwhile.")
    }
    return facts
  }

  // MARK: Edits as JSON

  private static func encode(_ edits: [NetworkEdit]) throws -> String {
    String(decoding: try JSONEncoder().encode(edits), as: UTF8.self)
  }

  private static func decode(_ text: String) throws -> NetworkTransaction {
    NetworkTransaction("", try JSONDecoder().decode([NetworkEdit].self, from: Data(text.utf8)))
  }
}
