/// A compiled propagator of an attribute's value from the controllers.
struct Propagator: Sendable {
  let attributeName: String
  let function: TracePropagator.Function
  /// Whether the value is only reported, and stops nothing.
  private(set) var isOnlyTold = false
  /// Whether a substitution rewrites bits on the way.
  var rewrites: Bool { substitution != nil }
  /// The operator of the test for values that arrive.
  let comparison: TraceConditionOperator
  let given: TraceValue
  private let source: TraceAttributes.Source
  private let substitution: TraceAttributes.Source?
  /// The number of bits in a group of the substitution.
  private let groupSize: Int64
  private let givenInteger: Int64
  private let givenNumber: Double

  init(_ propagator: TracePropagator, _ attributes: inout TraceAttributes) throws(TraceError) {
    attributeName = propagator.attributeName
    function = propagator.function
    comparison = propagator.comparison
    source = try attributes.source(named: propagator.attributeName)
    let definition = attributes.topology.network.definition
    given = try definition.value(propagator.value, of: propagator.attributeName)
    if function == .bitwiseAnd || comparison.comparesBits {
      guard attributes.isWhole(source), let integer = given.integer else {
        throw TraceError(
          .badValue,
          "Bitwise tests need whole numbers: \(attributeName), or the value it is compared with, is not one."
        )
      }
      givenInteger = integer
    } else {
      givenInteger = given.integer ?? 0
    }
    guard let number = given.number else {
      throw TraceError(
        .badValue,
        "The value for \(attributeName) is neither a number nor a coded value."
      )
    }
    givenNumber = number
    // An attribute that another substitutes by definition is rewritten whether or not the propagator says so.
    let substitute = propagator.substitutionAttributeName
    if let substitute, !substitute.isEmpty {
      substitution = try attributes.source(named: substitute)
      guard let size = definition.bitCount(of: propagator.attributeName) else {
        throw TraceError(
          .badValue,
          "\(substitute) rewrites the bits of \(attributeName), whose number of bits is unknown: give "
            + "\(attributeName) a bit size or coded values."
        )
      }
      groupSize = Int64(size)
    } else {
      substitution = nil
      groupSize = 0
    }
  }

  /// Compiles a propagator that only reports the bits that all elements on the way share, or the least number on it.
  init(telling name: String, _ attributes: inout TraceAttributes) throws(TraceError) {
    let source = try attributes.source(named: name)
    let isWhole = attributes.isWhole(source)
    let substitute = attributes.topology.network.definition.networkAttributes.first {
      $0.substitutedAttributeName?.lowercased() == name.lowercased()
    }
    try self.init(
      isWhole
        ? TracePropagator(
          .bitwiseAnd,
          of: name,
          .includesAny,
          .integer(-1),
          substitutionAttributeName: substitute?.name
        ) : TracePropagator(.min, of: name, .greaterThanEqual, .real(-.infinity)),
      &attributes
    )
    isOnlyTold = true
  }

  /// A propagated value: bits, or a number's bit pattern.
  typealias Value = Int64

  /// The value of a controller; one without a value lets everything pass.
  func start(at element: TraceElement, _ attributes: TraceAttributes) -> Value {
    if function == .bitwiseAnd { return attributes.integer(source, element) ?? -1 }
    let none = function == .min ? Double.infinity : -Double.infinity
    return Value(bitPattern: (attributes.number(source, element) ?? none).bitPattern)
  }

  /// The values of features, when they alone decide which bits pass, and whether junctions have any; nil otherwise.
  func plainColumn(_ attributes: TraceAttributes) -> (values: FeatureValues, areAtNodes: Bool)? {
    guard function == .bitwiseAnd, substitution == nil, case .column(let number) = source,
      attributes.columns[number].isWhole, let values = attributes.columns[number].plainValues
    else { return nil }
    let definition = attributes.topology.network.definition
    let sources = definition.networkAttribute(named: attributeName)?.assignments.map(\.sourceID)
    let areAtNodes = definition.sources.contains { source in
      sources?.contains(source.sourceID) != false
        && TopologyClass.part(of: source.usage).isJunction
    }
    return (values, areAtNodes)
  }

  @inline(__always)
  func value(
    _ value: Value,
    at element: TraceElement,
    isInternal: Bool,
    _ attributes: TraceAttributes
  ) -> Value {
    if element.feature < 0 { return value }
    var value = value
    if let substitution, !isInternal, let rewrite = attributes.integer(substitution, element) {
      value = rewritten(value, by: rewrite)
    }
    if function == .bitwiseAnd {
      guard let own = attributes.integer(source, element) else { return value }
      return value & own
    }
    guard let own = attributes.number(source, element) else { return value }
    let before = number(value)
    let after = function == .min ? Swift.min(before, own) : Swift.max(before, own)
    return Value(bitPattern: after.bitPattern)
  }

  /// The bits of a value, each replaced by its group of the substitution.
  private func rewritten(_ value: Value, by substitution: Int64) -> Value {
    let group = groupSize
    var result: Int64 = 0
    var bit: Int64 = 0
    while bit < group && bit * group < 64 {
      if value & (1 << bit) != 0 { result |= (substitution >> (bit * group)) & ((1 << group) &- 1) }
      bit += 1
    }
    return result
  }

  @inline(__always)
  func merged(_ one: Value, _ other: Value) -> Value {
    switch function {
    case .bitwiseAnd: return one | other
    // The better value: the one that was limited least.
    case .min: return Value(bitPattern: Swift.max(number(one), number(other)).bitPattern)
    case .max: return Value(bitPattern: Swift.min(number(one), number(other)).bitPattern)
    }
  }

  /// The neutral value of merging.
  var nothing: Value {
    switch function {
    case .bitwiseAnd: 0
    case .min: Value(bitPattern: (-Double.infinity).bitPattern)
    case .max: Value(bitPattern: Double.infinity.bitPattern)
    }
  }

  @inline(__always)
  func passes(_ value: Value) -> Bool {
    if isOnlyTold { return true }
    if function == .bitwiseAnd { return comparison.holds(value, givenInteger) }
    let number = number(value)
    guard comparison.comparesBits else { return comparison.holds(number, givenNumber) }
    guard let whole = Int64(exactly: number) else {
      // An unlimited value has all bits.
      return comparison.holds(number == .infinity ? Int64.max : 0, givenInteger)
    }
    return comparison.holds(whole, givenInteger)
  }

  /// The value as a number for results; nil when it is unlimited.
  func told(_ value: Value) -> Double? {
    if function == .bitwiseAnd { return value == -1 ? nil : Double(value) }
    let number = number(value)
    return number.isInfinite ? nil : number
  }

  @inline(__always)
  private func number(_ value: Value) -> Double {
    Double(bitPattern: UInt64(bitPattern: value))
  }
}

extension NetworkDefinition {
  /// The number of bits of an attribute's values; nil when unknown.
  func bitCount(of attribute: String) -> Int? {
    guard let attribute = networkAttribute(named: attribute) else { return nil }
    if let size = attribute.bitSize, size > 0 { return size }
    let greatest = domain(of: attribute)?.codedValues.map(\.code).max()
    guard let greatest, greatest > 0 else { return nil }
    return NetworkAttribute.inlineBitCount(greatestCode: greatest, isNullable: false)
  }
}
