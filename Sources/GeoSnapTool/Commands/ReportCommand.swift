import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes a report on a network: printable HTML pages with maps and tables.",
    discussion: """
      FOLDER gets index.html, which links to pages on subnetworks, paths and distances, segments, containers \
      and associations, and the results of validation. The pages contain their maps, have no scripts and \
      download nothing. They print on A4 paper in landscape format.

      If the data of the network is wrong, the report lists the problems.

      JSON: {folder, pages[{file, title, bytes}]}.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Argument(help: "The folder for the pages; it is created if missing.") var folder: String
  @Flag(help: "Replace existing pages.") var force = false
  @OptionGroup var form: JSONOption

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
      try await NetworkReport(index, named: input.name, tolerated: tolerated, progress: bar.share)
        .pages()
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
    try form.print(
      JSONValue.object(["folder": .string(folder), "pages": .array(told)]),
      ["Open \(folder)/\(ReportPage.Name.index.file) in a browser."]
    )
  }

  private func makeFolder() throws {
    guard !folder.isEmpty else { throw Failure.usage("The name of the folder is empty.") }
    guard !FolderArgument.isFolder(folder) else { return }
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw Failure.cannotOpen("\(folder) is a file: a folder was expected.", file: folder)
    }
    do {
      // The parent folder has to exist: a typing error must not create a tree of folders.
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: folder),
        withIntermediateDirectories: false
      )
    } catch {
      throw Failure.cannotOpen(
        "The folder \(folder) cannot be created: \(error.localizedDescription)",
        file: folder
      )
    }
  }
}
