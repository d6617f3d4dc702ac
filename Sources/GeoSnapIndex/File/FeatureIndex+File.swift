internal import GeoSnapSupport

/// How an index file gets into memory.
public enum IndexFileAccess: Sendable {
  /// Its pages are used where the system keeps them: opens at the speed of reading them once.
  ///
  /// Replacing the file by a new one is safe at any time; cutting it short or writing into it while
  /// it is in use is not.
  case mapped
  /// It is copied into memory, and may change or vanish afterwards.
  case copied
}

extension FeatureIndex {
  /// Writes the index to a file that ``init(contentsOf:fingerprint:access:)`` opens.
  ///
  /// A file of that name is replaced at once when the new one is complete; whoever has it open
  /// keeps the old content. Edits are packed in first, as if the index had been built anew.
  ///
  /// - Parameters:
  ///   - path: The file, by custom named after the network with `.gsindex` behind.
  ///   - fingerprint: What the index was built from: see ``fingerprint(of:)``.
  /// - Throws: ``IndexFileError`` with code `cannotWrite`; nothing is left behind then.
  /// - Complexity: Linear in ``byteCount`` and the coordinates of areas; that of a new build when
  ///   the index has been edited.
  public func write(to path: String, fingerprint: UInt64) throws(IndexFileError) {
    let content = PackedContent(self)
    var header = IndexFileHeader(content, fingerprint: fingerprint)
    let memory = IndexFileMemory(content, header)
    let check = ContentCheck(memory, header)
    check.run(threads: header.threads)
    if let invalid = check.problem {
      throw IndexFileError(
        .invalidContent,
        "The index cannot be written: it has \(invalid.problem).",
        path: path
      )
    }
    header.contentChecksum = check.checksum
    header.featureLimit = check.featureLimit
    var file = try IndexFileWriter(path)
    try file.write(header.words)
    for (content, section) in zip(FileContent.allCases, header.sections) {
      try file.write(memory, content, at: section.offset)
    }
    try file.finish()
  }

  /// Opens an index that ``write(to:fingerprint:)`` wrote.
  ///
  /// The whole file is read once on all cores: its checksums are compared and every number on which
  /// memory safety rests is checked. Queries answer as those of the index that was written.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - fingerprint: That of the geometries at hand; nil takes an index of whatever it was built
  ///     from.
  ///   - access: How the file gets into memory.
  /// - Throws: ``IndexFileError``: `stale` when the fingerprints differ.
  /// - Complexity: Linear in the size of the file.
  public init(
    contentsOf path: String,
    fingerprint: UInt64? = nil,
    access: IndexFileAccess = .mapped
  ) throws(IndexFileError) {
    try self.init(
      contentsOf: path,
      fingerprint: fingerprint,
      featureCount: Int(Int32.max),
      access: access
    )
  }

  /// As the public one; refuses an index with features that do not exist.
  package init(
    contentsOf path: String,
    fingerprint: UInt64?,
    featureCount: Int,
    access: IndexFileAccess = .mapped
  ) throws(IndexFileError) {
    let file = try OpenFile(path)
    let header = try IndexFileHeader(file)
    if let fingerprint, fingerprint != header.fingerprint {
      throw IndexFileError(
        .stale,
        "It was built from other geometries. \(IndexFileError.advice)",
        path: path
      )
    }
    guard header.featureLimit <= featureCount else {
      throw IndexFileError(
        .invalidContent,
        "It has features that do not exist. \(IndexFileError.advice)",
        path: path
      )
    }
    self.init(try file.checkedContent(header, access), header)
  }

  /// An index over content that has been checked.
  private init(_ memory: IndexFileMemory, _ header: IndexFileHeader) {
    segments = EditableTree(memory.tree(header.segments, from: .segmentCoarse))
    areas = AreaIndex(
      memory.areas(),
      EditableTree(memory.tree(header.areas, from: .areaCoarse))
    )
  }
}

extension IndexFileHeader {
  /// Reads the header of a file.
  init(_ file: borrowing OpenFile) throws(IndexFileError) {
    try self.init(
      file.words(IndexFileHeader.wordCount),
      fileSize: file.size,
      path: file.path
    )
  }

  /// How many threads read the content: one when starting another takes longer.
  var threads: Int { fileSize < 1 << 20 ? 1 : availableCores() }
}

extension OpenFile {
  /// The sections of the file, when they are what was written and in range.
  func checkedContent(
    _ header: IndexFileHeader,
    _ access: IndexFileAccess
  ) throws(IndexFileError) -> IndexFileMemory {
    let memory: IndexFileMemory
    switch access {
    case .mapped: memory = try IndexFileMemory(mapping: self, header)
    case .copied: memory = try IndexFileMemory(reading: self, header)
    }
    let check = ContentCheck(memory, header)
    check.run(threads: header.threads)
    guard check.checksum == header.contentChecksum, try isPaddedWithZeros(header) else {
      throw IndexFileError(
        .damaged,
        "Its content is not what was written. \(IndexFileError.advice)",
        path: path
      )
    }
    if let invalid = check.problem {
      throw IndexFileError(
        .invalidContent,
        "It has \(invalid.problem). \(IndexFileError.advice)",
        path: path
      )
    }
    return memory
  }
}
