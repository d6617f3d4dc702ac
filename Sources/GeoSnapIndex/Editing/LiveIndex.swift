internal import GeoSnapSupport

/// An index that is edited while others query it.
///
/// A query asks for the ``snapshot`` once and then works on it, undisturbed by later edits; edits
/// come one after the other, and each is visible to the next snapshot. Getting a snapshot copies a
/// reference and never waits for an edit, an edit never waits for a query. Where edits have piled
/// up, the index is built anew in the background.
///
/// ```swift
/// let live = LiveIndex(try FeatureIndex(geometries))
/// let before = live.snapshot
/// try live.apply([.move(7, from: old, to: new)])
/// let hits = live.snapshot.hits(at: pointer, within: 5)
/// live.restore(before)  // undo
/// ```
public final class LiveIndex: Sendable {
  /// Held for as long as it takes to copy or replace one reference.
  private let published: Locked<Snapshot>
  /// Held by whoever edits.
  private let writer: Locked<Writer>

  /// Publishes an index.
  public init(_ index: FeatureIndex) {
    published = Locked(Snapshot(index))
    writer = Locked(Writer())
  }

  /// The index as it is after all edits that are complete.
  public var snapshot: FeatureIndex { published.withLock { $0 }.index }

  /// Does edits, all or none of them; others see none of them before all are done.
  ///
  /// Waits for edits that other threads are doing. `edits` must not edit this index itself.
  /// - Throws: ``IndexError`` for the first edit that cannot be done, as ``FeatureIndex`` does.
  /// - Complexity: As the edits, and a copy of the pages they touch, of some kilobytes each: give
  ///   many edits at once when there are many.
  public func apply(_ edits: some Sequence<FeatureEdit>) throws(IndexError) {
    try writer.withLock { (writer) throws(IndexError) in
      var index = snapshot
      let journalLength = writer.journal.count
      do throws(IndexError) {
        for edit in edits {
          try index.apply(edit)
          if writer.rebuilding != nil { writer.journal.append(edit) }
        }
      } catch {
        writer.journal.removeSubrange(journalLength...)
        throw error
      }
      publish(index)
      rebuildIfWorthwhile(index, &writer)
    }
  }

  /// Replaces the index by an earlier or later snapshot: undo and redo for one editor.
  ///
  /// What others have edited since the snapshot is gone; with several editors, undo by the
  /// ``FeatureEdit/inverse`` of edits.
  ///
  /// - Complexity: O(1).
  public func restore(_ snapshot: FeatureIndex) {
    writer.withLock { writer in
      writer.stopRebuilding()
      publish(snapshot)
      rebuildIfWorthwhile(snapshot, &writer)
    }
  }

  /// Waits until no rebuilding is under way.
  public func settle() async {
    while let rebuilding = writer.withLock({ $0.rebuilding }) { await rebuilding.value }
  }

  private func publish(_ index: FeatureIndex) {
    let next = Snapshot(index)
    // The last one is freed, if no one else has it, when the lock is open again.
    let last = published.withLock { published in
      let last = published
      published = next
      return last
    }
    withExtendedLifetime(last) {}
  }

  private func rebuildIfWorthwhile(_ index: FeatureIndex, _ writer: inout Writer) {
    guard writer.rebuilding == nil, index.isWorthRebuilding else { return }
    writer.generation += 1
    let generation = writer.generation
    writer.rebuilding = Task.detached(priority: .utility) { [weak self] in
      // Undoing and redoing in quick succession leaves many that are too late.
      guard !Task.isCancelled else { return }
      var rebuilt = index
      rebuilt.rebuild()
      self?.finish(rebuilt, generation)
    }
  }

  /// Does on a rebuilt index what was edited meanwhile, and publishes it.
  private func finish(_ index: FeatureIndex, _ generation: Int) {
    writer.withLock { writer in
      // Meanwhile another snapshot was restored.
      guard writer.generation == generation else { return }
      var index = index
      let journal = writer.journal
      writer.stopRebuilding()
      do throws(IndexError) {
        for edit in journal { try index.apply(edit) }
      } catch {
        preconditionFailure("What could be done once can be done on an equal index: \(error)")
      }
      publish(index)
      rebuildIfWorthwhile(index, &writer)
    }
  }
}

/// What queries share; never changes.
private final class Snapshot: Sendable {
  let index: FeatureIndex

  init(_ index: FeatureIndex) { self.index = index }
}

/// What only the one who edits knows.
private struct Writer {
  /// The rebuilding under way.
  var rebuilding: Task<Void, Never>?
  /// Tells it from others, which are too late.
  var generation = 0
  /// What has been edited since it began.
  var journal: [FeatureEdit] = []

  mutating func stopRebuilding() {
    rebuilding?.cancel()
    rebuilding = nil
    generation += 1
    journal = []
  }
}

extension FeatureIndex {
  /// Whether edits have piled up so far that queries feel them.
  fileprivate var isWorthRebuilding: Bool { editedCount > max(4096, segmentCount / 16) }
}
