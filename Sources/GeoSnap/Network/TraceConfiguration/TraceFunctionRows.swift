struct TraceFunctionRow: TraceRow {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case functionType, networkAttributeName, summaryAttributeName, conditions
  }

  static let keys = Set(CodingKeys.allCases.map(\.rawValue))
  let value: TraceFunction
  private let conditions: [TraceConditionRow]
  private(set) var ignoredKeys: [String] = []

  init(_ value: TraceFunction, conditions: [TraceConditionRow]) {
    self.value = value
    self.conditions = conditions
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let function = try TraceFunctionType(
      esri: try container.decode(String.self, forKey: .functionType),
      prefix: "esriTFT"
    ) {
      DecodingError.dataCorruptedError(forKey: .functionType, in: container, debugDescription: $0)
    }
    let summary = try container.decodeIfPresent(String.self, forKey: .summaryAttributeName) ?? ""
    let list = try container.decodeIfPresent(
      TraceRows<TraceConditionRow>.self,
      forKey: .conditions
    )
    conditions = list?.rows ?? []
    ignoredKeys = list?.ignoredKeys.map { ".\(CodingKeys.conditions.rawValue)\($0)" } ?? []
    value = TraceFunction(
      function,
      of: try container.decode(String.self, forKey: .networkAttributeName),
      summaryAttributeName: summary.isEmpty ? nil : summary,
      conditions: TraceConditionRow.condition(conditions)
    )
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value.function, forKey: .functionType)
    try container.encode(value.attributeName, forKey: .networkAttributeName)
    try container.encode(value.summaryAttributeName ?? "", forKey: .summaryAttributeName)
    try container.encode(conditions, forKey: .conditions)
  }
}

struct TraceFunctionBarrierRow: TraceRow {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case functionType, networkAttributeName, `operator`, value, useLocalValues
  }

  static let keys = Set(CodingKeys.allCases.map(\.rawValue))
  let value: TraceFunctionBarrier

  init(_ value: TraceFunctionBarrier) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func wrong(_ key: CodingKeys) -> (String) -> DecodingError {
      { DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: $0) }
    }
    guard let number = try container.decode(TraceValue.self, forKey: .value).number else {
      throw wrong(.value)("The value of a function barrier is a number.")
    }
    value = TraceFunctionBarrier(
      try TraceFunctionType(
        esri: try container.decode(String.self, forKey: .functionType),
        prefix: "esriTFT",
        wrong(.functionType)
      ),
      of: try container.decode(String.self, forKey: .networkAttributeName),
      try TraceConditionOperator(
        esri: try container.decode(String.self, forKey: .operator),
        prefix: "esriTO",
        wrong(.operator)
      ),
      number,
      usesLocalValues: try container.decodeIfPresent(Bool.self, forKey: .useLocalValues) ?? false
    )
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value.function, forKey: .functionType)
    try container.encode(value.attributeName, forKey: .networkAttributeName)
    try container.encode(value.comparison, forKey: .operator)
    try container.encode(value.value, forKey: .value)
    try container.encode(value.usesLocalValues, forKey: .useLocalValues)
  }
}

struct TracePropagatorRow: TraceRow {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case networkAttributeName, substitutionAttributeName, propagatorFunctionType, `operator`
    case value, propagatedAttributeName
  }

  static let keys = Set(CodingKeys.allCases.map(\.rawValue))
  let value: TracePropagator

  init(_ value: TracePropagator) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func wrong(_ key: CodingKeys) -> (String) -> DecodingError {
      { DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: $0) }
    }
    func name(_ key: CodingKeys) throws -> String? {
      try container.decodeIfPresent(String.self, forKey: key).flatMap { $0.isEmpty ? nil : $0 }
    }
    value = TracePropagator(
      try TracePropagator.Function(
        esri: try container.decode(String.self, forKey: .propagatorFunctionType),
        prefix: "esriTPFT",
        wrong(.propagatorFunctionType)
      ),
      of: try container.decode(String.self, forKey: .networkAttributeName),
      try TraceConditionOperator(
        esri: try container.decode(String.self, forKey: .operator),
        prefix: "esriTO",
        wrong(.operator)
      ),
      try container.decode(TraceValue.self, forKey: .value),
      substitutionAttributeName: try name(.substitutionAttributeName),
      propagatedAttributeName: try name(.propagatedAttributeName)
    )
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value.attributeName, forKey: .networkAttributeName)
    try container.encode(value.substitutionAttributeName ?? "", forKey: .substitutionAttributeName)
    try container.encode(value.function, forKey: .propagatorFunctionType)
    try container.encode(value.comparison, forKey: .operator)
    try container.encode(value.value, forKey: .value)
    try container.encode(value.propagatedAttributeName ?? "", forKey: .propagatedAttributeName)
  }
}
