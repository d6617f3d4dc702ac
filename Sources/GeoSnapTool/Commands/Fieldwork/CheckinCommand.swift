import ArgumentParser
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct CheckinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkin",
    abstract: "Brings the edits in a file of `geosnap checkout` back into the database.",
    discussion: """
      Each step of the file that is not undone becomes a commit in the database with the same name, by the \
      user who checks in. Give NETWORK if the address of the database differs from the address in FILE, or \
      contains a password.

      A step is in conflict if a feature or association that it names was changed in the database since the \
      checkout: stderr lists both changes, with author and time. The rules of the database refuse steps as \
      they refuse edits. If a step is in conflict or refused, nothing is written; with --skip-conflicts, the \
      other steps are written. Steps in conflict and refused steps stay in the file for another try, and steps \
      that depend on them wait. You can repeat an interrupted check-in: no step is written twice. Another \
      check-in brings back the steps that you have added to the file since then.

      The exit code is 65 if a step is in conflict, refused or waiting.

      JSON: {file, network, checkout, revision, isComplete, isRedefined, checkedIn, written, steps[{number, \
      name, time, outcome, revision, after, conflicts[{edit, row, author, time, name, message}], \
      problems[{code, number, edit, table, row, message}]}]}; outcome is done, doneBefore, unchanged, \
      possible, conflict, refused or waits; revision is that of the database, or null; after is the step that \
      this step waits for, or null; isRedefined is true if the definition or the rules of the network have \
      changed since the checkout; checkedIn is the time of an earlier check-in of all steps, or null.
      """
  )

  @Argument(help: "The file that was checked out.", completion: Completions.network)
  var file: String
  @Argument(
    help:
      "The network: postgresql://USER@HOST/DATABASE?schema=NAME; by default, the network of the checkout.",
    completion: Completions.network
  )
  var network: String?
  @Flag(help: "Print the report, and write nothing.")
  var check = false
  @Flag(help: "Bring back the other steps if some are in conflict or refused.")
  var skipConflicts = false
  @Flag(help: "Accept steps whose features meet without connecting.")
  var allowUnconnected = false
  @Option(help: NetworkArgument.imageHelp)
  var image: String?
  @Option(parsing: .unconditional, help: "The maximum time to wait for other programs, in seconds.")
  var timeout = 10.0
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard timeout >= 0, timeout <= 86_400 else {
      throw ValidationError("--timeout must be a number of seconds from 0 to 86400.")
    }
  }

  func run() async throws {
    let input = NetworkArgument(path: network ?? file, image: image)
    do {
      let address = try network.map { text throws(StoreError) in try PostgresAddress(text) }
      let checkIn = try await withProgress("Checking in \(file)") {
        try await PostGIS.checkIn(
          file,
          into: address,
          isTrial: check,
          skipsConflicts: skipConflicts,
          allowsUnconnected: allowUnconnected,
          timeout: .seconds(timeout),
          images: input.images,
          progress: $0.share
        )
      }
      let output = CheckInOutput(checkIn: checkIn, path: file)
      if checkIn.isRedefined {
        note(
          "The definition or the rules of the network have changed since the checkout: the new definition and rules apply to the steps."
        )
      }
      try form.print(output.document, output.lines)
      if let failure = output.failure { throw failure }
    } catch let error as StoreError {
      throw input.failure(of: error)
    } catch let error as IndexError {
      throw input.failure(of: error)
    }
  }
}
