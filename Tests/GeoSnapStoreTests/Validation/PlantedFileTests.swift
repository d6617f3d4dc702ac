import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Errors planted in a file with SQL", .long)
struct PlantedFileTests {
  /// What plants eight errors, given a query of so many features or associations.
  struct Case: CustomTestStringConvertible, Sendable {
    let code: NetworkErrorCode
    /// A query of the global ids of the features that must be found, in order.
    let planted: String
    /// SQL that plants them.
    let sql: String

    var testDescription: String { "\(code): \(sql)" }
  }

  private static let eight = "ORDER BY GLOBALID LIMIT 8"

  private static func rows(_ table: String, _ condition: String = "1") -> String {
    "SELECT GLOBALID FROM \(table) WHERE \(condition) \(eight)"
  }

  private static func update(_ code: NetworkErrorCode, _ table: String, _ set: String) -> Case {
    let rows = rows(table)
    return Case(
      code: code,
      planted: rows,
      sql: "UPDATE \(table) SET \(set) WHERE GLOBALID IN (\(rows))"
    )
  }

  private static let contained = rows("un_associations", "ASSOCIATIONTYPE = 2")
  private static let claimColumns =
    ["FROMASSETGROUP", "FROMASSETTYPE", "TOASSETGROUP", "TOASSETTYPE"]
    .map { "ALTER TABLE un_associations ADD COLUMN \($0) INTEGER;" }.joined()

  static let cases: [Case] = [
    update(.wrongDataType, "PipelineDevice", "DEVICESTATUS = 'open'"),
    update(.wrongDataType, "ElectricLine", "PHASESCURRENT = 2.5"),
    update(.wrongDataType, "ElectricLine", "FROMDEVICETERMINAL = 'first'"),
    update(.wrongDataType, "PipelineLine", "SHAPE = 'here'"),
    update(.wrongDataType, "ElectricLine", "ASSETGROUP = 'thick'"),
    update(.emptyGeometry, "PipelineLine", "SHAPE = NULL"),
    update(.unknownAssetGroup, "ElectricLine", "ASSETGROUP = 4711"),
    update(.unknownAssetGroup, "ElectricLine", "ASSETGROUP = NULL"),
    update(.unknownAssetGroup, "StructureBoundary", "ASSETGROUP = 99999999999"),
    update(.invalidAssetType, "ElectricDevice", "ASSETTYPE = 4711"),
    update(.invalidAssetType, "PipelineDevice", "ASSETTYPE = NULL"),
    Case(
      code: .missingAssociatedFeature,
      planted: """
        SELECT TOGLOBALID FROM un_associations WHERE GLOBALID IN (\(contained)) \
        ORDER BY GLOBALID
        """,
      sql: """
        UPDATE un_associations SET FROMGLOBALID = '00000000-0000-0000-0000-000000000000' \
        WHERE GLOBALID IN (\(contained))
        """
    ),
    Case(
      code: .missingAssociatedFeature,
      planted: """
        SELECT FROMGLOBALID FROM un_associations WHERE GLOBALID IN (\(contained)) \
        ORDER BY GLOBALID
        """,
      sql: "UPDATE un_associations SET TOGLOBALID = NULL WHERE GLOBALID IN (\(contained))"
    ),
    Case(
      code: .inconsistentAssetType,
      planted: """
        SELECT TOGLOBALID FROM un_associations WHERE GLOBALID IN (\(contained)) ORDER BY GLOBALID
        """,
      sql: claimColumns
        + "UPDATE un_associations SET TOASSETTYPE = 4711 WHERE GLOBALID IN (\(contained))"
    ),
    Case(
      code: .inconsistentAssetType,
      planted: """
        SELECT FROMGLOBALID FROM un_associations WHERE GLOBALID IN (\(contained)) ORDER BY GLOBALID
        """,
      sql: claimColumns
        + "UPDATE un_associations SET FROMASSETGROUP = 4711 WHERE GLOBALID IN (\(contained))"
    ),
    Case(
      code: .invalidTerminal,
      planted: """
        SELECT FROMGLOBALID FROM un_associations WHERE GLOBALID IN \
        (\(rows("un_associations", "ASSOCIATIONTYPE = 1"))) ORDER BY GLOBALID
        """,
      sql: """
        UPDATE un_associations SET FROMTERMINALID = 77 WHERE GLOBALID IN \
        (\(rows("un_associations", "ASSOCIATIONTYPE = 1")))
        """
    ),
    Case(
      code: .noContainmentRule,
      planted: """
        SELECT FROMGLOBALID FROM un_associations WHERE GLOBALID IN \
        (\(rows("un_associations", "ASSOCIATIONTYPE = 3"))) ORDER BY GLOBALID
        """,
      sql: """
        UPDATE un_associations SET ASSOCIATIONTYPE = 2 WHERE GLOBALID IN \
        (\(rows("un_associations", "ASSOCIATIONTYPE = 3")))
        """
    ),
  ]

  @Test("Each is found at its feature and at no other", arguments: cases)
  func planted(_ change: Case) throws {
    let file = try TemporaryFile()
    try FileManager.default.copyItem(atPath: SampleFile.path, toPath: file.path)
    let planted = try file.texts(change.planted)
    #expect(planted.count == 8)
    try file.execute(change.sql)
    var problems: [NetworkProblem] = []
    let network = try GeoPackage.open(file.path, tolerating: &problems).network
    let validation = try NetworkValidation(network, tolerated: problems)
    let all = validation.errors.map(\.message).joined(separator: "\n")
    #expect(validation.errors.count == 8, "\(all)")
    #expect(validation.errors.allSatisfy { $0.code == change.code }, "\(all)")
    for text in planted {
      let feature = try #require(GlobalID(text).flatMap { network.feature(globalID: $0) })
      #expect(validation.status(of: feature) == .error, "\(text)")
    }
    // Whoever needs sound data gets none of it, unless that is only about rules or copies.
    let opened: [NetworkErrorCode] = [.emptyGeometry, .noContainmentRule, .inconsistentAssetType]
    if opened.contains(change.code) {
      _ = try GeoPackage.open(file.path, strict: true)
    } else {
      #expect(throws: StoreError.self) { try GeoPackage.open(file.path, strict: true) }
    }
  }

  @Test("What leaves no network is refused all the same")
  func damage() throws {
    for sql in [
      "DROP TABLE ElectricLine", "UPDATE un_definition SET DEFINITION = '{'",
      "ALTER TABLE un_rules RENAME COLUMN RULETYPE TO kind",
    ] {
      let file = try TemporaryFile()
      try FileManager.default.copyItem(atPath: SampleFile.path, toPath: file.path)
      try file.execute(sql)
      var problems: [NetworkProblem] = []
      #expect(throws: StoreError.self, "\(sql)") {
        try GeoPackage.open(file.path, tolerating: &problems)
      }
    }
  }

  @Test("Rows that are gone are noted, and what they leave behind is found")
  func deleted() throws {
    let file = try TemporaryFile()
    try FileManager.default.copyItem(atPath: SampleFile.path, toPath: file.path)
    let id = try #require(
      try file.texts("SELECT TOGLOBALID FROM un_associations WHERE ASSOCIATIONTYPE = 3 LIMIT 1")
        .first
    )
    let count = try file.texts(
      "SELECT GLOBALID FROM un_associations WHERE FROMGLOBALID = '\(id)' OR TOGLOBALID = '\(id)'"
    ).count
    try file.execute("DELETE FROM ElectricAssembly WHERE GLOBALID = '\(id)'")
    var problems: [NetworkProblem] = []
    let network = try GeoPackage.open(file.path, tolerating: &problems).network
    #expect(problems.count { $0.code == nil } == 1)
    let validation = try NetworkValidation(network, tolerated: problems)
    #expect(validation.errors.count == count)
    #expect(validation.errors.allSatisfy { $0.code == .missingAssociatedFeature })
  }
}

extension TemporaryFile {
  /// The texts that a query answers.
  func texts(_ sql: String) throws -> [String] { try read { try String.fetchAll($0, sql: sql) } }
}
