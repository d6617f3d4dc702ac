/// A dictionary whose copies share all entries that neither has changed.
///
/// A copy costs one reference; a change after it copies a few small arrays, independently of the number of entries.
/// It is a tree over the bits of the keys' hashes, four per level.
@usableFromInline
package struct PersistentMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline var root = Node.leaf([])
  @inlinable package var count: Int { keyCount }
  @usableFromInline var keyCount = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package func find(_ key: Key) -> Value? {
    if count == 0 { return nil }
    var hash = UInt(bitPattern: key.hashValue)
    var node = root
    while true {
      switch node {
      case .leaf(let entries): return entries.first { $0.key == key }?.value
      case .branch(let children):
        node = children[Int(hash & Self.slotMask)]
        hash >>= UInt(Self.slotBits)
      }
    }
  }

  @inlinable package mutating func set(_ value: Value, for key: Key) {
    modify(key, orBeginWith: value) { $0 = value }
  }

  /// Changes the value of a key in place; a new key begins with `initial`.
  @inlinable package mutating func modify(
    _ key: Key,
    orBeginWith initial: @autoclosure () -> Value,
    _ body: (inout Value) -> Void
  ) {
    let hash = UInt(bitPattern: key.hashValue)
    if root.modify(key, hash, depth: 0, initial, body) { keyCount += 1 }
  }

  @inlinable package mutating func remove(_ key: Key) {
    if count > 0, root.remove(key, UInt(bitPattern: key.hashValue)) { keyCount -= 1 }
  }

  /// All keys, in no particular order.
  @inlinable package var keys: [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(count)
    root.collectKeys(into: &keys)
    return keys
  }

  @inlinable static var slotBits: Int { 4 }
  @inlinable static var slotMask: UInt { 15 }
  /// The most entries of a leaf; with more it becomes a branch.
  @inlinable static var leafCapacity: Int { 12 }

  @usableFromInline struct Entry: Sendable {
    @usableFromInline let key: Key
    @usableFromInline var value: Value

    @inlinable init(key: Key, value: Value) {
      self.key = key
      self.value = value
    }
  }

  @usableFromInline enum Node: Sendable {
    case leaf([Entry])
    case branch([Node])

    /// Changes the value of a key; returns whether the key is new.
    ///
    /// The arrays are taken out of the node while they are written, so that they have one owner and are copied only
    /// when another map shares them.
    @inlinable mutating func modify(
      _ key: Key,
      _ hash: UInt,
      depth: Int,
      _ initial: () -> Value,
      _ body: (inout Value) -> Void
    ) -> Bool {
      switch self {
      case .leaf(var entries):
        self = .leaf([])
        defer {
          let isFull = entries.count > leafCapacity && depth * slotBits < UInt.bitWidth
          self = isFull ? Node.split(entries, depth: depth) : .leaf(entries)
        }
        if let index = entries.firstIndex(where: { $0.key == key }) {
          body(&entries[index].value)
          return false
        }
        var value = initial()
        body(&value)
        entries.append(Entry(key: key, value: value))
        return true
      case .branch(var children):
        self = .leaf([])
        defer { self = .branch(children) }
        return children[Int(hash & slotMask)].modify(
          key,
          hash >> UInt(slotBits),
          depth: depth + 1,
          initial,
          body
        )
      }
    }

    @inlinable static func split(_ entries: [Entry], depth: Int) -> Node {
      var children = [[Entry]](repeating: [], count: Int(slotMask) + 1)
      for entry in entries {
        let hash = UInt(bitPattern: entry.key.hashValue) >> UInt(depth * slotBits)
        children[Int(hash & slotMask)].append(entry)
      }
      return .branch(children.map { .leaf($0) })
    }

    /// Removes a key; returns whether it existed.
    @inlinable mutating func remove(_ key: Key, _ hash: UInt) -> Bool {
      switch self {
      case .leaf(var entries):
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return false }
        self = .leaf([])
        entries.remove(at: index)
        self = .leaf(entries)
        return true
      case .branch(var children):
        self = .leaf([])
        defer { self = .branch(children) }
        return children[Int(hash & slotMask)].remove(key, hash >> UInt(slotBits))
      }
    }

    @inlinable func collectKeys(into keys: inout [Key]) {
      switch self {
      case .leaf(let entries): for entry in entries { keys.append(entry.key) }
      case .branch(let children): for child in children { child.collectKeys(into: &keys) }
      }
    }
  }
}
