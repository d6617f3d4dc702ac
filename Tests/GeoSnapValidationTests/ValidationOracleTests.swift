import Foundation
import GeoSnap
import GeoSnapIndex
import GeoSnapTestSupport
import GeoSnapTopology
import Testing

@Suite("Validation of random networks")
struct ValidationOracleTests {
  static let codes: Set<NetworkErrorCode> = [
    .zeroLengthLine, .noVertexForConnection, .midspanConnectionForbidden, .multipartLine,
    .repeatedVertex, .stackedPoints,
  ]

  private static let rounds: UInt64 = Extent.count(50, long: 150, full: 5000)

  private static func network(_ seed: UInt64, side: ClosedRange<Int>) throws -> UtilityNetwork {
    var generator = SeededGenerator(seed: seed)
    return try RandomConnectedNetwork.network(size: 2...60, side: side, using: &generator)
  }

  @Test("Errors of place and shape are those of their definition")
  func equalsNaive() throws {
    var counts: [NetworkErrorCode: Int] = [:]
    for seed in 0..<Self.rounds {
      let network = try Self.network(seed, side: seed % 2 == 0 ? 3...24 : 1...6)
      let validation = try NetworkValidation(network, tolerance: .millimetre)
      let found = Set(
        validation.errors.filter { Self.codes.contains($0.code) }
          .map { NaiveValidation.Finding(code: $0.code, features: $0.features) }
      )
      let expected = NaiveValidation(network, .millimetre).findings
      try #require(
        found == expected,
        """
        seed \(seed): found only \(found.subtracting(expected)), expected only \
        \(expected.subtracting(found))
        """
      )
      for finding in expected { counts[finding.code, default: 0] += 1 }
    }
    for code in Self.codes {
      #expect(counts[code, default: 0] > 8 * Int(Self.rounds) / 150, "\(code) \(counts)")
    }
  }

  @Test("Rule gaps are as many as brute force counts")
  func gaps() throws {
    var total = 0
    for seed in 0..<Self.rounds {
      let network = try Self.network(seed, side: 2...7)
      let validation = try NetworkValidation(network, tolerance: .millimetre)
      let expected = Self.naiveGaps(network)
      let found = Dictionary(
        uniqueKeysWithValues: validation.ruleGaps.map {
          (Self.name($0.kind, $0.from, $0.to, $0.via), $0.count)
        }
      )
      try #require(found == expected, "seed \(seed)")
      total += found.values.reduce(0, +)
    }
    #expect(total > 7 * Int(Self.rounds))
  }

  private static func name(
    _ kind: NetworkRuleKind,
    _ from: AssetTypeID,
    _ to: AssetTypeID,
    _ via: AssetTypeID?
  ) -> String {
    func code(_ type: AssetTypeID) -> String {
      "\(type.sourceID).\(type.assetGroup).\(type.assetType)"
    }
    var sides = [code(from), code(to)]
    if kind == .edgeJunctionEdge || kind == .junctionJunction { sides.sort() }
    return "\(kind) \(sides) \(via.map(code) ?? "")"
  }

  private static func naiveGaps(_ network: UtilityNetwork) -> [String: Int] {
    var gaps: [String: Int] = [:]
    func type(_ feature: FeatureID) -> AssetTypeID? {
      network.tables[Int(feature.table)].assetTypeID(of: Int(feature.row))
    }
    func isEdge(_ id: AssetTypeID) -> Bool { network.assetType(id)?.source.elementKind == .edge }
    func add(_ kind: NetworkRuleKind, _ from: AssetTypeID, _ to: AssetTypeID, _ via: AssetTypeID?) {
      gaps[name(kind, from, to, via), default: 0] += 1
    }
    for problem in NaiveTopology.form(network, .millimetre).problems {
      let names = problem.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }
      let types = names.compactMap { network.features(origin: String($0.element)).first }
        .compactMap(type)
      if problem.hasPrefix("noJunctionBetweenLines") {
        // A line that meets itself elsewhere is one name only.
        add(.edgeJunctionEdge, types[0], types[types.count - 1], nil)
      } else if problem.hasPrefix("noConnectivityRule") {
        if types.count == 3 {
          add(.edgeJunctionEdge, types[0], types[2], types[1])
        } else if isEdge(types[0]) {
          add(.junctionEdge, types[1], types[0], nil)
        } else {
          add(.junctionJunction, types[0], types[1], nil)
        }
      }
    }
    for association in network.associations {
      guard let from = network.feature(globalID: association.from.globalID).flatMap(type),
        let to = network.feature(globalID: association.to.globalID).flatMap(type)
      else { continue }
      func isAllowed(_ kind: NetworkRuleKind) -> Bool {
        network.rules.contains {
          $0.kind == kind && $0.from.assetType == from && $0.to.assetType == to
        }
      }
      switch association.kind {
      case .containment: if !isAllowed(.containment) { add(.containment, from, to, nil) }
      case .attachment: if !isAllowed(.attachment) { add(.attachment, from, to, nil) }
      default:
        let usages = [from, to].compactMap { network.assetType($0)?.source.usage }
        guard usages.contains(.structureBoundary) else { continue }
        if association.kind == .connectivity {
          add(.junctionJunction, from, to, nil)
        } else {
          add(.junctionEdge, isEdge(from) ? to : from, isEdge(from) ? from : to, nil)
        }
      }
    }
    return gaps
  }
}
