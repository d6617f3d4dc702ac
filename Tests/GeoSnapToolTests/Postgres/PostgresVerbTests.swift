import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Verbs asked of a database", TestDatabase.isThere)
struct PostgresVerbTests {
  private let folder: ScratchFolder
  private let schema: TemporarySchema
  private let file: FixtureFile
  private let address: String
  private let meter = GasFixture.id(91).description

  init() async throws {
    folder = try ScratchFolder()
    schema = try TemporarySchema("verbs & more")
    file = try FixtureFile()
    address = try TestDatabase.text(of: schema)
    try await NetworkPlace.file(file.path).copy(to: .database(schema.address))
  }

  private func edit(_ json: String, _ more: [String] = []) throws -> CommandLineRun {
    try CommandLineRun(["edit", address, "--transaction", "-"] + more, input: Array(json.utf8))
  }

  @Test(
    "The answers are those of a file",
    arguments: [
      ["info", "NETWORK"], ["list", "NETWORK", "PipelineLine"],
      ["identify", "NETWORK", "--at", "7,0", "--tolerance", "1"],
      ["snap", "NETWORK", "--at", "7,0.2", "--tolerance", "1"], ["graph", "NETWORK"],
      ["validate", "NETWORK"],
      ["trace", "NETWORK", "--type", "connected", "--start", "origin:valve/0"],
      ["subnetworks", "NETWORK"], ["export", "NETWORK", "-"],
      ["definition", "show", "NETWORK"], ["trace-config", "list", "NETWORK"],
      ["show", "NETWORK", "origin:valve/0"], ["find", "NETWORK", "valve"],
      ["associations", "NETWORK", "--element", "origin:valve/0"],
      ["convert", "NETWORK", "-", "--table", "survey_points"],
      ["validate", "geometry", "NETWORK", "--layer", "PipelineLine"],
    ]
  )
  func same(words: [String]) throws {
    func run(_ network: String) throws -> CommandLineRun {
      try CommandLineRun(words.map { $0 == "NETWORK" ? network : $0 })
    }
    let (one, other) = (try run(file.path), try run(address))
    #expect(one.exitCode == other.exitCode, "\(one.errors) \(other.errors)")
    #expect(one.exitCode <= 1, "\(one.errors)")
    let isNamed = ["info", "validate", "graph"].contains(words[0])
    if !isNamed { #expect(one.output == other.output) }
    #expect(one.output.count { $0 == "\n" } == other.output.count { $0 == "\n" })
  }

  @Test("Transactions are committed, listed with who did them, undone and redone")
  func edits() throws {
    let run = try edit(
      """
      [{"name": "Move the meter", "edits": [{"setGeometry": "\(meter)", "geometry": "POINT (1 2)"}]},
       {"name": "A point", "edits": [{"insert": "survey_points", "geometry": "POINT (7 7)"}]}]
      """
    )
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("committed revision 1  Move the meter: 1 edit, 1 feature touched"))
    let undo = try CommandLineRun(["edit", address, "--undo", "--json"]).json()
    #expect(undo["revision"] as? Int == 3)
    try schema.execute("UPDATE pipelinedevice SET origin = 'theirs' WHERE origin = 'valve/0'")
    let history = try CommandLineRun(["edit", address, "--history", "--json"]).json()
    #expect(history["canUndo"] as? Bool == true && history["canRedo"] as? Bool == true)
    let steps = try #require(history["steps"] as? [[String: Any]])
    #expect(steps.map { $0["name"] as? String } == ["Move the meter", "A point", "Changed by SQL"])
    #expect(steps.allSatisfy { ($0["author"] as? String)?.isEmpty == false })
    let listed = try CommandLineRun(["edit", address, "--history"])
    #expect(listed.output.contains("  by "))
    #expect(try CommandLineRun(["edit", address, "--redo"]).output.hasPrefix("redid revision 5"))
    #expect(try CommandLineRun(["edit", address, "--redo"]).exitCode == 65)
    let network = try PostGIS.open(schema.address).network
    let feature = try #require(network.feature(globalID: GasFixture.id(91)))
    #expect(network.geometry(of: feature)?.wkt == "POINT (1 2)")
  }

  @Test("What is drawn is joined to what lies there, as in a file, and --check writes nothing")
  func drawn() throws {
    let json = """
      [{"edits": [{"draw": "PipelineDevice", "assetGroup": 1, "assetType": 1, "globalID": "\(GasFixture.id(900))",
        "geometry": "POINT (7 0)"}]},
       {"edits": [{"setOrigin": "\(GasFixture.id(900))", "origin": "drawn"}]}]
      """
    let words = ["--transaction", "-", "--json"]
    for more in [["--check"], []] {
      var inFile = try CommandLineRun(["edit", file.path] + words + more, input: Array(json.utf8))
        .output
      var inDatabase = try CommandLineRun(
        ["edit", address] + words + more,
        input: Array(json.utf8)
      )
      .output
      inFile.replace(URL(fileURLWithPath: file.path).lastPathComponent, with: "")
      inDatabase.replace(schema.name, with: "")
      #expect(inFile == inDatabase)
    }
    let count = try schema.execute("SELECT count(*) FROM un_history")
    #expect(try NetworkStore(file.path).history().count == Int(count))
  }

  @Test("What is refused leaves with 65, what somebody else changed first with the code of a file")
  func refused() throws {
    let refused = try edit(#"{"edits": [{"delete": "\#(GasFixture.id(8))"}]}"#)
    #expect(refused.exitCode == 65 && refused.errors.contains("There is no feature"))
    let limit = try edit("{}", ["--history-limit", "3"])
    #expect(limit.exitCode == 64 && limit.errors.contains("does not go with a database"))
    let image = try CommandLineRun(["info", address, "--image", "beside"])
    #expect(image.exitCode == 64 && image.errors.contains("Nothing is beside a database"))
    let svg = try CommandLineRun(["export", file.path, address, "--format", "csv"])
    #expect(svg.exitCode == 64 && svg.errors.contains("name a file"), "\(svg.errors)")
    let nowhere = try CommandLineRun(["info", "\(address)2"])
    #expect(nowhere.exitCode == 66 && nowhere.errors.contains("holds no network"))
  }

  @Test("Trace configurations are saved, used and removed")
  func traceConfigurations() throws {
    let saved = try CommandLineRun(["trace-config", "save", address, "Mine", "--type", "upstream"])
    #expect(saved.exitCode == 0, "\(saved.errors)")
    let again = try CommandLineRun(["trace-config", "save", address, "MINE", "--description", "b"])
    #expect(again.exitCode == 0)
    let list = try CommandLineRun(["trace-config", "list", address])
    #expect(list.output == "1 trace configuration\n  MINE  any type  b\n")
    let removed = try CommandLineRun(["trace-config", "remove", address, "mine"])
    #expect(removed.output == "Removed MINE\n")
    #expect(try PostGIS.open(schema.address).traceConfigurations.isEmpty)
  }

  @Test("Names of subnetworks are written, into a field that is added as in a file")
  func subnetworkNames() throws {
    let inFile = try CommandLineRun(["subnetworks", file.path, "--write"])
    let inDatabase = try CommandLineRun(["subnetworks", address, "--write"])
    #expect(inFile.exitCode == inDatabase.exitCode, "\(inFile.errors) \(inDatabase.errors)")
    #expect(inFile.errors == inDatabase.errors && inFile.output == inDatabase.output)
    let difference = NaiveNetwork(try GeoPackage.open(file.path).network)
      .difference(from: EditedNetwork(try PostGIS.open(schema.address).network))
    #expect(difference == nil)
  }

  @Test("A definition is made into a network there")
  func definition() throws {
    let other = try TemporarySchema("made")
    let path = folder.path("definition.json")
    let shown = try CommandLineRun(["definition", "show", SampleFile.path, "--json"])
    try Data(shown.output.utf8).write(to: URL(fileURLWithPath: path))
    let target = try TestDatabase.text(of: other)
    let made = try CommandLineRun(["import", "definition", path, target])
    #expect(made.exitCode == 0 && made.output.contains("Made postgresql://"), "\(made.errors)")
    #expect(try CommandLineRun(["import", "definition", path, target]).exitCode == 64)
    let same = try PostGIS.open(other.address).network.definition
    #expect(try same == GeoPackage.readDefinition(of: SampleFile.path))
  }

  @Test("Names that a shell offers are those of a file")
  func names() throws {
    let (inFile, inDatabase) = (
      NetworkPlace.file(file.path), NetworkPlace.database(schema.address)
    )
    #expect(try inFile.tableNames() == inDatabase.tableNames())
    #expect(try inFile.readDefinition() == inDatabase.readDefinition())
    for prefix in ["origin:", "origin:v", "row:Pipe", "row:PipelineLine/", "0000", "%"] {
      let names = try inFile.featureNames(beginningWith: prefix)
      #expect(try Set(names) == Set(inDatabase.featureNames(beginningWith: prefix)))
    }
    #expect(try inFile.readOutline().envelope == inDatabase.readOutline().envelope)
  }
}

@Suite("Passwords in addresses")
struct PasswordTests {
  private static let secret = "S3cret-word"

  @Test(
    "A password is printed nowhere, whatever is wrong",
    arguments: [
      ["info", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a"],
      ["info", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a", "--json"],
      ["info", "postgresql://anna@127.0.0.1:1/town?password=S3cret-word&schema=a"],
      ["info", "postgresql://anna@127.0.0.1:1/town?pass%77ord=S3cret-word&schema=a"],
      ["info", "postgres://anna:x/S3cret-word@127.0.0.1:1/town"],
      ["info", "postgresql://anna:x?S3cret-word@127.0.0.1:1/town"],
      ["info", "postgresql://anna:x@S3cret-word@127.0.0.1:1/town"],
      ["info", "postgresql://anna:S3cret-word%zz@127.0.0.1:1/town"],
      ["info", "postgresql://anna:S3cret-word%00@127.0.0.1:1/town"],
      ["info", "postgresql://anna:12/S3cret-word@127.0.0.1:1/town"],
      ["info", "postgresql://anna:S3cret-word@127.0.0.1:port/town"],
      ["info", "a.gpkg", "postgresql://anna:S3cret-word@127.0.0.1:1/town"],
      ["postgresql://anna:S3cret-word@127.0.0.1:1/town"],
      ["info", "--image=none", "--nothing=postgresql://anna:S3cret-word@127.0.0.1:1/town"],
      [
        "edit", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a", "--history", "--timeout",
        "0",
      ],
      ["copy", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a", "b.gpkg"],
      [
        "copy", "postgresql://anna:S3cret-word@127.0.0.1:1/town",
        "postgresql://anna:S3cret-word@h/b",
      ],
      ["import", "epanet", "none.inp", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a"],
      ["definition", "show", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a"],
      ["image", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a"],
      ["demo", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a"],
      ["serve", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a", "--port", "x"],
      ["convert", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a", "-", "--table", "x"],
      ["export", "a.gpkg", "postgresql://anna:S3cret-word@127.0.0.1:1/town?schema=a"],
    ]
  )
  func failing(words: [String]) throws {
    let run = try CommandLineRun(words)
    #expect(run.exitCode == 66 || run.exitCode == 64, "\(run.exitCode) \(run.errors)")
    #expect(!(run.output + run.errors).contains(Self.secret), "\(run.output) \(run.errors)")
    #expect(!(run.output + run.errors).isEmpty)
  }

  @Test("A server that is not there leaves with 66 and says where it was looked for")
  func unreachable() throws {
    let run = try CommandLineRun(["info", "postgresql://anna:pw@127.0.0.1:1/town?schema=a"])
    #expect(run.exitCode == 66)
    #expect(run.errors.contains("postgresql://anna@127.0.0.1:1/town?schema=a"), "\(run.errors)")
  }

  @Test("A password that works is printed nowhere either", TestDatabase.isThere)
  func working() async throws {
    let schema = try TemporarySchema("secret")
    try await PostGIS.write(try GasFixture.network(), to: schema.address)
    let plain = try TestDatabase.text(of: schema)
    let address = try #require(
      plain.replacing("@", with: ":\(Self.secret)@", maxReplacements: 1) as String?
    )
    let meter = GasFixture.id(91)
    let transaction = #"{"edits": [{"setOrigin": "\#(meter)", "origin": "x"}]}"#
    let runs = [
      try CommandLineRun(["info", address]), try CommandLineRun(["info", address, "--json"]),
      try CommandLineRun(
        ["edit", address, "--transaction", "-", "--json"],
        input: Array(transaction.utf8)
      ),
      try CommandLineRun(["edit", address, "--history"]),
      try CommandLineRun(["validate", address]), try CommandLineRun(["report", address]),
      try CommandLineRun(["copy", address, "\(address)2", "--json"]),
      try CommandLineRun(["copy", address, address]),
      try CommandLineRun(["trace", address, "--type", "upstream", "--start", "origin:nobody"]),
    ]
    for run in runs {
      #expect(!(run.output + run.errors).contains(Self.secret), "\(run.output) \(run.errors)")
    }
    #expect(runs.map(\.exitCode).prefix(4) == [0, 0, 0, 0], "\(runs.map(\.errors))")
    _ = try? TemporarySchema.psql("DROP SCHEMA \"\(schema.name)2\" CASCADE")
    let written = try schema.execute("SELECT string_agg(h::text, '') FROM un_history AS h")
    #expect(!written.contains(Self.secret))
  }
}
