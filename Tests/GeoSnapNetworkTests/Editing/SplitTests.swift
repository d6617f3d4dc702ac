import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

/// A main with a length, a device along it and a container around it.
private struct LineFixture {
  static let main = GlobalID(high: 1, low: 1)
  static let device = GlobalID(high: 1, low: 2)
  static let trench = GlobalID(high: 1, low: 3)
  static let cable = GlobalID(high: 1, low: 4)
  static let ends = GlobalID(high: 1, low: 5)

  static let lineFields = [
    AttributeField("LENGTH", .real), AttributeField("COUNT", .integer),
    AttributeField("NAME", .text),
    AttributeField("FROMDEVICETERMINAL", .integer), AttributeField("TODEVICETERMINAL", .integer),
  ]

  static let definition: NetworkDefinition = {
    func type(_ usage: NetworkSourceUsage) -> AssetType {
      AssetType(
        code: 1,
        name: "Type",
        associationRole: usage == .structureLine ? .container : .none,
        splitsContent: usage == .structureLine,
        connectivityPolicy: usage.elementKind == .edge ? .anyVertex : nil
      )
    }
    let trenches = NetworkSource(4, "StructureLine", .structureLine, [type(.structureLine)])
    let devices = NetworkSource(6, "Device", .device, [type(.device)])
    let lines = NetworkSource(9, "Line", .line, [type(.line)])
    let attributes = [("Length", NetworkAttribute.DataType.double), ("Count", .integer)]
      .enumerated().map { number, attribute in
        NetworkAttribute(
          id: number + 1,
          name: attribute.0,
          dataType: attribute.1,
          isApportionable: true,
          assignments: [.init(sourceID: 9, fieldName: attribute.0.uppercased())]
        )
      }
    return NetworkDefinition(
      domainNetworks: [.structure(trenches), DomainNetwork("Domain", devices, lines)],
      networkAttributes: attributes
    )
  }()

  static func network(_ line: String = "LINESTRING Z (0 0 0, 10 0 10)") throws -> EditedNetwork {
    let values: [AttributeValue] = [.real(20), .integer(7), .text("M 1"), .integer(3), .integer(4)]
    func end(_ source: Int, _ id: GlobalID) -> Association.End {
      .init(sourceID: source, globalID: id)
    }
    let types = [4, 6, 9].map { AssetTypeID($0) }
    let tables = [
      try FeatureTable("StructureLine", source: 4, [(trench, "LINESTRING (0 0, 10 0)", [])]),
      try FeatureTable("Device", source: 6, [(device, "POINT (7 5)", [])]),
      try FeatureTable("Line", source: 9, fields: lineFields, [(main, line, values)]),
    ]
    let associations = [
      Association(
        globalID: ends,
        kind: .junctionMidspanConnectivity,
        from: end(6, device),
        to: end(9, main),
        fractionAlongEdge: 0.7
      ),
      Association(globalID: cable, kind: .containment, from: end(4, trench), to: end(9, main)),
    ]
    let rules = [
      NetworkRule(1, .junctionEdge, types[1], types[2]),
      NetworkRule(2, .containment, types[0], types[2]),
    ]
    let network = try UtilityNetwork(definition, tables, associations, rules: rules)
    return try EditedNetwork(network).after(.setOrigin(.globalID(main), "pipe/1"))
  }
}

@Suite("Splitting and merging lines, as edits of a transaction")
struct SplitTests {
  private let main = FeatureKey.globalID(LineFixture.main)
  private let piece = GlobalID(high: 2, low: 1)

  private func geometry(_ network: EditedNetwork, _ id: GlobalID) -> String? {
    network.feature(globalID: id).flatMap { network.geometry(of: $0)?.wkt }
  }

  private func values(_ network: EditedNetwork, _ id: GlobalID) throws -> [AttributeValue] {
    let feature = try #require(network.feature(globalID: id))
    return try #require(network.feature(feature)).attributes
  }

  @Test("A line is split: geometry, lengths, terminals, associations")
  func split() throws {
    let network = try LineFixture.network()
    let place = SplitPlace(c(4, 0.0005), terminalBefore: 5, terminalAfter: 6)
    let commit = try network.committing(
      NetworkTransaction("Split", [.splitLine(main, at: [place], newIDs: [piece])])
    )
    let after = commit.after
    // The longer piece keeps the id; the vertex is the place to the last bit.
    #expect(geometry(after, LineFixture.main) == "LINESTRING Z (4 0.0005 4, 10 0 10)")
    #expect(geometry(after, piece) == "LINESTRING Z (0 0 0, 4 0.0005 4)")
    let (kept, new) = (try values(after, LineFixture.main), try values(after, piece))
    #expect(kept[1...] == [.integer(4), .text("M 1"), .integer(6), .integer(4)])
    #expect(new[1...] == [.integer(3), .text("M 1"), .integer(3), .integer(5)])
    guard case .real(let long) = kept[0], case .real(let short) = new[0] else {
      return #expect(Bool(false), "\(kept) \(new)")
    }
    #expect(abs(long - 12) < 1e-6 && abs(short - 8) < 1e-6)
    let line = try #require(after.feature(globalID: piece))
    #expect(after.origin(of: line) == "pipe/1")
    // The device stays at its place: 7 of 10 is 3 of the 6 that are left.
    let joined = try #require(after.association(globalID: LineFixture.ends))
    #expect(joined.to.globalID == LineFixture.main)
    let fraction = try #require(joined.fractionAlongEdge)
    #expect(abs(fraction - 0.5) < 1e-6)
    // Both pieces are in the trench.
    #expect(
      after.associations(of: line, kind: .containment).map(\.from.globalID) == [LineFixture.trench]
    )
    #expect(after.associations.count { $0.kind == .containment } == 2)
    // What was done is written out, can be read back as JSON and undone.
    let data = try JSONEncoder().encode(commit.transaction)
    let read = try JSONDecoder().decode(NetworkTransaction.self, from: data)
    #expect(read == commit.transaction)
    let undone = try after.replaying(commit.inverse, undoing: commit.transaction).after
    #expect(geometry(undone, LineFixture.main) == "LINESTRING Z (0 0 0, 10 0 10)")
    #expect(undone.feature(globalID: piece) == nil)
    #expect(Set(undone.associations) == Set(network.associations))
  }

  @Test("A junction that is associated with the place itself joins both pieces")
  func splitAtAssociation() throws {
    let network = try LineFixture.network()
    let after = try network.after(.splitLine(main, at: [SplitPlace(c(7, 0))], newIDs: [piece]))
    let device = try #require(after.feature(globalID: LineFixture.device))
    let joined = after.associations(of: device)
    #expect(joined.count == 2)
    #expect(
      joined.map { "\($0.kind.name) \($0.to.globalID == piece)" }.sorted() == [
        "junctionEdgeFromConnectivity false", "junctionEdgeToConnectivity true",
      ]
    )
  }

  @Test("What was split and is merged is as before, whichever piece survives, turned round or not")
  func merge() throws {
    let network = try LineFixture.network()
    let split = try network.after(.splitLine(main, at: [SplitPlace(c(7, 0))], newIDs: [piece]))
    for survivor in [LineFixture.main, piece] {
      for turns in [false, true] {
        var state = split
        let other = survivor == piece ? LineFixture.main : piece
        if turns {
          let feature = try #require(state.feature(globalID: other))
          let turned = try #require(state.geometry(of: feature)).reversed()
          // The terminals change ends with it.
          let values = try #require(state.feature(feature)).attributes
          let joined = state.associations(of: feature).filter(\.kind.isConnectivity)
          let replaced = joined.flatMap { old in
            [
              NetworkEdit.deleteAssociation(old.globalID),
              .insertAssociation(
                NewAssociation(
                  old.kind == .junctionEdgeFromConnectivity
                    ? .junctionEdgeToConnectivity : .junctionEdgeFromConnectivity,
                  old.from.globalID,
                  old.to.globalID
                )
              ),
            ]
          }
          let terminals = ["FROMDEVICETERMINAL": values[4], "TODEVICETERMINAL": values[3]]
          let edits: [NetworkEdit] = [
            .setGeometry(.globalID(other), turned), .setAttributes(.globalID(other), terminals),
          ]
          state = try state.committing(NetworkTransaction("", edits + replaced)).after
        }
        let commit = try state.committing(
          NetworkTransaction("", [.mergeLines(.globalID(survivor), with: .globalID(other))])
        )
        let after = commit.after
        let words: Comment = "\(survivor == piece) \(turns)"
        #expect(after.feature(globalID: other) == nil, words)
        #expect(geometry(after, survivor) == "LINESTRING Z (0 0 0, 7 0 7, 10 0 10)", words)
        let merged = try values(after, survivor)
        #expect(merged[1...] == [.integer(7), .text("M 1"), .integer(3), .integer(4)], words)
        guard case .real(let length) = merged[0] else { continue }
        #expect(abs(length - 20) < 1e-9, words)
        let line = try #require(after.feature(globalID: survivor))
        let held = after.associations(of: line)
        #expect(held.count == 2, words)
        let midspan = held.first { $0.kind == .junctionMidspanConnectivity }
        #expect(abs((midspan?.fractionAlongEdge ?? 0) - 0.7) < 1e-9, words)
        // And back.
        let undone = try after.replaying(commit.inverse, undoing: commit.transaction).after
        #expect(Set(undone.associations) == Set(state.associations), words)
      }
    }
  }

  @Test("A container that splits its content takes the lines in it along")
  func splitContainer() throws {
    let network = try LineFixture.network()
    let place = SplitPlace(c(6, 0))
    let trench = FeatureKey.globalID(LineFixture.trench)
    let after = try network.after(.splitLine(trench, at: [place], newIDs: [piece]))
    let lines = after.features(table: 2)
    #expect(lines.count == 2)
    for line in lines {
      let held = after.associations(of: line, kind: .containment)
      #expect(held.count == 1)
      let holder = try #require(held.first.flatMap { after.feature(globalID: $0.from.globalID) })
      // Each piece is in the piece of the trench that it lies along.
      #expect(after.geometry(of: holder)?.envelope == after.geometry(of: line)?.envelope)
    }
  }

  @Test("A line of one segment stays in both pieces of the container that it runs along")
  func linearContent() throws {
    // Split so that the content, of one segment, is not: it begins beside the container.
    let network = try LineFixture.network("LINESTRING Z (0 0.5 0, 10 0.5 10)")
    let trench = FeatureKey.globalID(LineFixture.trench)
    let after = try network.after(.splitLine(trench, at: [SplitPlace(c(3, 0))], newIDs: [piece]))
    let line = try #require(after.feature(globalID: LineFixture.main))
    let holders = after.associations(of: line, kind: .containment).map(\.from.globalID)
    #expect(Set(holders) == [LineFixture.trench, piece])
    #expect(after.features(table: 2).count == 1)
  }

  @Test("A piece that would be one place is refused")
  func shortPiece() throws {
    let network = try LineFixture.network("LINESTRING Z (0 0 0, 0.0008 0 0, 10 0 10)")
    for x in [0.0008, 0.0016] {
      let split = NetworkEdit.splitLine(main, at: [SplitPlace(c(x, 0))])
      #expect(
        refusal { () throws(TransactionError) in _ = try network.after(split) } == ["wrongPlace"]
      )
    }
  }

  @Test("A vertex is inserted where there is none, in lines and areas")
  func vertex() throws {
    let network = try LineFixture.network("LINESTRING Z (0 0 0, 10 0 10, 10 10 0)")
    func after(_ place: Coordinate) throws -> NetworkCommit {
      try network.committing(NetworkTransaction("", [.insertVertex(main, at: place)]))
    }
    let new = try after(c(10, 2.5))
    #expect(
      geometry(new.after, LineFixture.main)
        == "LINESTRING Z (0 0 0, 10 0 10, 10 2.5 7.5, 10 10 0)"
    )
    #expect(try after(c(10.0004, 0)).transaction.edits.isEmpty)
  }

  @Test("What cannot be split or merged is refused with its reason, and nothing is done")
  func refused() throws {
    let network = try LineFixture.network()
    func codes(_ edits: NetworkEdit...) -> [String] {
      do {
        _ = try network.committing(NetworkTransaction("", edits))
        return []
      } catch {
        for problem in error.problems { #expect(problem.message.hasSuffix("."), "\(problem)") }
        return error.problems.map(\.code.rawValue)
      }
    }
    let far = SplitPlace(c(4, 3))
    let end = SplitPlace(c(10, 0.0001))
    let inner = SplitPlace(c(4, 0))
    let device = FeatureKey.globalID(LineFixture.device)
    for places in [[far], [end], [], [SplitPlace(c(.nan, 0))]] {
      #expect(codes(.splitLine(main, at: places)) == ["wrongPlace"])
    }
    #expect(codes(.splitLine(device, at: [inner])) == ["wrongGeometry"])
    #expect(codes(.splitLine(main, at: [inner], newIDs: [LineFixture.device])) == ["globalIDInUse"])
    #expect(codes(.insertVertex(device, at: inner.location)) == ["wrongGeometry"])
    #expect(codes(.insertVertex(main, at: far.location)) == ["wrongPlace"])
    #expect(codes(.mergeLines(main, with: main)) == ["notMergeable"])
    #expect(codes(.mergeLines(main, with: device)) == ["notMergeable"])
    #expect(codes(.mergeLines(main, with: .globalID(piece))) == ["unknownFeature"])
    #expect(codes(.splitLine(main, at: [inner]), .splitLine(main, at: [inner])) == ["wrongPlace"])
  }

  @Test("Split, merge and insertVertex are read from JSON, and what is wrong there is told")
  func json() throws {
    func edit(_ text: String) throws -> NetworkEdit {
      try JSONDecoder().decode(NetworkEdit.self, from: Data(text.utf8))
    }
    let id = "\(LineFixture.main)"
    let split = try edit(
      #"{"split": "\#(id)", "at": "MULTIPOINT ((1 2), (3 4))", "terminals": [[1, null], [null, 2]]}"#
    )
    let places = [SplitPlace(c(1, 2), terminalBefore: 1), SplitPlace(c(3, 4), terminalAfter: 2)]
    #expect(split == .splitLine(main, at: places))
    let edits: [NetworkEdit] = [
      split, .insertVertex(main, at: c(1, 2)),
      .mergeLines(main, with: .row(table: "Line", rowID: 7)),
      .splitLine(main, at: [SplitPlace(c(0.1, 2))], newIDs: [piece]),
      .insertVertex(main, at: c(1, 2), z: 7),
      .splitLine(main, at: [SplitPlace(c(1, 2), z: 7), SplitPlace(c(3, 4))]),
    ]
    let data = try JSONEncoder().encode(edits)
    #expect(try JSONDecoder().decode([NetworkEdit].self, from: data) == edits)
    for wrong in [
      #"{"split": "\#(id)"}"#, #"{"split": "\#(id)", "at": "LINESTRING (0 0, 1 1)"}"#,
      #"{"split": "\#(id)", "at": "POINT (1 2)", "terminals": [[1]]}"#,
      #"{"insertVertex": "\#(id)", "at": "MULTIPOINT ((1 2), (3 4))"}"#, #"{"merge": "\#(id)"}"#,
      #"{"split": "\#(id)", "at": "POINT (1 2)", "globalIDs": ["7"]}"#,
    ] { #expect(throws: DecodingError.self, "\(wrong)") { try edit(wrong) } }
  }

  @Test("What is split at random and merged again is the network that was")
  func random() throws {
    let rounds: UInt64 = Extent.count(100, long: 1_000, full: 20_000)
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let network = try LineFixture.network(
        "LINESTRING Z (0 0 0, 3 0 1, \(4 + generator.int(0...3)) 5 2, 20 \(generator.int(-5...5)) 3)"
      )
      let geometry = try #require(
        network.feature(globalID: LineFixture.main).flatMap { network.geometry(of: $0) }
      )
      let fractions = (0..<generator.int(1...4)).map { _ in Double(generator.int(1...99)) / 100 }
      let places = fractions.compactMap {
        try? geometry.linearLocation(atFraction: $0).map { SplitPlace($0.coordinate) }
      }
      let split = try network.after(.splitLine(main, at: places))
      let pieces = split.features(table: 2)
      #expect(pieces.count == Set(fractions).count + 1, "seed \(seed)")
      let lengths = pieces.map { split.geometry(of: $0)?.length ?? 0 }
      #expect(abs(lengths.reduce(0, +) - geometry.length) < 1e-6, "seed \(seed)")
      var merged = split
      while true {
        let lines = merged.features(table: 2)
        guard lines.count > 1 else { break }
        let ids = lines.shuffled(using: &generator).compactMap { merged.globalID(of: $0) }
        var next: EditedNetwork?
        for other in ids.dropFirst() where next == nil {
          next = try? merged.after(.mergeLines(.globalID(ids[0]), with: .globalID(other)))
        }
        merged = try #require(next, "seed \(seed)")
      }
      let line = try #require(merged.features(table: 2).first)
      let now = try #require(merged.geometry(of: line))
      #expect(abs(now.length - geometry.length) < 1e-6, "seed \(seed)")
      let same = [now.coordinates.first, now.coordinates.last]
      #expect(same == [geometry.coordinates.first, geometry.coordinates.last], "seed \(seed)")
      let feature = try #require(merged.feature(line))
      #expect(feature.attributes[1...] == [.integer(7), .text("M 1"), .integer(3), .integer(4)])
      let kinds = merged.associations(of: line).map(\.kind.rawValue).sorted()
      #expect(kinds == [2, 5], "seed \(seed)")
    }
  }
}
