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
    try JSONDecoder().decode(
      TraceConfiguration.self,
      from: JSONEncoder().encode(configuration)
    )
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
    let written = try #require(
      JSONSerialization.jsonObject(with: JSONEncoder().encode(configuration)) as? NSDictionary
    )
    let read = try #require(
      JSONSerialization.jsonObject(with: Data(Self.example.utf8)) as? NSDictionary
    )
    for (key, value) in read {
      #expect((written[key] as? NSObject) == (value as? NSObject), "\(key)")
    }
    // All keys of a service's configuration, whatever was read.
    #expect(written.count == 33)
    #expect(written["maxPaths"] as? Int == -1)
  }

  @Test("The configuration in a request is read; what stands beside it is named")
  func wrapped() throws {
    let plain = try decoded(Self.example)
    #expect(try decoded("{\"traceConfiguration\":\(Self.example)}") == plain)
    var beside = plain
    beside.ignoredKeys = ["traceLocations", "traceType"]
    #expect(
      try decoded(
        "{\"traceType\":\"upstream\",\"traceLocations\":[],\"traceConfiguration\":\(Self.example)}"
      ) == beside
    )
  }

  @Test("A configuration in which nothing has its default reads back equal")
  func full() throws {
    var configuration = TraceConfiguration()
    configuration.domainNetworkName = "Water"
    configuration.tierName = "A"
    configuration.targetTierName = "B"
    configuration.subnetworkName = "S 1"
    configuration.includesContainers = true
    configuration.includesContent = true
    configuration.includesStructures = true
    configuration.includesBarriers = false
    configuration.includesIsolatedFeatures = true
    configuration.includesUpToFirstSpatialContainer = true
    configuration.validatesConsistency = false
    configuration.validatesLocatability = true
    configuration.ignoresBarriersAtStartingPoints = true
    configuration.allowsIndeterminateFlow = false
    configuration.usesDigitizedDirection = true
    configuration.synthesizesGeometries = true
    configuration.shortestPathAttributeName = "Length"
    let type = AssetTypeID(sourceID: 9, assetGroup: 3, assetType: -4)
    configuration.traversability = Traversability(
      barriers: .or([
        .and([.attribute("a", .notEqual, 1.5), .attributes("b", .lessThan, "c")]),
        .lacksCategory("x"), .attribute("d", .equal, true),
        .attribute("e", .doesNotIncludeAny, .text("24")),
      ]),
      functionBarriers: [
        TraceFunctionBarrier(.subtract, of: "f", .greaterThanEqual, 4, usesLocalValues: true)
      ],
      scope: .edges
    )
    configuration.filter = TraceFilter(
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
    configuration.output = TraceOutput(assetTypes: [type], conditions: .hasCategory("z"))
    configuration.functions = [
      TraceFunction(
        .average,
        of: "h",
        summaryAttributeName: "total",
        conditions: .and([.hasCategory("p"), .attribute("i", .includesTheValues, 3)])
      )
    ]
    configuration.propagators = [
      TracePropagator(
        .max,
        of: "j",
        .lessThanEqual,
        2_147_483_647,
        substitutionAttributeName: "s",
        propagatedAttributeName: "t"
      )
    ]
    configuration.otherKeys = [
      "diagramTemplateName": .text("Basic"), "maxHops": .integer(4),
      "new": .object(["a": .array([.null, .boolean(true), .real(0.5)])]),
    ]
    #expect(try roundTrip(configuration) == configuration)
    #expect(try roundTrip(TraceConfiguration()) == TraceConfiguration())
    #expect(try decoded("{}") == TraceConfiguration())
  }

  @Test("Of c1 and c2 or c1 and c3 the and binds tighter; after the last nothing follows")
  func precedence() throws {
    func row(_ name: String, or: Bool) -> String {
      "{\"name\":\"\(name)\",\"type\":\"networkAttribute\",\"operator\":\"equal\",\"value\":1,"
        + "\"combineUsingOr\":\(or)}"
    }
    func condition(_ rows: [(String, Bool)]) throws -> TraceCondition? {
      let list = rows.map { row($0.0, or: $0.1) }.joined(separator: ",")
      return try decoded("{\"conditionBarriers\":[\(list)]}").traversability.barriers
    }
    let c = (1...3).map { TraceCondition.attribute("c\($0)", .equal, 1) }
    let expected = TraceCondition.or([.and([c[0], c[1]]), .and([c[0], c[2]])])
    for last in [true, false] {
      #expect(
        try condition([("c1", false), ("c2", true), ("c1", false), ("c3", last)]) == expected
      )
    }
    #expect(try condition([("c1", true)]) == c[0])
    #expect(try condition([("c1", true), ("c2", false)]) == .or([c[0], c[1]]))
    #expect(try condition([]) == nil)
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
    guard depth > 0, Int.random(in: 0..<4, using: &generator) > 0 else {
      return .attribute("c\(Int.random(in: 0..<5, using: &generator))", .equal, 1)
    }
    let parts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      random(&generator, depth: depth - 1)
    }
    return Bool.random(using: &generator) ? .and(parts) : .or(parts)
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
    for condition in [
      .and([]), .or([]), .and([.or([])]), .and(Array(repeating: either, count: 40)),
    ]
      as [TraceCondition]
    {
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
    (
      #"{"conditionBarriers": [{"name": "a", "operator": "like", "value": 1}]}"#,
      "conditionBarriers.0.operator"
    ),
    (#"{"filterBarriers": [{"name": "a", "operator": "equal"}]}"#, "filterBarriers.0"),
    (
      #"{"outputConditions": [{"name": "a", "operator": "equal", "value": [1]}]}"#,
      "outputConditions.0.value"
    ),
    (
      #"{"conditionBarriers": [{"name": "C", "type": "category", "operator": "lessThan", "#
        + #""value": "a"}]}"#, "conditionBarriers.0.operator"
    ),
    (
      #"{"functionBarriers": [{"functionType": "add", "networkAttributeName": "a", "#
        + #""operator": "equal", "value": "many"}]}"#, "functionBarriers.0.value"
    ),
    (
      #"{"propagators": [{"networkAttributeName": "a", "propagatorFunctionType": "or"}]}"#,
      "propagators.0.propagatorFunctionType"
    ),
    (#"{"outputFilters": [{"networkSourceId": 1, "assetGroupCode": 2}]}"#, "outputFilters.0"),
  ]

  @Test("A mistake is an error with its path", arguments: mistakes)
  func mistake(json: String, path: String) throws {
    let error = try #require(throws: DecodingError.self) { try decoded(json) }
    let codingPath =
      switch error {
      case .dataCorrupted(let context), .keyNotFound(_, let context),
        .typeMismatch(_, let context), .valueNotFound(_, let context):
        context.codingPath
      @unknown default: [any CodingKey]()
      }
    #expect(
      codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
        == path
    )
  }
}
