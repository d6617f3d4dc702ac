import GeoSnap

enum WorkloadJob: String, CaseIterable {
  /// An index of all segments and junctions; one operation is one of them.
  case build
  /// The same on all cores.
  case buildParallel
  /// All features within 5 m of a point, each with its least distance.
  case identify
  /// The same for all points in one call.
  case identifyBatch
  /// The same on all cores.
  case identifyBatchParallel
  /// The nearest place on the nearest line within 5 m of a point.
  case snapEdge
  /// The same for all points in one call.
  case snapBatch
  /// The nearest line vertex within 5 m of a point.
  case snapVertex
  /// The associations whose segments intersect a rectangle of 200 x 200 m.
  case extent
  /// The nearest segment or junction, at any distance.
  case nearest1
  /// The 8 nearest segments and junctions, at any distance.
  case nearest8
}

/// The two engines, ready to do every job on one workload.
struct WorkloadBench {
  private let workload: Workload
  let product: ProductEngine
  /// GEOS's trees; nil when no rival is measured.
  private let rival: STRtree?
  private let rivalAssociations: STRtree?
  private let queries: Int
  private let rivalNearestQueries: Int
  /// Whether the growth of the process measures GEOS's memory: not after a workload was made in it.
  private let rivalGrowthCounts: Bool

  init(
    _ workload: Workload,
    queries: Int,
    isMapped: Bool = false,
    hasRivals: Bool,
    rivalNearestQueries: Int,
    rivalGrowthCounts: Bool
  ) throws {
    self.workload = workload
    self.rivalGrowthCounts = rivalGrowthCounts
    // First, so that the process grows by the memory of the trees instead of reusing freed memory.
    rival = hasRivals ? STRtree(featuresOf: workload) : nil
    rivalAssociations = hasRivals ? STRtree(associationsOf: workload) : nil
    product = try ProductEngine(workload, isMapped: isMapped)
    self.queries = min(queries, workload.queryCount)
    self.rivalNearestQueries = min(rivalNearestQueries, self.queries)
  }

  func contest(_ job: WorkloadJob) -> Contest {
    Contest(job: job.rawValue, contenders: [geosnap(job)] + [geos(job)].compactMap(\.self))
  }

  private func geosnap(_ job: WorkloadJob) -> Contender {
    let product = product
    let workload = workload
    let run: (Int) -> Checksum =
      switch job {
      case .build: { _ in product.build() }
      case .buildParallel: { _ in product.buildParallel() }
      case .identify: { product.identify(workload, $0) }
      case .identifyBatch: { product.identifyBatch($0) }
      case .identifyBatchParallel: { product.identifyBatchParallel($0) }
      case .snapEdge: { product.snapEdge(workload, $0) }
      case .snapBatch: { product.snapBatch($0) }
      case .snapVertex: { product.snapVertex(workload, $0) }
      case .extent: { product.extent(workload, $0) }
      case .nearest1: { product.nearest(workload, 1, $0) }
      case .nearest8: { product.nearest(workload, 8, $0) }
      }
    return Contender(
      engine: "geosnap",
      operations: operations(job),
      bytesPerEntry: job == .build ? perEntry(product.features.byteCount) : nil,
      run: run
    )
  }

  private func geos(_ job: WorkloadJob) -> Contender? {
    guard let rival, let associations = rivalAssociations else { return nil }
    let workload = workload
    switch job {
    case .build, .buildParallel:
      return contender(job, bytesPerEntry: rivalGrowthCounts ? perEntry(rival.byteCount) : nil) {
        _ in rival.rebuild()
      }
    case .identify, .identifyBatch, .identifyBatchParallel:
      return contender(job) { rival.identify(workload, $0) }
    case .snapEdge, .snapBatch: return contender(job) { rival.snapEdge(workload, $0) }
    case .snapVertex: return contender(job) { rival.snapVertex(workload, $0) }
    case .extent: return contender(job) { associations.extent(workload, $0) }
    case .nearest1:
      return Contender(
        engine: "geos-strtree",
        operations: rivalNearestQueries,
        note: "first \(rivalNearestQueries) queries only",
        run: { rival.nearest(workload, $0) }
      )
    case .nearest8: return nil
    }
  }

  private func contender(
    _ job: WorkloadJob,
    bytesPerEntry: Double? = nil,
    _ run: @escaping (Int) -> Checksum
  ) -> Contender {
    Contender(
      engine: "geos-strtree",
      operations: operations(job),
      bytesPerEntry: bytesPerEntry,
      run: run
    )
  }

  private func operations(_ job: WorkloadJob) -> Int {
    switch job {
    case .build, .buildParallel: workload.entryCount
    case .extent: min(queries, workload.extentCount)
    default: queries
    }
  }

  private func perEntry(_ bytes: Int) -> Double { Double(bytes) / Double(workload.entryCount) }
}
