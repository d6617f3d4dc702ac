struct TraceFunctionRow: TraceRow {
  static let keys = [
    "functionType", "networkAttributeName", "summaryAttributeName", "conditions",
  ]
  let value: TraceFunction
  private let conditions: [TraceConditionRow]
  private(set) var ignoredKeys: [String] = []

  init(_ value: TraceFunction, conditions: [TraceConditionRow]) {
    self.value = value
    self.conditions = conditions
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let function: TraceFunctionType = try container.choice("functionType", prefix: "esriTFT")
    let summary = try container.name("summaryAttributeName")
    let list = try container.decodeIfPresent(
      TraceRows<TraceConditionRow>.self,
      forKey: "conditions"
    )
    conditions = list?.rows ?? []
    ignoredKeys = list?.ignoredKeys.map { ".conditions" + $0 } ?? []
    value = TraceFunction(
      function,
      of: try container.decode(String.self, forKey: "networkAttributeName"),
      summaryAttributeName: summary,
      conditions: TraceConditionRow.condition(conditions)
    )
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(value.function, forKey: "functionType")
    try container.encode(value.attributeName, forKey: "networkAttributeName")
    try container.encode(value.summaryAttributeName ?? "", forKey: "summaryAttributeName")
    try container.encode(conditions, forKey: "conditions")
  }
}

struct TraceFunctionBarrierRow: TraceRow {
  static let keys = [
    "functionType", "networkAttributeName", "operator", "value", "useLocalValues",
  ]
  let value: TraceFunctionBarrier

  init(_ value: TraceFunctionBarrier) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    guard let number = try container.decode(TraceValue.self, forKey: "value").number else {
      throw container.wrong("value", "The value of a function barrier must be a number.")
    }
    value = TraceFunctionBarrier(
      try container.choice("functionType", prefix: "esriTFT"),
      of: try container.decode(String.self, forKey: "networkAttributeName"),
      try container.choice("operator", prefix: "esriTO"),
      number,
      usesLocalValues: try container.flag("useLocalValues")
    )
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(value.function, forKey: "functionType")
    try container.encode(value.attributeName, forKey: "networkAttributeName")
    try container.encode(value.comparison, forKey: "operator")
    try container.encode(value.value, forKey: "value")
    try container.encode(value.usesLocalValues, forKey: "useLocalValues")
  }
}

struct TracePropagatorRow: TraceRow {
  static let keys = [
    "networkAttributeName", "substitutionAttributeName", "propagatorFunctionType", "operator",
    "value", "propagatedAttributeName",
  ]
  let value: TracePropagator

  init(_ value: TracePropagator) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    value = TracePropagator(
      try container.choice("propagatorFunctionType", prefix: "esriTPFT"),
      of: try container.decode(String.self, forKey: "networkAttributeName"),
      try container.choice("operator", prefix: "esriTO"),
      try container.decode(TraceValue.self, forKey: "value"),
      substitutionAttributeName: try container.name("substitutionAttributeName"),
      propagatedAttributeName: try container.name("propagatedAttributeName")
    )
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(value.attributeName, forKey: "networkAttributeName")
    try container.encode(value.substitutionAttributeName ?? "", forKey: "substitutionAttributeName")
    try container.encode(value.function, forKey: "propagatorFunctionType")
    try container.encode(value.comparison, forKey: "operator")
    try container.encode(value.value, forKey: "value")
    try container.encode(value.propagatedAttributeName ?? "", forKey: "propagatedAttributeName")
  }
}
