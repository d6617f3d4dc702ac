internal import GeoSnapColumns

/// The subnetworks of a network without edits in columns: by number their data, by feature the subnetworks that it is in
/// and those whose traces visited it.
final class LabelColumns: Sendable {
  private let tiers: [TierChoice]
  let choices: Column<Int32>
  private let names: TextColumn
  private let controllerStarts: RowStarts
  private let controllers: Column<Int32>
  private let terminals: Column<Int32>
  private let controllerTiers: TextColumn
  private let valueStarts: RowStarts
  private let values: Column<Double>
  private let areValues: Column<UInt8>
  private let warningStarts: RowStarts
  private let warningCodes: TextColumn
  private let warnings: TextColumn
  private let memberStarts: RowStarts
  private let members: Column<Int32>
  private let borderStarts: RowStarts
  private let border: Column<Int32>
  private let featureStarts: RowStarts
  private let codes: Column<Int32>

  var count: Int { choices.count }

  /// Packs subnetworks, numbered by position; linear in the number of features and in the sum of the sizes.
  init(_ records: [LabelRecord], _ topology: Topology) {
    let subnetworks = records.map(\.subnetwork)
    let network = topology.network
    tiers = topology.tierChoices
    choices = Column(records.map(\.choice))
    names = TextColumn(subnetworks.map(\.name))
    controllerStarts = RowStarts(counts: subnetworks.map(\.controllers.count))
    let controllers = subnetworks.flatMap(\.controllers)
    self.controllers = Column(controllers.map { network.ordinal(of: $0.feature) })
    terminals = Column(controllers.map { Int32($0.terminal) })
    controllerTiers = TextColumn(controllers.map(\.tierName))
    valueStarts = RowStarts(counts: subnetworks.map(\.functions.count))
    let functions = subnetworks.flatMap(\.functions)
    values = Column(functions.map { $0.value ?? 0 })
    areValues = Column(functions.map { $0.value == nil ? 0 : 1 } as [UInt8])
    warningStarts = RowStarts(counts: subnetworks.map(\.warnings.count))
    let warnings = subnetworks.flatMap(\.warnings)
    warningCodes = TextColumn(warnings.map(\.code.rawValue))
    self.warnings = TextColumn(warnings.map(\.message))
    memberStarts = RowStarts(counts: records.map(\.members.count))
    members = Column(records.lazy.flatMap(\.members))
    borderStarts = RowStarts(counts: records.map(\.border.count))
    border = Column(records.lazy.flatMap(\.border))
    // Counted first and written afterwards, so that each row is in the order of numbers.
    var counts = [Int](repeating: 0, count: network.ordinalLimit)
    for record in records { for (feature, _) in record.codes { counts[Int(feature)] += 1 } }
    let starts = RowStarts(counts: counts)
    var next = counts.indices.map { starts.range($0).lowerBound }
    var codes = Column<Int32>(repeating: 0, count: starts.elementCount)
    for record in records {
      for (feature, code) in record.codes {
        codes[next[Int(feature)]] = code.rawValue
        next[Int(feature)] += 1
      }
    }
    featureStarts = starts
    self.codes = codes
  }

  func record(_ number: Int, _ topology: Topology) -> LabelRecord {
    LabelRecord(
      choice: choices[number],
      subnetwork: subnetwork(number, topology),
      members: members(number),
      border: features(border, borderStarts.range(number))
    )
  }

  func members(_ number: Int) -> [Int32] { features(members, memberStarts.range(number)) }

  private func features(_ column: Column<Int32>, _ range: Range<Int>) -> [Int32] {
    let limit = Int32(featureStarts.rowCount)
    return column.copied(range).filter { $0 >= 0 && $0 < limit }
  }

  func subnetwork(_ number: Int, _ topology: Topology) -> SubnetworkLabels.Subnetwork {
    let choice = tiers[Int(choices[number])]
    let functions = choice.tier.traceConfiguration?.functions ?? []
    let name = names[number] ?? ""
    return SubnetworkLabels.Subnetwork(
      number: number,
      name: name,
      tierName: choice.tier.name,
      domainNetworkName: choice.domainNetwork.name,
      controllers: controllerStarts.range(number).map { place in
        SubnetworkController(
          feature: topology.network.feature(ordinal: controllers[place]),
          terminal: Int(terminals[place]),
          subnetworkName: name,
          tierName: controllerTiers[place]
        )
      },
      functions: zip(functions, valueStarts.range(number)).map { function, place in
        TraceFunctionOutput(function: function, value: areValues[place] == 0 ? nil : values[place])
      },
      warnings: warningStarts.range(number).compactMap { place in
        guard let code = warningCodes[place].flatMap({ TraceWarning.Code(rawValue: $0) }) else {
          return nil
        }
        return TraceWarning(code: code, message: warnings[place] ?? "")
      }
    )
  }

  /// The subnetworks whose traces have visited a feature, in the order of numbers.
  func codes(of feature: Int32) -> [LabelCode] {
    guard Int(feature) < featureStarts.rowCount else { return [] }
    return codes.copied(featureStarts.range(Int(feature))).map { LabelCode(rawValue: $0) }
      .filter { $0.number >= 0 && $0.number < count }
  }

  // MARK: Image

  /// Reads the subnetworks of a topology from an image.
  init(_ topology: Topology, from image: inout ImageReader) throws(ImageError) {
    tiers = topology.tierChoices
    choices = try image.read("tiers")
    names = try image.read("names")
    controllerStarts = try image.read("controllerStarts")
    controllers = try image.read("controllers")
    terminals = try image.read("terminals")
    controllerTiers = try image.read("controllerTiers")
    valueStarts = try image.read("valueStarts")
    values = try image.read("values")
    areValues = try image.read("areValues")
    warningStarts = try image.read("warningStarts")
    warningCodes = try image.read("warningCodes")
    warnings = try image.read("warnings")
    memberStarts = try image.read("memberStarts")
    members = try image.read("members")
    borderStarts = try image.read("borderStarts")
    border = try image.read("border")
    featureStarts = try image.read("featureStarts")
    codes = try image.read("codes")
    let ofSubnetworks = [controllerStarts, valueStarts, warningStarts, memberStarts, borderStarts]
    let featureCount = topology.network.base.featureCount
    guard names.count == choices.count, ofSubnetworks.allSatisfy({ $0.rowCount == choices.count }),
      choices.allSatisfy({ $0 >= 0 && $0 < tiers.count }), featureStarts.rowCount == featureCount,
      featureStarts.elementCount == codes.count, controllerStarts.elementCount == controllers.count,
      terminals.count == controllers.count, terminals.allSatisfy({ $0 >= 0 }),
      controllerTiers.count == controllers.count,
      controllers.allSatisfy({ $0 >= 0 && $0 < featureCount }),
      valueStarts.elementCount == values.count, areValues.count == values.count,
      warningStarts.elementCount == warnings.count, warningCodes.count == warnings.count,
      memberStarts.elementCount == members.count, borderStarts.elementCount == border.count
    else { throw ImageError("The labels of subnetworks do not fit the network.") }
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(choices, "tiers")
    try image.write(names, "names")
    try image.write(controllerStarts, "controllerStarts")
    try image.write(controllers, "controllers")
    try image.write(terminals, "terminals")
    try image.write(controllerTiers, "controllerTiers")
    try image.write(valueStarts, "valueStarts")
    try image.write(values, "values")
    try image.write(areValues, "areValues")
    try image.write(warningStarts, "warningStarts")
    try image.write(warningCodes, "warningCodes")
    try image.write(warnings, "warnings")
    try image.write(memberStarts, "memberStarts")
    try image.write(members, "members")
    try image.write(borderStarts, "borderStarts")
    try image.write(border, "border")
    try image.write(featureStarts, "featureStarts")
    try image.write(codes, "codes")
  }
}

/// A subnetwork as it was traced, with the other features that the trace visited.
package struct LabelRecord: Sendable {
  /// The number of its tier among those of all domain networks.
  let choice: Int32
  package let subnetwork: SubnetworkLabels.Subnetwork
  /// The ordinals of its features, in the order in which they were reached.
  package let members: [Int32]
  /// The ordinals of features visited outside the subnetwork, such as an open switch at its end; when one of them
  /// changes, the subnetwork may change.
  package let border: [Int32]
}

extension LabelRecord {
  init(_ topology: Topology, _ job: SubnetworkJob, _ result: TraceResult, number: Int) {
    choice = Int32(job.choicePlace)
    subnetwork = SubnetworkLabels.Subnetwork(topology, job, result, number: number)
    var explored: Set<Int32> = []
    for case .walk(let finder) in result.stopSources { explored.formUnion(finder.exploredFeatures) }
    var seen: Set<Int32> = []
    members = result.elements.codes.map { topology.featureOrdinal($0) }.filter {
      seen.insert($0).inserted
    }
    border = explored.subtracting(seen).sorted()
  }

  /// The work of tracing some subnetworks of all tiers, each under a number.
  static func tracing(
    _ topology: Topology,
    _ jobs: [SubnetworkJob],
    numbers: [Int]
  ) -> SubnetworkTracing<LabelRecord> {
    SubnetworkTracing(topology, jobs) { place, result in
      LabelRecord(topology, jobs[place], result, number: numbers[place])
    }
  }

  /// The rows' entries for the subnetwork: the ordinal of each feature, and a code.
  var codes: [(feature: Int32, code: LabelCode)] {
    let number = subnetwork.number
    return members.map { ($0, LabelCode(number, isMember: true)) }
      + border.map { ($0, LabelCode(number, isMember: false)) }
  }
}

/// The number of a subnetwork in the row of a feature, and whether the feature belongs to it or was only visited.
struct LabelCode: Hashable, Comparable, Sendable {
  let rawValue: Int32

  init(rawValue: Int32) { self.rawValue = rawValue }

  init(_ number: Int, isMember: Bool) { rawValue = Int32(number) << 1 | (isMember ? 0 : 1) }

  var number: Int { Int(rawValue >> 1) }
  var isMember: Bool { rawValue & 1 == 0 }

  static func < (one: LabelCode, other: LabelCode) -> Bool { one.rawValue < other.rawValue }
}

/// The positions at which rows begin in a column that holds them one after the other.
struct RowStarts: Sendable {
  private let starts: Column<Int32>

  /// Creates the starts of rows with these numbers of elements.
  init(counts: some Sequence<Int>) {
    var starts: Column<Int32> = [0]
    var end: Int32 = 0
    for count in counts {
      end += Int32(count)
      starts.append(end)
    }
    self.starts = starts
  }

  var rowCount: Int { starts.count - 1 }

  var elementCount: Int { Int(starts[rowCount]) }

  /// The elements of a row; empty when they exceed the column.
  func range(_ row: Int) -> Range<Int> {
    let (start, end) = (Int(starts[row]), Int(starts[row + 1]))
    return start >= 0 && start <= end && end <= elementCount ? start..<end : 0..<0
  }
}

extension RowStarts: ImagePart {
  init(from image: inout ImageReader) throws(ImageError) {
    starts = try image.read("starts")
    guard starts.first == 0, starts[starts.count - 1] >= 0 else {
      throw ImageError("The starts of the rows are damaged.")
    }
  }

  func write(to image: inout ImageWriter) throws(ImageError) { try image.write(starts, "starts") }
}
