internal import GeoSnapSupport

/// What a trace found.
public struct TraceResult: Sendable {
  /// The topology that was traced.
  public let topology: Topology
  /// The elements, in the order in which they were reached; what containers, content and structures add comes last.
  public let elements: TraceElements
  /// The values of the configuration's functions, in its order.
  public let functions: [TraceFunctionOutput]
  /// What the caller should know.
  public let warnings: [TraceWarning]
  /// The controllers of the subnetworks that were traced; empty for other traces.
  public let controllers: [SubnetworkController]
  /// What an isolation trace found; nil for others.
  public let isolation: TraceIsolation?
  /// For each attribute whose values were propagated, the value of each element.
  public let propagated: [PropagatedValues]
  /// What a shortest path costs; nil for other traces, and where there is none.
  public let cost: Double?

  let stopSources: [StopSource]
  let tellsDeadEnds: Bool

  /// Where the trace stopped and why, in the order in which it did; worked out when asked for.
  ///
  /// - Complexity: O(n) for n elements reached.
  public var stops: [TraceStop] {
    stopSources.flatMap { $0.stops(withDeadEnds: tellsDeadEnds) }
  }

  /// The values of an attribute as they arrive at each element.
  public struct PropagatedValues: Hashable, Codable, Sendable {
    /// The name of the attribute.
    public let attributeName: String
    /// One value for each of the result's elements; nil where none arrives.
    public let values: [Double?]
  }
}

/// The value of a function over a trace's results.
public struct TraceFunctionOutput: Hashable, Codable, Sendable {
  /// The function.
  public let function: TraceFunction
  /// The value; nil where there was nothing to make one of.
  public let value: Double?
}

/// What an isolation trace found.
///
/// A source is whatever feeds the network, or drains it where subnetworks drain to sinks: a subnetwork controller of
/// the tier, and what has the category `Source` or `Generation`.
public struct TraceIsolation: Sendable {
  /// All filter barriers that the region touches; of a barrier on a line its place is the element's stretch.
  public let boundary: [NetworkElement]
  /// Those of them that have to be shut, in an order in which a crew would drive from one to the next.
  ///
  /// The region lies at one side, what a source feeds at the other. What bars already is none of them. With a source
  /// in the region nothing isolates it, and these are all of ``boundary`` that are open.
  public let needed: [NetworkElement]
  /// What bars already at the border of the region, and is taken to be shut.
  public let alreadyShut: [NetworkElement]
  /// What is isolated: from the starts to the barriers and, where the configuration includes isolated features, what
  /// only barriers that need not be shut divide from it.
  public let region: TraceElements
  /// What loses supply beside the region: what only barriers that need not be shut divide from it.
  public let withoutSupply: TraceElements
  /// The sources that the starts are joined with, in the order of features.
  public let sources: [FeatureID]
  /// The sources that no barrier divides from the starts: with any of them nothing isolates the starts.
  public let sourcesInside: [FeatureID]
  /// Those of them that control subnetworks.
  public let controllersInside: [SubnetworkController]
  /// What stays joined with the starts and feeds, but has the category `Ignored Source`.
  public let ignoredSources: [FeatureID]
  /// What demand the region and what loses supply beside it have; none where nothing isolates the starts.
  public let demands: [Demand]

  /// The sum of a field of demand or load.
  public struct Demand: Hashable, Codable, Sendable {
    /// The name of the field.
    public let fieldName: String
    /// How many features have a value other than 0.
    public let featureCount: Int
    /// The sum, in the unit of the field.
    public let sum: Double
  }

  /// Whether what has to be shut divides the starts from every source.
  public var isIsolating: Bool { sourcesInside.isEmpty }
  /// The barriers that may stay open: no source is at their other side.
  public var leftOpen: [NetworkElement] {
    let others = Set(Self.places(of: needed + alreadyShut))
    return boundary.filter { others.isDisjoint(with: Self.places(of: [$0])) }
  }

  /// Where barriers are: each feature once, or of a line each place where a barrier stands.
  package static func places(of barriers: [NetworkElement]) -> [TraceLocation] {
    var seen: Set<TraceLocation> = []
    return barriers.map { barrier in
      let place = barrier.positions.flatMap { $0.lowerBound == $0.upperBound ? $0.lowerBound : nil }
      return TraceLocation(barrier.feature, fractionAlongEdge: place)
    }.filter { seen.insert($0).inserted }
  }

  /// So many sources are named in a headline.
  private static let namedCount = 3

  /// What is isolated from what, in a sentence without its full stop.
  ///
  /// - Parameters:
  ///   - starts: The starts as they are to be called.
  ///   - network: The network that was traced.
  /// - Returns: The sentence.
  public func headline(of starts: [String], in network: EditedNetwork) -> String {
    let start = starts.joined(separator: ", ")
    func list(_ features: [FeatureID]) -> String {
      let more = features.count - Self.namedCount
      return features.prefix(Self.namedCount).map { network.identifier(of: $0) }
        .joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
    if !isIsolating {
      return "nothing isolates \(start): it stays joined with \(list(sourcesInside))"
    }
    let valves = Words.count(Self.places(of: needed).count, "barrier")
    return "shut \(valves) to isolate \(start) from \(list(sources))"
  }
}

/// The elements that a trace found, made when they are asked for.
public struct TraceElements: RandomAccessCollection, Sendable {
  /// Nodes by number; edges from the number of nodes; features without a place in the graph from the number of nodes
  /// and edges.
  package let codes: [Int32]
  let topology: Topology

  package init(codes: [Int32], topology: Topology) {
    self.codes = codes
    self.topology = topology
  }

  /// The first index: 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { codes.count }

  /// An element.
  public subscript(index: Int) -> NetworkElement { topology.networkElement(codes[index]) }

  /// The features of the elements, each once, in the order of their first element.
  ///
  /// - Complexity: O(n).
  public var features: [FeatureID] {
    var seen = Set<Int32>(minimumCapacity: codes.count)
    var features: [FeatureID] = []
    for code in codes {
      let ordinal = topology.featureOrdinal(code)
      if seen.insert(ordinal).inserted {
        features.append(topology.network.feature(ordinal: ordinal))
      }
    }
    return features
  }

  /// The features of the elements by their asset type, each once, in the order of the definition and of rows: what a
  /// legend or a list of results shows.
  ///
  /// ```swift
  /// for group in result.elements.featuresByAssetType {
  ///   print(network.describe(group.assetType), group.features.count)
  /// }
  /// ```
  ///
  /// - Complexity: O(n).
  public var featuresByAssetType: [(assetType: AssetTypeID, features: [FeatureID])] {
    let network = topology.network
    var lists: [Int32: [FeatureID]] = [:]
    for feature in features {
      lists[network.assetTypeOrdinal(of: feature), default: []].append(feature)
    }
    return lists.keys.filter { $0 >= 0 }.rising { $0 }.map { ordinal in
      (network.catalog.entries[Int(ordinal)].id, (lists[ordinal] ?? []).rising { $0.row })
    }
  }

  /// The features of the elements by the name of their table, each once, in order.
  ///
  /// ``featuresByAssetType`` divides them further.
  public var featuresBySource: [(source: String, features: [FeatureID])] {
    var lists = [[FeatureID]](repeating: [], count: topology.network.base.tables.count)
    for feature in features { lists[Int(feature.table)].append(feature) }
    return lists.enumerated().compactMap { table, list in
      list.isEmpty
        ? nil : (topology.network.base.tables[table].name, list.ordered { $0.row < $1.row })
    }
  }
}

extension Topology {
  /// The element that a code of ``TraceElements`` stands for.
  func networkElement(_ code: Int32) -> NetworkElement {
    let code = Int(code)
    if code < nodeLimit {
      return element(
        ofFeature: featureOrdinal(ofNode: code),
        terminal: terminal(ofNode: code),
        positions: nil
      )
    }
    let edge = code - nodeLimit
    if edge < edgeLimit {
      return element(
        ofFeature: featureOrdinal(ofEdge: edge),
        terminal: nil,
        positions: positions(ofEdge: edge)
      )
    }
    return element(ofFeature: Int32(edge - edgeLimit), terminal: nil, positions: nil)
  }

  /// The ordinal of the feature that a code of ``TraceElements`` stands for.
  func featureOrdinal(_ code: Int32) -> Int32 {
    let code = Int(code)
    if code < nodeLimit { return featureOrdinal(ofNode: code) }
    let edge = code - nodeLimit
    return edge < edgeLimit ? featureOrdinal(ofEdge: edge) : Int32(edge - edgeLimit)
  }

  @inline(__always)
  private func element(
    ofFeature ordinal: Int32,
    terminal: Terminal?,
    positions: ClosedRange<Double>?
  ) -> NetworkElement {
    let feature = network.feature(ordinal: ordinal)
    guard let globalID = network.globalID(of: feature),
      let assetType = network.assetTypeID(of: feature)
    else { preconditionFailure("What takes part in a network has a global id and an asset type") }
    return NetworkElement(
      feature: feature,
      globalID: globalID,
      assetType: assetType,
      terminal: terminal,
      positions: positions
    )
  }
}
