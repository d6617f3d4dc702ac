import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes a report on a network: pages with maps and tables, to be read or printed.",
    discussion: """
      The folder gets index.html and, linked from it, pages of the subnetworks, ways and distances, \
      segments, containers and associations, and what validation finds. The pages hold their maps: there \
      is no script, and nothing is fetched. Each prints on paper of size A4 across.

      A network whose data is wrong has a report too, which tells what is wrong.

      JSON: {folder, pages[{file, title, bytes}]}.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The folder for the pages; it is made when there is none.")
  var folder: String
  @Flag(help: "Replace pages that exist.")
  var force = false
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    var problems: [NetworkProblem] = []
    let stored = try await input.open(tolerating: &problems)
    // Not earlier: a network that cannot be opened must not leave an empty folder.
    try makeFolder()
    let files = try ReportPage.Name.allCases.map { name in
      let path = "\(folder)/\(name.file)"
      try input.checkOutput(path, option: "folder")
      return try OutputFile(path, replacing: force)
    }
    let index = try await input.index(StoredSnapshot(stored))
    let tolerated = problems
    let pages = try await withProgress("Reporting on \(input.name)") { bar in
      try await NetworkReport(
        index,
        named: input.name,
        tolerated: tolerated,
        progress: bar.share
      ).pages()
    }
    var told: [JSONValue] = []
    for (page, file) in zip(pages, files) {
      let bytes = Array(page.html.utf8)
      try file.sink.write(bytes)
      told.append(
        .object([
          "file": .string(file.path), "title": .string(page.name.title),
          "bytes": .integer(bytes.count),
        ])
      )
    }
    // All pages or none: a cancelled report leaves no file.
    try Task.checkCancellation()
    for file in files { try file.publish() }
    if json {
      try JSONValue.object(["folder": .string(folder), "pages": .array(told)]).print()
    } else {
      try printLines(["Open \(folder)/\(ReportPage.Name.index.file) in a browser."])
    }
  }

  private func makeFolder() throws {
    guard !folder.isEmpty else { throw Failure.usage("The name of the folder is empty.") }
    guard !FolderArgument.isFolder(folder) else { return }
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(folder) is a file: a folder was expected.",
        file: folder
      )
    }
    do {
      // The parent folder has to exist: a typing error must not create a tree of folders.
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: folder),
        withIntermediateDirectories: false
      )
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(folder) cannot be made: \(error.localizedDescription)",
        file: folder
      )
    }
  }
}
