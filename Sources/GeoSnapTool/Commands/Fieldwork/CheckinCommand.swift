import ArgumentParser
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct CheckinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkin",
    abstract: "Brings back what was edited in a file that `geosnap checkout` has made.",
    discussion: """
      Each step of the file that is done, and was not undone, becomes a commit in the database under the same name, by \
      the user who checks in. NETWORK is needed when the database has another address than the file says, or one with a \
      password.

      A step is in conflict when a feature or association that it names was changed in the database since the \
      checkout: stderr says by whom and when, and what each side did. The rules of the database refuse steps as they \
      refuse edits. Nothing at all is written then; with --skip-conflicts the others are, and the rest stays in the \
      file for another try. A step that needs one which stays waits with it. A check-in that was cut off can be \
      repeated: no step is done twice. Steps that were added to the file since are brought back by another check-in.

      It ends with 65 when a step is held up.

      JSON: {file, network, checkout, revision, isComplete, isRedefined, checkedIn, written, steps[{number, name, \
      time, outcome, revision, after, conflicts[{edit, row, author, time, name, message}], problems[{code, number, \
      edit, table, row, message}]}]}; outcome is done, doneBefore, unchanged, possible, conflict, refused or waits; \
      revision is that of the database, or null; after is the step that it waits for, or null; isRedefined says that \
      the network has another definition or other rules than when it was checked out; checkedIn is when an earlier \
      check-in had brought back all, or null.
      """
  )

  @Argument(help: "The file that was checked out.", completion: Completions.network)
  var file: String
  @Argument(
    help:
      "The network: postgresql://USER@HOST/DATABASE?schema=NAME; where the file came from unless given.",
    completion: Completions.network
  )
  var network: String?
  @Flag(help: "Tell what would be done, and write nothing.")
  var check = false
  @Flag(help: "Bring back those steps that nothing is in the way of.")
  var skipConflicts = false
  @Flag(help: "Carry out steps after which something new meets and may not connect.")
  var allowUnconnected = false
  @Option(help: NetworkArgument.imageHelp)
  var image: String?
  @Option(parsing: .unconditional, help: "How many seconds to wait for other programs.")
  var timeout = 10.0
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard timeout >= 0, timeout <= 86_400 else {
      throw ValidationError("--timeout is a number of seconds from 0 to 86400.")
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
      let output = CheckInOutput(checkIn, file)
      if checkIn.isRedefined {
        note(
          "The network has another definition, or other rules, than when it was checked out: steps have to pass these."
        )
      }
      if json { try output.document.print() } else { try printLines(output.lines) }
      if let failure = output.failure { throw failure }
    } catch let error as StoreError {
      throw input.failure(of: error)
    } catch let error as IndexError {
      throw input.failure(of: error)
    }
  }
}
