/// What an index file says of itself, and whether its content is sound.
public struct IndexFileDescription: Sendable {
  /// One of the two trees in the file.
  public struct Tree: Hashable, Sendable {
    /// Entries of the tree.
    public let entryCount: Int
    /// Entries that leaves cannot hold and that are kept beside them.
    public let exceptionCount: Int
    /// Steps of the grid in one unit of the coordinates; nil when ordinates are kept as they are.
    public let stepsPerUnit: Double?
    /// The envelope of all entries; nil when there are none.
    public let extent: Envelope?
    /// Levels of nodes above the leaves.
    public let levelCount: Int

    init(_ header: TreeHeader) {
      entryCount = header.count
      exceptionCount = header.exceptionCount
      stepsPerUnit = header.grid?.perUnit
      extent = header.count > 0 ? header.extent : nil
      levelCount = TreeShape(count: header.count).top
    }
  }

  /// A run of equal records.
  public struct Section: Hashable, Sendable {
    /// What it holds.
    public let name: String
    /// The byte of the file at which it begins.
    public let offset: Int
    /// Its bytes.
    public let byteCount: Int
    /// Its records.
    public let recordCount: Int
  }

  /// The file.
  public let path: String
  /// The version of the format.
  public let version: Int
  /// Bytes of the file.
  public let byteCount: Int
  /// What the index was built from: see ``FeatureIndex/fingerprint(of:)``.
  public let fingerprint: UInt64
  /// Every feature of the index is below this.
  public let featureLimit: Int
  /// The areas, each polygon of a multi polygon counted.
  public let areaCount: Int
  /// The rings of all areas.
  public let ringCount: Int
  /// The coordinates of all rings.
  public let coordinateCount: Int
  /// The tree of all segments and places.
  public let segments: Tree
  /// The tree of the areas' envelopes.
  public let areaBoxes: Tree
  /// The sections in their order.
  public let sections: [Section]
  /// Why the content cannot be used, though the header is sound; nil when it can.
  public let contentProblem: IndexFileError?

  /// Reads the header of an index file and checks the content.
  ///
  /// - Throws: ``IndexFileError`` when the header says nothing that can be trusted.
  /// - Complexity: Linear in the size of the file.
  public init(contentsOf path: String) throws(IndexFileError) {
    let file = try OpenFile(path)
    let header = try IndexFileHeader(file)
    self.path = path
    version = Int(IndexFileHeader.version)
    byteCount = file.size
    fingerprint = header.fingerprint
    featureLimit = header.featureLimit
    areaCount = header.areaCount
    ringCount = header.ringCount
    coordinateCount = header.coordinateCount
    segments = Tree(header.segments)
    areaBoxes = Tree(header.areas)
    sections = zip(FileContent.allCases, header.sections).map { content, section in
      Section(
        name: content.name,
        offset: section.offset,
        byteCount: section.byteCount,
        recordCount: section.count
      )
    }
    do {
      _ = try file.checkedContent(header, .mapped)
      contentProblem = nil
    } catch {
      contentProblem = error
    }
  }
}
