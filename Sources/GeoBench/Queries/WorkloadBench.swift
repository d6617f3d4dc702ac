import GeoSnap

enum WorkloadJob: String, CaseIterable {
  case build, buildParallel, identify, identifyBatch, identifyBatchParallel, snapEdge, snapBatch
  case snapVertex, extent, nearest1, nearest8
}

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
      operations: operations(job),
      bytesPerEntry: job == .build ? perEntry(product.features.byteCount) : nil,
      run: run
    )
  }

  private func geos(_ job: WorkloadJob) -> Contender? {
    guard let rival, let associations = rivalAssociations else { return nil }
    let workload = workload
    let run: (Int) -> Checksum
    switch job {
    case .build, .buildParallel: run = { _ in rival.rebuild() }
    case .identify, .identifyBatch, .identifyBatchParallel: run = { rival.identify(workload, $0) }
    case .snapEdge, .snapBatch: run = { rival.snapEdge(workload, $0) }
    case .snapVertex: run = { rival.snapVertex(workload, $0) }
    case .extent: run = { associations.extent(workload, $0) }
    case .nearest1: run = { rival.nearest(workload, $0) }
    case .nearest8: return nil
    }
    let isBuild = job == .build || job == .buildParallel
    return Contender(
      engine: "geos-strtree",
      operations: job == .nearest1 ? rivalNearestQueries : operations(job),
      bytesPerEntry: isBuild && rivalGrowthCounts ? perEntry(rival.byteCount) : nil,
      note: job == .nearest1 ? "first \(rivalNearestQueries) queries only" : nil,
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
