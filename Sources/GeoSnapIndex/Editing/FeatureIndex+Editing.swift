extension FeatureIndex {
  /// Adds a feature at a geometry: the next query finds it.
  ///
  /// A missing part of a geometry adds nothing. A feature that is in the index already is there twice
  /// then, with both geometries.
  /// - Throws: ``IndexError`` when the geometry has an ordinate that is not finite or beyond ±1e150,
  ///   the number of the feature is negative or `Int32.max`, or the index is full; it is as before then.
  /// - Complexity: O(1) for a segment, amortised.
  public mutating func insert(_ feature: Int32, at geometry: Geometry) throws(IndexError) {
    try checkInsertion(of: feature, geometry)
    geometry.forEachEntry(of: feature) { segments.insert($0) }
    if geometry.type.dimension == 2 {
      areas.insert(IndexedArea.areas(of: geometry, feature: feature))
    }
  }

  /// Takes out a feature at the geometry that it was built or inserted with: no later query finds it.
  ///
  /// The index keeps no way from features to places, which would take as much memory as all the
  /// rest: the geometry says where to look. It must be the same in all bits of its x and y. Of an empty
  /// geometry nothing was inserted, and nothing is removed.
  /// - Throws: ``IndexError`` with code `notIndexed` when the feature is not there with that
  ///   geometry; the index is as before then.
  /// - Complexity: As a search around the geometry, for each run of a few segments.
  public mutating func remove(_ feature: Int32, at geometry: Geometry) throws(IndexError) {
    var removedCount = 0
    var missing: TreeEntry?
    geometry.forEachRun(of: feature) { run in
      guard missing == nil else { return }
      if let index = segments.remove(run) {
        missing = run[index]
      } else {
        removedCount += run.count
      }
    }
    let isArea = geometry.type.dimension == 2
    let isComplete =
      missing == nil
      && (!isArea || areas.remove(IndexedArea.areas(of: geometry, feature: feature)))
    guard !isComplete else { return }
    geometry.forEachEntry(of: feature) { entry in
      guard removedCount > 0 else { return }
      segments.insert(entry)
      removedCount -= 1
    }
    throw IndexError(notIndexed: feature, missing)
  }

  /// Moves a feature from one geometry to another; they may be of any type.
  ///
  /// - Throws: ``IndexError`` as ``remove(_:at:)`` and ``insert(_:at:)`` do; the index is as before then.
  /// - Complexity: As both together.
  public mutating func move(
    _ feature: Int32,
    from old: Geometry,
    to new: Geometry
  ) throws(IndexError) {
    try checkInsertion(of: feature, new)
    try remove(feature, at: old)
    try insert(feature, at: new)
  }

  private func checkInsertion(of feature: Int32, _ geometry: Geometry) throws(IndexError) {
    guard feature >= 0, feature < .max else {
      throw IndexError(
        .invalidFeature,
        "Feature \(feature) cannot be inserted: give a number from 0 to \(Int32.max - 1).",
        entry: Int(feature)
      )
    }
    if let problem = geometry.indexProblem(entry: Int(feature)) { throw problem }
    try checkEntryCount(segmentCount + geometry.entryCount)
  }

  /// Does an edit.
  ///
  /// - Throws: ``IndexError`` as the method of that name does; the index is as before then.
  public mutating func apply(_ edit: FeatureEdit) throws(IndexError) {
    switch edit {
    case .insert(let feature, let geometry): try insert(feature, at: geometry)
    case .remove(let feature, let geometry): try remove(feature, at: geometry)
    case .move(let feature, let old, let new): try move(feature, from: old, to: new)
    }
  }

  /// The number of segments and places inserted or removed since the index was built.
  ///
  /// Queries pay for them: some 10 to 20% with a hundredth of the index edited, half as much again with a tenth.
  public var editedCount: Int { segments.editedCount + areas.editedCount }

  /// Builds the index anew with what it holds, so that queries pay for no edits.
  ///
  /// - Complexity: O(n).
  public mutating func rebuild() {
    segments.rebuild()
    areas.rebuild()
  }
}

extension IndexError {
  /// The error for a feature without the geometry that was given for it.
  fileprivate init(notIndexed feature: Int32, _ missing: TreeEntry?) {
    let what = missing.map { entry in
      let part = "of part \(entry.label.part)"
      return entry.label.flags.contains(.place)
        ? "the place \(entry.first) \(part)"
        : "segment \(entry.label.segment) \(part), from \(entry.first) to \(entry.second)"
    }
    self.init(
      .notIndexed,
      "Feature \(feature) is not in the index with \(what ?? "this area"): give the geometry that "
        + "it was inserted with.",
      entry: Int(feature)
    )
  }
}

extension Geometry {
  /// How many segments are looked for together: few enough for the box around them to be small.
  private static var runLength: Int { 16 }

  /// Calls `body` with all entries, some neighbours at a time.
  fileprivate func forEachRun(of feature: Int32, _ body: (Span<TreeEntry>) -> Void) {
    let none = Coordinate(x: 0, y: 0)
    var run = InlineArray<16, TreeEntry>(
      repeating: TreeEntry(first: none, second: none, label: EntryLabel(feature))
    )
    var count = 0
    forEachEntry(of: feature) { entry in
      run[count] = entry
      count += 1
      if count == Geometry.runLength {
        body(run.span)
        count = 0
      }
    }
    if count > 0 { body(run.span.extracting(0..<count)) }
  }
}
