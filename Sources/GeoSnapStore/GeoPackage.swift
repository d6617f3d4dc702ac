public import GeoSnap

/// Networks as GeoPackage files: one network in one file, which QGIS and GDAL can open.
///
/// `Documentation/GeoPackage.md` specifies tables and columns, so that other tools can write such files.
public enum GeoPackage {
  /// Reads the network in a file and checks everything that can be checked.
  ///
  /// Rows that cannot be read are set aside, and ``StoredData/unreadable`` lists their problems;
  /// `Documentation/GeoPackage.md` says which rows these are. The file is only read; its triggers and views do not
  /// run. Rows are in the order of their ids. Every source of the definition gets a table, which may be empty.
  /// Geometries have the network's reference system.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - strict: Whether a row that cannot be read or is missing is an error.
  ///   - images: The cache for images, with which an unchanged file opens at once.
  /// - Returns: The network, with further data of the file.
  /// - Throws: ``StoreError`` with code `cannotOpen` when there is no readable SQLite database, else `badData` with
  ///   one problem for each error.
  /// - Complexity: Linear in the size of the file, which is read as a whole; constant with an image.
  public static func open(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredNetwork {
    try read(path, strict ? .refused : .setAside, images: images)
  }

  /// Reads the network in a file as ``open(_:strict:images:)`` does, but also uses an image that has commits after
  /// it.
  ///
  /// Use it for queries while others edit the file with GeoSnap: rows are not read again.
  ///
  /// - Throws: ``StoreError`` as ``open(_:strict:images:)``.
  /// - Complexity: Linear in the size of the file, which is read as a whole; with an image, in the commits after it.
  public static func openSnapshot(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredSnapshot {
    try readSnapshot(path, strict: strict, images: images)
  }

  /// Reads an extent of the network in a file, through the file's spatial indexes.
  ///
  /// Features that reach into the extent are read whole. So are features that end near enough to be joined with a
  /// feature in it, and objects that associations lead to. ``StoredData/edge`` describes where the network
  /// continues. The spatial indexes are compared with the rows, once for each state of the file; a table with a
  /// missing or incomplete index is read as a whole. The rest of the file and its manifest are not checked.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - extent: The extent, in the reference system of the network.
  ///   - strict: Whether a row in the extent that cannot be read is an error.
  ///   - images: The cache that records for which state of the file the spatial indexes are complete.
  /// - Returns: The network in the extent.
  /// - Throws: ``StoreError`` as ``open(_:strict:images:)``.
  /// - Complexity: Linear in the content of the extent, and in the number of associations and objects in the file;
  ///   the first time also in the number of features.
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

  /// Reads the network in a file with wrong data, and lists the problems.
  ///
  /// The problems are those for which ``open(_:strict:images:)`` sets rows aside. Here such a row is kept without its
  /// wrong values if it can do without them, so that references to it are not reported too. Values of another type
  /// than their column's are read as null; other problems are tolerated as in
  /// ``UtilityNetwork/init(definition:srid:tables:associations:rules:tolerating:)``.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - problems: Receives problems with a code, and remarks without one, such as that rows are missing.
  ///   - images: The cache for images, with which an unchanged file opens at once.
  /// - Returns: The network without what cannot be read.
  /// - Throws: ``StoreError`` as ``open(_:strict:images:)`` when the file is no database, lacks a table or column, or
  ///   has an unreadable definition.
  /// - Complexity: Linear in the size of the file, which is read as a whole; constant with an image that this
  ///   function wrote of a file without problems.
  public static func open(
    _ path: String,
    tolerating problems: inout [NetworkProblem],
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredNetwork {
    let stored = try read(path, .tolerated, images: images)
    problems += stored.unreadable + stored.notes
    return stored
  }

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
      // An image with values left out would be wrong for the other modes, so only a sound network is kept.
      isKept: { brokenRows != .tolerated || $0.isSound },
      { () throws(StoreError) in try readRows(path, brokenRows, monitor) { try $0.read() } }
    )
  }

  /// Reads the rows of a file on two threads, while its pages are checked.
  static func readRows<Value>(
    _ path: String,
    _ brokenRows: BrokenRows,
    _ monitor: RowMonitor?,
    _ body: (inout GeoPackageReader) throws -> Value
  ) throws(StoreError) -> Value {
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
      return try body(&reader)
    }
  }

  /// Writes a network to a new file, or replaces an earlier one.
  ///
  /// The file appears under its name when it is complete. The same network gives the same file: no time is recorded,
  /// and rows are stored in the order of their ids.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - path: The path of the file; the folder must exist.
  ///   - imports: Records of an importer about the origin of the network.
  ///   - traceConfigurations: Trace configurations to store with it, with unique names.
  ///   - replacing: Whether to replace an existing file.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`, or `badData` with one problem for each part
  ///   that the format cannot hold: a reserved or duplicate table or field name, a duplicate row id, a value whose
  ///   storage differs from its field's, a text with a NUL character, a plain table without geometry, a table whose
  ///   name differs from its source's.
  /// - Complexity: O(n log n) for n rows, because of the spatial indexes.
  public static func write(
    _ network: UtilityNetwork,
    to path: String,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    replacing: Bool = false
  ) throws(StoreError) {
    let stored = StoredNetwork(
      network: network,
      imports: imports,
      traceConfigurations: traceConfigurations
    )
    try write(stored, to: path, replacing: replacing, nil)
  }

  static func write(
    _ stored: StoredNetwork,
    keys: RowKeys? = nil,
    steps: [StoredStep] = [],
    to path: String,
    replacing: Bool,
    _ monitor: RowMonitor?
  ) throws(StoreError) {
    let content = try GeoPackageContent(stored, for: path)
    try DatabaseFile.create(path, replacing: replacing, monitor) { database in
      try GeoPackageWriter(database: database, content: content, keys: keys, monitor: monitor)
        .write()
      try HistoryTable(database: database).write(steps)
    }
  }

  /// The asynchronous twin of ``open(_:strict:images:)``, with progress; throws `CancellationError` when its task is
  /// cancelled.
  public static func open(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: ProgressHandler?
  ) async throws -> StoredNetwork {
    try await reporting(progress) { monitor in
      try read(path, strict ? .refused : .setAside, images: images, monitor)
    }
  }

  /// The asynchronous twin of ``openSnapshot(_:strict:images:)``, with progress; throws `CancellationError` when its
  /// task is cancelled.
  public static func openSnapshot(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: ProgressHandler?
  ) async throws -> StoredSnapshot {
    try await reporting(progress) { monitor in
      try readSnapshot(path, strict: strict, images: images, monitor)
    }
  }

  /// The asynchronous twin of ``open(_:tolerating:images:)``, with progress; throws `CancellationError` when its task
  /// is cancelled.
  public static func open(
    _ path: String,
    tolerating problems: inout [NetworkProblem],
    images: ImageCache = .standard,
    progress: ProgressHandler?
  ) async throws -> StoredNetwork {
    let stored = try await reporting(progress) { monitor in
      try read(path, .tolerated, images: images, monitor)
    }
    problems += stored.unreadable + stored.notes
    return stored
  }

  /// The asynchronous twin of ``write(_:to:imports:traceConfigurations:replacing:)``, with progress; throws
  /// `CancellationError` when its task is cancelled.
  ///
  /// It throws at once, no file appears, and the unfinished file is removed when SQLite has stopped. When the task is
  /// cancelled while the complete file takes its place, the file stays and no error is thrown.
  public static func write(
    _ network: UtilityNetwork,
    to path: String,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    replacing: Bool = false,
    progress: ProgressHandler?
  ) async throws {
    // The rest is the commit, which waits for the disk.
    let stored = StoredNetwork(
      network: network,
      imports: imports,
      traceConfigurations: traceConfigurations
    )
    try await reporting(progress, shareOfRows: 0.95) { monitor in
      try write(stored, to: path, replacing: replacing, monitor)
    }
  }

  package static func problems(writing network: UtilityNetwork) -> [NetworkProblem] {
    var check = FormatCheck(network: network)
    check.visitAll(imports: [])
    return check.problems
  }
}
