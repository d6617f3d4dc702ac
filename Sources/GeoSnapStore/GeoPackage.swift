public import GeoSnap

/// Networks as GeoPackage files: one network in one file, which QGIS and GDAL open as it is.
///
/// Tables and columns are described in `Documentation/GeoPackage.md`, so that other tools can make
/// such files.
public enum GeoPackage {
  /// Reads the network in a file and checks everything that can be checked.
  ///
  /// Rows that cannot be read are set aside: all others answer, and ``StoredNetwork/unreadable`` lists what
  /// is wrong with them. What counts as such stands in `Documentation/GeoPackage.md`.
  ///
  /// The file is only read: neither triggers nor views in it run. Rows come in the order of their
  /// ids. Every source of the definition has a table afterwards, an empty one perhaps. Geometries
  /// declare the network's reference system.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - strict: Whether a row that cannot be read is an error, as is one that is missing.
  ///   - images: Where images are kept, with which a file that nobody has written to since opens at once.
  /// - Returns: The network, with what the file says about it besides.
  /// - Throws: ``StoreError`` with code `cannotOpen` when there is no readable SQLite database,
  ///   else `badData` with one problem for each thing that is wrong.
  /// - Complexity: Linear in the size of the file, which is read as a whole; constant with an image.
  public static func open(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredNetwork {
    try read(path, strict ? .refused : .setAside, images: images)
  }

  /// Reads the network in a file as ``open(_:strict:images:)`` does, and uses an image also when something has been
  /// committed since it was made.
  ///
  /// It is what to open for questions, when others edit the file with GeoSnap meanwhile: no row is read again.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - strict: Whether a row that cannot be read is an error, as is one that is missing.
  ///   - images: Where images are kept.
  /// - Returns: The network as it is now.
  /// - Throws: ``StoreError`` as ``open(_:strict:images:)``.
  /// - Complexity: Linear in the size of the file, which is read as a whole; with an image it depends on what has
  ///   been committed since.
  public static func openSnapshot(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredSnapshot {
    try readSnapshot(path, strict: strict, images: images)
  }

  /// Reads what lies in an extent of the network in a file, through the file's spatial indexes.
  ///
  /// Features that reach into the extent are read whole, with them those that end so near it that they may be joined
  /// with something in it, and the objects that associations lead to.
  /// ``StoredNetwork/edge`` says where the network goes on. The spatial indexes are compared with the rows, once for each
  /// state of the file; a table that has none, or one that lacks rows, is read as a whole. Neither is the file checked as
  /// a whole, nor its manifest.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - extent: What to read, in the reference system of the network.
  ///   - strict: Whether a row in the extent that cannot be read is an error.
  ///   - images: Where is kept for which state of the file the spatial indexes are right.
  /// - Returns: The network in the extent.
  /// - Throws: ``StoreError`` as ``open(_:strict:images:)``.
  /// - Complexity: Linear in what lies in the extent, and in the number of associations and objects in the file; the
  ///   first time also in the number of features.
  public static func open(
    _ path: String,
    extent: Envelope,
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredNetwork {
    let indexes = IndexKnowledge(path, images)
    let file = try DatabaseFile(path)
    return try file.read(whileChecking: GeoPackageReader.checkSmallTables) { database, _ in
      var reader = try GeoPackageReader(
        database,
        brokenRows: strict ? .refused : .setAside,
        extent: extent,
        isChecked: true
      )
      indexes.tell(&reader)
      let stored = try reader.read()
      indexes.learn(from: reader)
      return stored
    }
  }

  /// As ``openSnapshot(_:strict:images:)``; `monitor` is told how far that has come.
  static func readSnapshot(
    _ path: String,
    strict: Bool,
    images: ImageCache,
    _ monitor: RowMonitor? = nil
  ) throws(StoreError) -> StoredSnapshot {
    if let snapshot = NetworkImage.openSnapshot(path, images), !strict || snapshot.stored.isWhole {
      return snapshot
    }
    return StoredSnapshot(try read(path, strict ? .refused : .setAside, images: images, monitor))
  }

  /// Reads the network in a file whose data need not be right, and lists what is wrong with it.
  ///
  /// What is listed is what ``open(_:strict:images:)`` sets aside. But rows are kept without the values that are
  /// wrong where the rest can do without these, so that nothing wrong is said of what refers to such rows:
  /// values of another type than their column's are read as null; otherwise as
  /// ``UtilityNetwork/init(definition:srid:tables:associations:rules:tolerating:)`` tolerates data.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - problems: Receives what was tolerated or set aside: problems with a code, and without one what is
  ///     worth knowing, such as that rows are missing.
  ///   - images: Where images are kept, with which a file that nobody has written to since opens at once.
  /// - Returns: The network as far as it can be had.
  /// - Throws: ``StoreError`` as ``open(_:strict:images:)`` when the file is damaged: no database, a table or
  ///   column that is missing, a definition that cannot be read.
  /// - Complexity: Linear in the size of the file, which is read as a whole; constant with the image of a file
  ///   that was read so before and had nothing wrong with it.
  public static func open(
    _ path: String,
    tolerating problems: inout [NetworkProblem],
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredNetwork {
    let stored = try read(path, .tolerated, images: images)
    problems += stored.unreadable + stored.notes
    return stored
  }

  /// Reads the network in a file, or its image; `monitor` is told how far that has come.
  static func read(
    _ path: String,
    _ brokenRows: BrokenRows,
    images: ImageCache = .none,
    _ monitor: RowMonitor? = nil
  ) throws(StoreError) -> StoredNetwork {
    if let stored = NetworkImage.open(path, images) {
      let isSame =
        switch brokenRows {
        case .setAside: true
        case .refused: stored.isWhole
        case .tolerated: stored.isSound
        }
      if isSame { return stored }
    }
    let before = NetworkImage.facts(before: path, images)
    return try NetworkImage.reading(
      path,
      images,
      before: before,
      // Values that were left out to be told of are there for those who read otherwise.
      isKept: { brokenRows != .tolerated || $0.isSound },
      { () throws(StoreError) in try readRows(path, brokenRows, monitor) }
    )
  }

  private static func readRows(
    _ path: String,
    _ brokenRows: BrokenRows,
    _ monitor: RowMonitor?
  ) throws(StoreError) -> StoredNetwork {
    let file = try DatabaseFile(path)
    monitor?.begin(interrupt: file.interrupt)
    return try file.read(whileChecking: GeoPackageReader.checkPages) { database, second in
      var reader = try GeoPackageReader(
        database,
        second,
        brokenRows: brokenRows,
        isChecked: true,
        monitor: monitor
      )
      return try reader.read()
    }
  }

  /// Writes a network to a new file, or in place of an earlier one.
  ///
  /// The file appears under its name only when it is complete. The same network gives the same
  /// file: no time is recorded, and rows are stored in the order of their ids.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - path: Where to put the file; the folder must exist.
  ///   - imports: What an importer has to say about where the network comes from.
  ///   - traceConfigurations: The trace configurations to keep with it, each under a name of its own.
  ///   - replacing: Whether a file that is there already is replaced.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`, or `badData` with one
  ///   problem for each thing that the format has no place for: a table or field whose name is
  ///   taken, two rows of one id, a value of another storage than its field, a text with a NUL
  ///   character, a plain table without geometry, a table of another name than its source.
  /// - Complexity: Linear in the size of the network, with the logarithm of the largest table for
  ///   its spatial index.
  public static func write(
    _ network: UtilityNetwork,
    to path: String,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    replacing: Bool = false
  ) throws(StoreError) {
    try write(network, to: path, imports, traceConfigurations, replacing: replacing, nil)
  }

  /// Writes a network; `monitor` is told how far that has come.
  static func write(
    _ network: UtilityNetwork,
    to path: String,
    _ imports: [ImportRecord],
    _ traceConfigurations: [SavedTraceConfiguration],
    replacing: Bool,
    _ monitor: RowMonitor?
  ) throws(StoreError) {
    let (content, problems) = GeoPackageContent.prepare(
      network,
      imports: imports,
      traceConfigurations: traceConfigurations
    )
    guard problems.isEmpty else { throw StoreError(path: path, problems: problems) }
    try DatabaseFile.create(path, replacing: replacing, monitor) { database in
      try GeoPackageWriter(database: database, content: content, monitor: monitor).write()
    }
  }
}
