import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Completion in a shell")
struct CompletionTests {
  let file: FixtureFile

  init() throws { file = try FixtureFile() }

  /// What the program answers to a completion script of argument-parser, which asks as this does.
  private func offered(_ verb: String, _ argument: String, _ words: [String]) throws -> [String] {
    let last = words.last ?? ""
    let run = try CommandLineRun(
      ["---completion", verb, "--", argument, "\(words.count - 1)", "\(last.count)"] + words
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test("Sources, asset types and ids of the network on the line are offered")
  func names() throws {
    let line = ["geosnap", "identify", file.path, "--source"]
    let sources = try offered("identify", "--source", line + [""])
    #expect(sources.contains("PipelineLine") && sources.contains("survey_points"))
    #expect(try offered("identify", "--source", line + ["pipelined"]) == ["PipelineDevice"])
    let types = try offered(
      "snap",
      "--asset-type",
      ["geosnap", "snap", file.path, "--asset-type", "PipelineDevice/V"]
    )
    #expect(types == ["PipelineDevice/Valve/Gate"])
    let element = ["geosnap", "fraction", file.path, "--element"]
    #expect(try offered("fraction", "--element", element + [""]) == ["origin:", "row:"])
    #expect(
      Set(try offered("fraction", "--element", element + ["origin:pipe/"]))
        == ["origin:pipe/0", "origin:pipe/1"]
    )
    #expect(
      try offered("fraction", "--element", element + ["row:PipelineL"]) == ["row:PipelineLine/"]
    )
    let rows = try offered("fraction", "--element", element + ["row:PipelineLine/"])
    let network = try GeoPackage.open(file.path).network
    let lines = try #require(network.tables.first { $0.name == "PipelineLine" })
    #expect(Set(rows) == Set(lines.rowIDs.map { "row:PipelineLine/\($0)" }))
    let id = GasFixture.id(93).description
    #expect(
      try offered("show", "positional@1", ["geosnap", "show", file.path, String(id.prefix(20))])
        .contains(id)
    )
  }

  @Test("Without a network on the line, or with one that cannot be read, nothing is offered")
  func nothing() throws {
    #expect(try offered("identify", "--source", ["geosnap", "identify", "--source", ""]).isEmpty)
    let folder = try ScratchFolder()
    try Data("no network".utf8).write(to: folder.url("x.gpkg"))
    let words = ["geosnap", "identify", folder.path("x.gpkg"), "--source", ""]
    #expect(try offered("identify", "--source", words).isEmpty)
    #expect(
      try offered("identify", "--source", ["geosnap", "identify", "/no/such.gpkg", "--source", ""])
        .isEmpty
    )
  }

  @Test(
    "Scripts for bash, zsh and fish name verbs, options and files",
    arguments: ["bash", "zsh", "fish"]
  )
  func scripts(shell: String) throws {
    let run = try CommandLineRun(["--generate-completion-script", shell])
    #expect(run.exitCode == 0)
    for word in ["identify", "export", "tolerance", "gpkg", "---completion"] {
      #expect(run.output.contains(word), "\(shell): \(word)")
    }
  }

  @Test(
    "bash offers ids behind a colon when a colon breaks no words",
    .enabled(if: FileManager.default.fileExists(atPath: "/bin/bash"))
  )
  func bash() throws {
    let script = """
      PATH="$(dirname '\(CommandLineRun.program.path)'):$PATH"
      source <(geosnap --generate-completion-script bash)
      COMP_WORDBREAKS=${COMP_WORDBREAKS//:}
      COMP_WORDS=(geosnap show '\(file.path)' origin:pipe/); COMP_CWORD=3
      COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
      $(complete -p geosnap | sed 's/.*-F \\([^ ]*\\).*/\\1/') geosnap origin:pipe/ '\(file.path)'
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let offered = Set(text.split(separator: "\n").map { $0.filter { $0 != " " } })
    #expect(offered == ["origin:pipe/0", "origin:pipe/1"], "\(text) \(told)")
  }
}
