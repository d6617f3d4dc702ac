internal import GeoSnapSupport

/// The result of a trace.
public struct TraceResult: Sendable {
  /// The topology that was traced.
  public let topology: Topology
  /// The elements, in the order in which they were reached; associated containers, content and structures come last.
  public let elements: TraceElements
  /// The values of the configuration's functions, in its order.
  public let functions: [TraceFunctionOutput]
  /// The warnings.
  public let warnings: [TraceWarning]
  /// The controllers of the subnetworks that were traced; empty for other traces.
  public let controllers: [SubnetworkController]
  /// The result of an isolation trace; nil for others.
  public let isolation: TraceIsolation?
  /// The propagated values of each element, for each requested attribute.
  public let propagated: [PropagatedValues]
  /// The cost of a shortest path; nil for other traces, and when there is no path.
  public let cost: Double?

  let stopSources: [StopSource]
  let tellsDeadEnds: Bool

  /// The stops of the trace and their reasons, in order; computed on each access in O(n) for n elements reached.
  public var stops: [TraceStop] { stopSources.flatMap { $0.stops(withDeadEnds: tellsDeadEnds) } }

  /// The values of a propagated attribute at each element.
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
  /// The value; nil when no element has a value.
  public let value: Double?
}

/// The result of an isolation trace.
///
/// A source is a feature that feeds the network, or drains it where subnetworks drain to sinks: a subnetwork
/// controller of the tier, and a feature of the category `Source` or `Generation`.
public struct TraceIsolation: Sendable {
  /// All filter barriers that the region touches; for a barrier on a line, the element's stretch is its place.
  public let boundary: [NetworkElement]
  /// Those of ``boundary`` that have to be shut, in an order that suits a crew driving from one to the next.
  ///
  /// The region is on one side of each, and a part fed by a source on the other. Existing barriers are left out. With
  /// a source in the region nothing isolates it, and these are all open ones of ``boundary``.
  public let needed: [NetworkElement]
  /// The existing barriers at the border of the region, assumed to be shut.
  public let alreadyShut: [NetworkElement]
  /// The isolated part: from the starts to the barriers; with isolated features included also the part beyond
  /// barriers that need not be shut.
  public let region: TraceElements
  /// The part outside the region that loses supply: it lies beyond barriers that need not be shut.
  public let withoutSupply: TraceElements
  /// The sources that are connected with the starts, in the order of features.
  public let sources: [FeatureID]
  /// The sources that no barrier separates from the starts; with any of them the starts cannot be isolated.
  public let sourcesInside: [FeatureID]
  /// Those of ``sourcesInside`` that are subnetwork controllers.
  public let controllersInside: [SubnetworkController]
  /// Features of the category `Ignored Source` that stay connected with the starts and feed them.
  public let ignoredSources: [FeatureID]
  /// The demands of the region and of ``withoutSupply``; empty when the starts cannot be isolated.
  public let demands: [Demand]

  /// The sum of a field of demand or load.
  public struct Demand: Hashable, Codable, Sendable {
    /// The name of the field.
    public let fieldName: String
    /// The number of features with a value other than 0.
    public let featureCount: Int
    /// The sum, in the unit of the field.
    public let sum: Double
  }

  /// Whether shutting ``needed`` separates the starts from every source.
  public var isIsolating: Bool { sourcesInside.isEmpty }
  /// The barriers that may stay open, since there is no source on their other side.
  package var leftOpen: [NetworkElement] {
    let others = Set(Self.places(of: needed + alreadyShut))
    return boundary.filter { others.isDisjoint(with: Self.places(of: [$0])) }
  }

  /// The locations of barriers: each feature once, and on lines each place of a barrier.
  package static func places(of barriers: [NetworkElement]) -> [TraceLocation] {
    var seen: Set<TraceLocation> = []
    return barriers.map { barrier in
      let place = barrier.positions.flatMap { $0.lowerBound == $0.upperBound ? $0.lowerBound : nil }
      return TraceLocation(barrier.feature, fractionAlongEdge: place)
    }.filter { seen.insert($0).inserted }
  }

  /// The number of sources that a headline names.
  private static let namedCount = 3

  /// A sentence, without its full stop, that says what is isolated from what; `starts` are the names of the starts.
  package func headline(of starts: [String], in network: EditedNetwork) -> String {
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

/// The elements of a trace's result, created on access.
public struct TraceElements: RandomAccessCollection, Sendable {
  /// Numbers of nodes, then of edges from the number of nodes, then ordinals of features outside the graph.
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

  /// The element at a position.
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

  /// The features of the elements by asset type, each once, in the order of the definition and of rows: for a legend
  /// or a list of results.
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

  /// The features of the elements by the name of their table, each once, in order; see also ``featuresByAssetType``.
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
  /// The element of a code of ``TraceElements``.
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

  /// The ordinal of the feature of a code of ``TraceElements``.
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

extension EditedNetwork {
  /// Words in the names of demand or load fields, and other names: pandapower's active power, pandapipes' mass flow.
  private static let demandWords = ["DEMAND", "LOAD"]
  private static let demandFields = ["P_MW", "MDOT_KG_PER_S"]

  /// The demands or loads of some features by field, in the order of names; features that feed have none.
  package func demands(of features: [FeatureID]) -> [TraceIsolation.Demand] {
    var sums: [String: (count: Int, sum: Double)] = [:]
    var seen: Set<FeatureID> = []
    /// The demand fields of each table.
    var fields: [Int32: [(number: Int, name: String)]] = [:]
    for feature in features where seen.insert(feature).inserted {
      if fields[feature.table] == nil {
        fields[feature.table] = base.tables[Int(feature.table)].fields.enumerated().compactMap {
          number,
          field in
          let name = field.name.uppercased()
          let isDemand =
            Self.demandFields.contains(name) || Self.demandWords.contains { name.contains($0) }
          return isDemand ? (number, field.name) : nil
        }
      }
      guard let known = fields[feature.table], !known.isEmpty,
        assetType(of: feature)?.type.hasCategory(["Source", "Ignored Source", "Generation"]) != true
      else { continue }
      for field in known {
        let value: Double? =
          switch attribute(field.number, of: feature) {
          case .integer(let whole): Double(whole)
          case .real(let real): real
          default: nil
          }
        guard let value, value != 0, value.isFinite else { continue }
        let before = sums[field.name] ?? (0, 0)
        sums[field.name] = (before.count + 1, before.sum + value)
      }
    }
    return sums.keys.sorted().map { name in
      let found = sums[name] ?? (0, 0)
      return TraceIsolation.Demand(fieldName: name, featureCount: found.count, sum: found.sum)
    }
  }
}
