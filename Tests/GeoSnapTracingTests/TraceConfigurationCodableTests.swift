import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("A trace configuration as JSON")
struct TraceConfigurationCodableTests {
  private func decoded(_ json: String) throws -> TraceConfiguration {
    try JSONDecoder().decode(TraceConfiguration.self, from: Data(json.utf8))
  }

  private func roundTrip(_ configuration: TraceConfiguration) throws -> TraceConfiguration {
    try JSONDecoder().decode(TraceConfiguration.self, from: JSONEncoder().encode(configuration))
  }

  /// The complete example of the reference on services.
  static let example = """
    {"domainNetworkName":"ElectricDistribution","tierName":"Medium Voltage Radial",
     "includeBarriers":true,"validateConsistency":true,
     "traversabilityScope":"junctionsAndEdges","filterScope":"junctionsAndEdges",
     "conditionBarriers":[{"name":"Operational Device Status","type":"networkAttribute",
      "operator":"equal","value":1,"combineUsingOr":false,"isSpecificValue":true}],
     "functionBarriers":[],
     "filterBarriers":[{"name":"Category","type":"category","operator":"equal",
      "value":"Protective","combineUsingOr":false,"isSpecificValue":true}],
     "filterFunctionBarriers":[],
     "functions":[{"functionType":"add","networkAttributeName":"Transformer Load",
      "summaryAttributeName":"","conditions":[]}],
     "nearestNeighbor":{"count":-1,"costNetworkAttributeName":"","nearestCategories":[],
      "nearestAssets":[]},
     "outputFilters":[],"outputConditions":[],
     "propagators":[{"networkAttributeName":"Phases Current","substitutionAttributeName":"",
      "propagatorFunctionType":"bitwiseAnd","operator":"includesAny","value":7,
      "propagatedAttributeName":""}]}
    """

  @Test("The complete example of the services reads, and what is written has its values")
  func completeExample() throws {
    let configuration = try decoded(Self.example)
    var expected = TraceConfiguration()
    expected.domainNetworkName = "ElectricDistribution"
    expected.tierName = "Medium Voltage Radial"
    expected.traversability.barriers = .attribute("Operational Device Status", .equal, 1)
    expected.filter.barriers = .hasCategory("Protective")
    expected.functions = [TraceFunction(.add, of: "Transformer Load")]
    expected.propagators = [TracePropagator(.bitwiseAnd, of: "Phases Current", .includesAny, 7)]
    #expect(configuration == expected)
    func object(_ data: Data) throws -> NSDictionary {
      try #require(JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }
    let written = try object(JSONEncoder().encode(configuration))
    for (key, value) in try object(Data(Self.example.utf8)) {
      #expect((written[key] as? NSObject) == (value as? NSObject), "\(key)")
    }
    // All keys of a service's configuration, whatever was read.
    #expect(written.count == 33)
    #expect(written["maxPaths"] as? Int == -1)
  }

  @Test("The configuration in a request is read; what stands beside it is named")
  func wrapped() throws {
    let plain = try decoded(Self.example)
    #expect(try decoded(#"{"traceConfiguration":\#(Self.example)}"#) == plain)
    var beside = plain
    beside.ignoredKeys = ["traceLocations", "traceType"]
    let request =
      #"{"traceType":"upstream","traceLocations":[],"traceConfiguration":\#(Self.example)}"#
    #expect(try decoded(request) == beside)
  }

  @Test("A configuration in which nothing has its default reads back equal")
  func full() throws {
    let type = AssetTypeID(sourceID: 9, assetGroup: 3, assetType: -4)
    var full = TraceConfiguration()
    full.domainNetworkName = "Water"
    full.tierName = "A"
    full.targetTierName = "B"
    full.subnetworkName = "S 1"
    full.shortestPathAttributeName = "Length"
    for path in [
      \TraceConfiguration.includesContainers, \.includesContent, \.includesStructures,
      \.includesBarriers, \.includesIsolatedFeatures, \.includesUpToFirstSpatialContainer,
      \.validatesConsistency, \.validatesLocatability, \.ignoresBarriersAtStartingPoints,
      \.allowsIndeterminateFlow, \.usesDigitizedDirection, \.synthesizesGeometries,
    ] {
      full[keyPath: path].toggle()
      var single = TraceConfiguration()
      single[keyPath: path].toggle()
      #expect(try roundTrip(single) == single, "\(path)")
    }
    full.traversability = Traversability(
      barriers: .or([
        .and([.attribute("a", .notEqual, 1.5), .attributes("b", .lessThan, "c")]),
        .lacksCategory("x"), .attribute("d", .equal, true),
        .attribute("e", .doesNotIncludeAny, .text("24")),
      ]),
      functionBarriers: [.init(.subtract, of: "f", .greaterThanEqual, 4, usesLocalValues: true)],
      scope: .edges
    )
    full.filter = TraceFilter(
      barriers: .hasCategory("y"),
      functionBarriers: [TraceFunctionBarrier(.min, of: "g", .equal, -0.5)],
      scope: .junctions,
      nearestNeighbors: NearestNeighbors(
        count: 2,
        costAttributeName: "Length",
        categories: ["k"],
        assetTypes: [type]
      ),
      bitsetAttributeName: "Phases"
    )
    full.output = TraceOutput(assetTypes: [type], conditions: .hasCategory("z"))
    let condition = TraceCondition.and([.hasCategory("p"), .attribute("i", .includesTheValues, 3)])
    full.functions = [
      TraceFunction(.average, of: "h", summaryAttributeName: "total", conditions: condition)
    ]
    full.propagators = [
      TracePropagator(
        .max,
        of: "j",
        .lessThanEqual,
        2_147_483_647,
        substitutionAttributeName: "s",
        propagatedAttributeName: "t"
      )
    ]
    full.otherKeys = [
      "diagramTemplateName": .text("Basic"), "maxHops": .integer(4),
      "new": .object(["a": .array([.null, .boolean(true), .real(0.5)])]),
    ]
    #expect(try roundTrip(full) == full)
    #expect(try roundTrip(TraceConfiguration()) == TraceConfiguration())
    #expect(try decoded("{}") == TraceConfiguration())
  }

  @Test("Of c1 and c2 or c1 and c3 the and binds tighter; after the last nothing follows")
  func precedence() throws {
    func condition(_ rows: KeyValuePairs<String, Bool>) throws -> TraceCondition? {
      let list = rows.map { name, isOr in
        #"{"name":"\#(name)","type":"networkAttribute","operator":"equal","value":1,"#
          + #""combineUsingOr":\#(isOr)}"#
      }
      let json = #"{"conditionBarriers":[\#(list.joined(separator: ","))]}"#
      return try decoded(json).traversability.barriers
    }
    let c = (1...3).map { TraceCondition.attribute("c\($0)", .equal, 1) }
    let expected = TraceCondition.or([.and([c[0], c[1]]), .and([c[0], c[2]])])
    for last in [true, false] {
      #expect(try condition(["c1": false, "c2": true, "c1": false, "c3": last]) == expected)
    }
    #expect(try condition(["c1": true]) == c[0])
    #expect(try condition(["c1": true, "c2": false]) == .or([c[0], c[1]]))
    #expect(try condition([:]) == nil)
  }

  /// Whether a condition holds where the attributes of some names are 1 and the others 0.
  private func holds(_ condition: TraceCondition, _ ones: Set<String>) -> Bool {
    switch condition {
    case .attribute(let name, _, _): ones.contains(name)
    case .and(let parts): parts.allSatisfy { holds($0, ones) }
    case .or(let parts): parts.contains { holds($0, ones) }
    default: false
    }
  }

  private func random(_ generator: inout SeededGenerator, depth: Int) -> TraceCondition {
    guard depth > 0, !generator.oneIn(4) else {
      return .attribute("c\(generator.int(0...4))", .equal, 1)
    }
    let parts = (0..<generator.int(1...3)).map { _ in random(&generator, depth: depth - 1) }
    return generator.oneIn(2) ? .and(parts) : .or(parts)
  }

  @Test("Any tree means the same once it was written and read", arguments: 0..<200)
  func rearranged(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let condition = random(&generator, depth: 3)
    var configuration = TraceConfiguration()
    configuration.output.conditions = condition
    let read = try #require(try roundTrip(configuration).output.conditions)
    for bits in 0..<32 {
      let ones = Set((0..<5).filter { bits & 1 << $0 != 0 }.map { "c\($0)" })
      #expect(holds(read, ones) == holds(condition, ones), "seed \(seed)")
    }
    // Once it has the form of a list, it stays as it is.
    configuration.output.conditions = read
    #expect(try roundTrip(configuration) == configuration, "seed \(seed)")
  }

  @Test("A condition without a form as a list is an error, not a different condition")
  func noList() throws {
    var configuration = TraceConfiguration()
    let either = TraceCondition.or([.hasCategory("a"), .hasCategory("b")])
    let conditions: [TraceCondition] =
      [.and([]), .or([]), .and([.or([])]), .and(Array(repeating: either, count: 40))]
    for condition in conditions {
      configuration.filter.barriers = condition
      #expect(throws: EncodingError.self) { try JSONEncoder().encode(configuration) }
    }
  }

  @Test("Unknown keys are kept at the top and named within")
  func unknownKeys() throws {
    let configuration = try decoded(
      """
      {"comment": {"by": [1, 2.5, null]}, "arcadeExpressionBarrier": "", "maxPaths": 3,
       "conditionBarriers": [{"name": "a", "operator": "equal", "value": 1, "why": 2}],
       "nearestNeighbor": {"count": 1, "x": 0, "nearestAssets": []},
       "functions": [{"functionType": "add", "networkAttributeName": "b", "conditions": [
         {"name": "Category", "type": "category", "operator": "notEqual", "value": "c", "d": 1}]}]}
      """
    )
    #expect(
      configuration.otherKeys == [
        "comment": .object(["by": .array([.integer(1), .real(2.5), .null])]),
        "maxPaths": .integer(3),
      ]
    )
    #expect(
      configuration.ignoredKeys == [
        "conditionBarriers[0].why", "nearestNeighbor.x", "functions[0].conditions[0].d",
      ]
    )
  }

  static let mistakes = [
    (#"{"includeBarriers": "yes"}"#, "includeBarriers"),
    (#"{"traversabilityScope": "lines"}"#, "traversabilityScope"),
    (rows("conditionBarriers", #""operator": "like", "value": 1"#), "conditionBarriers.0.operator"),
    (rows("filterBarriers", #""operator": "equal""#), "filterBarriers.0"),
    (rows("outputConditions", #""operator": "equal", "value": [1]"#), "outputConditions.0.value"),
    (
      rows("conditionBarriers", #""type": "category", "operator": "lessThan", "value": "a""#),
      "conditionBarriers.0.operator"
    ),
    (
      rows(
        "functionBarriers",
        #""functionType": "add", "networkAttributeName": "a", "operator": "equal", "value": "many""#
      ), "functionBarriers.0.value"
    ),
    (
      rows("propagators", #""networkAttributeName": "a", "propagatorFunctionType": "or""#),
      "propagators.0.propagatorFunctionType"
    ),
    (rows("outputFilters", #""networkSourceId": 1, "assetGroupCode": 2"#), "outputFilters.0"),
  ]

  private static func rows(_ key: String, _ row: String) -> String {
    #"{"\#(key)": [{"name": "a", \#(row)}]}"#
  }

  @Test("A mistake is an error with its path", arguments: mistakes)
  func mistake(json: String, path: String) throws {
    let error = try #require(throws: DecodingError.self) { try decoded(json) }
    #expect(error.path == path)
  }
}
