internal import Foundation
package import GeoSnap
internal import GeoSnapColumns
internal import GeoSnapSupport

/// The image of an opened network: its content, and what was built or committed since.
package final class NetworkImage: Sendable {
  private struct State: Sendable {
    var content: ImageContent
    /// The state of the network that content and commits describe; nil until the file was looked at.
    var facts: ImageBasis?
    var commits: [String] = []
    /// The image file, if it has all of the content.
    var written: FileFacts?
    /// Whether the seal file matches this state.
    var isSealed = false
    /// Whether commits were merged into the content, so that it differs from the network that was opened.
    var isMerged = false
    /// Whether commits have become too many to keep beside the image.
    var isUnusable = false
  }

  /// The size of commits in bytes up to which replaying them is fast.
  private static let mostBytes = 1 << 18

  private let place: ImagePlace
  private let writesByItself: Bool
  private let mostCommits: Int
  private let state: Locked<State>
  private let writing = Locked<Void>(())
  private let soon = Locked<Task<Void, Never>?>(nil)

  private init(_ place: ImagePlace, _ cache: ImageCache, _ state: State) {
    self.place = place
    writesByItself = cache.writesByItself
    mostCommits = cache.mostCommits
    self.state = Locked(state)
  }

  // MARK: Opening

  /// The network of a file from its image; nil when no image without later commits fits.
  package static func open(_ path: String, _ cache: ImageCache) -> StoredNetwork? {
    guard let snapshot = openSnapshot(path, cache), snapshot.commits.isEmpty else { return nil }
    return snapshot.stored
  }

  /// The network of a file from its image, with the commits since; nil when no image fits `facts`, or the current
  /// facts of the file when that is nil.
  package static func openSnapshot(
    _ path: String,
    _ cache: ImageCache,
    at facts: GeoPackageFacts? = nil
  ) -> StoredSnapshot? {
    guard let place = ImagePlace(path, cache), let facts = facts ?? GeoPackageFacts(path),
      let seal = ImageSeal(place.seal), seal.network == .file(facts),
      let content = content(at: place, seal),
      let commits = try? seal.commits.map({ try decode($0) })
    else { return nil }
    var stored = content.stored
    stored.additional.image = NetworkImage(
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

  private static func content(at place: ImagePlace, _ seal: ImageSeal) -> ImageContent? {
    guard let file = try? ImageFile(place.image), file.facts == seal.image, file.facts.isOwn else {
      return nil
    }
    // With its type: an optional is a part of an image as well, and would be read instead.
    return try? file.read("image") as ImageContent
  }

  static func facts(before path: String, _ cache: ImageCache) -> GeoPackageFacts? {
    ImagePlace(path, cache) == nil ? nil : GeoPackageFacts.settled(path)
  }

  static func reading<Thrown: Error>(
    _ path: String,
    _ cache: ImageCache,
    before: GeoPackageFacts?,
    isKept: (StoredNetwork) -> Bool = { _ in true },
    _ read: () throws(Thrown) -> StoredNetwork
  ) throws(Thrown) -> StoredNetwork {
    let stored = try read()
    guard let place = ImagePlace(path, cache), let before,
      stored.network.featureCount >= cache.leastFeatures, isKept(stored),
      // An image does not describe an edge.
      stored.checkout == nil,
      GeoPackageFacts(path) == before
    else { return stored }
    return keeping(stored, place, cache, .file(before))
  }

  private static func keeping(
    _ stored: StoredNetwork,
    _ place: ImagePlace,
    _ cache: ImageCache,
    _ facts: ImageBasis
  ) -> StoredNetwork {
    let state = State(content: ImageContent(stored: stored), facts: facts)
    let image = NetworkImage(place, cache, state)
    image.writeSoon { image.write() }
    var stored = stored
    stored.additional.image = image
    return stored
  }

  // MARK: Databases

  /// The network that a database identifies as `network` from its image, with the stamp of its state; nil when there
  /// is no image.
  package static func open(
    database network: String,
    _ cache: ImageCache
  ) -> (stored: StoredNetwork, stamp: String)? {
    guard let place = ImagePlace(database: network, cache), let seal = ImageSeal(place.seal),
      case .database(let stamp) = seal.network, seal.path == network,
      let content = content(at: place, seal)
    else { return nil }
    var stored = content.stored
    stored.additional.image = NetworkImage(
      place,
      cache,
      State(content: content, facts: seal.network, written: seal.image, isSealed: true)
    )
    return (stored, stamp)
  }

  /// Keeps an image of a network that was read from a database in the state of `stamp`; returns the network with its
  /// image.
  package static func keeping(
    _ stored: StoredNetwork,
    database network: String,
    stamp: String,
    _ cache: ImageCache
  ) -> StoredNetwork {
    guard let place = ImagePlace(database: network, cache),
      stored.network.featureCount >= cache.leastFeatures
    else { return stored }
    return keeping(stored, place, cache, .database(stamp: stamp))
  }

  /// Whether there were enough commits since the image was made to make a new one.
  package func isWorthMaking(after commits: Int) -> Bool { commits > mostCommits }

  package func later(_ work: @escaping @Sendable () -> Void) { writeSoon(work) }

  /// Replaces the content with a later state of the database's network.
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

  package var index: NetworkIndex? { state.withLock { $0.isMerged ? nil : $0.content.index } }

  package var topology: Topology? { state.withLock { $0.isMerged ? nil : $0.content.topology } }

  package var labels: SubnetworkLabels? { state.withLock { $0.isMerged ? nil : $0.content.labels } }

  func add(_ index: NetworkIndex) { add(index, as: \.index) }

  func add(_ topology: Topology) { add(topology, as: \.topology) }

  func add(_ labels: SubnetworkLabels) { add(labels, as: \.labels, of: labels.topology) }

  private func add<Part>(
    _ part: Part,
    as name: WritableKeyPath<ImageContent, Part?>,
    of topology: Topology? = nil
  ) {
    state.withLock { state in
      if state.isMerged { return }
      if state.content[keyPath: name] == nil { state.written = nil }
      state.content[keyPath: name] = part
      // Labels are read together with their topology.
      if state.content.topology == nil { state.content.topology = topology }
    }
    writeSoon { self.write() }
  }

  func add(_ commit: NetworkCommit) {
    state.withLock { state in
      state.isSealed = false
      state.facts = nil
      guard !state.isUnusable, let text = try? Self.encode(commit.transaction.edits) else {
        state.isUnusable = true
        return
      }
      state.commits.append(text)
      // Reading all rows again is faster than replaying this many commits.
      if isFull(state, times: 4) {
        state.isUnusable = true
        state.commits = []
      }
    }
  }

  private func isFull(_ state: State, times factor: Int = 1) -> Bool {
    state.commits.count > mostCommits * factor
      || state.commits.reduce(0) { $0 + $1.utf8.count } > Self.mostBytes * factor
  }

  /// The number of commits, when there are enough to make a new image; nil while there are few.
  var fullCount: Int? {
    state.withLock { !$0.isUnusable && isFull($0) ? $0.commits.count : nil }
  }

  /// Merges commits into the content when there are enough; no one writes or merges meanwhile.
  func mergeIfFull(_ take: () -> (network: EditedNetwork, count: Int)?) {
    writing.withLock { _ in
      if let (network, count) = take() { merge(network, after: count) }
    }
  }

  private func merge(_ network: EditedNetwork, after count: Int) {
    guard let content = content(of: network) else { return giveUp() }
    state.withLock { state in
      guard !state.isUnusable, state.commits.count >= count else { return }
      state.content = content
      state.isMerged = true
      state.commits.removeFirst(count)
      state.written = nil
    }
  }

  /// The content for a later state of the network; nil when it cannot be indexed, which edits do not cause.
  private func content(of network: EditedNetwork) -> ImageContent? {
    let packed = network.rebased()
    guard let index = try? NetworkIndex(packed) else { return nil }
    let topology = Topology(packed)
    let (stored, hasLabels) = state.withLock { ($0.content.stored, $0.content.labels != nil) }
    return ImageContent(
      stored: stored.replacing(packed),
      index: index,
      topology: topology,
      // The names in the tiers' definitions existed when the subnetworks were traced before.
      labels: hasLabels ? try? topology.subnetworkLabels() : nil
    )
  }

  /// Stops keeping commits, because they may differ from the content of the file.
  func giveUp() {
    state.withLock { state in
      state.isUnusable = true
      state.commits = []
    }
  }

  // MARK: Writing

  /// Writes missing parts of the image of a network without commits.
  package func write() { write { _, _ in false } }

  /// Writes in the background after a second without further calls.
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

  /// Writes missing parts of the image, unless another program does so.
  func write(_ isCurrent: (_ facts: GeoPackageFacts, _ isComplete: () -> Bool) -> Bool) {
    writing.withLock { _ in
      var now = state.withLock { $0 }
      // Another program may have replaced or removed the image.
      if let written = now.written, FileFacts(path: place.image) != written { now.written = nil }
      guard !now.isUnusable, now.written == nil || !now.isSealed else { return }
      if now.facts == nil {
        let count = now.commits.count
        guard let facts = GeoPackageFacts.settled(place.network),
          isCurrent(facts, { state.withLock { !$0.isUnusable && $0.commits.count == count } })
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
    // Later writes have to change the date of the file.
    for _ in 0..<10 where !facts.isSettled {
      Thread.sleep(forTimeInterval: Double(FileFacts.tick) / 4e9)
    }
    guard facts.isSettled else {
      throw ImageError("The file system's clock differs from the machine's clock.")
    }
    guard FileFacts(path: place.image) == facts else {
      throw ImageError("Another program wrote the image at the same time.")
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
