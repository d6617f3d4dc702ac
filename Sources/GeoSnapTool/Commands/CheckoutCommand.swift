import ArgumentParser
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct CheckoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkout",
    abstract: "Copies part of a network from a database into a GeoPackage, for offline edits.",
    discussion: """
      The part is an extent, or the extent of a subnetwork. `geosnap subnetworks` lists the names of \
      subnetworks.

      FILE contains the features that reach into the extent. Edit FILE without the database, under the same \
      rules: with `geosnap edit FILE`, in QGIS with the plugin, or with Python. Of features that may be connected \
      to features outside the extent, you can change only attributes. `geosnap checkin FILE` brings the \
      steps back into the database. The checkout locks nothing in the database. If a row in the extent cannot \
      be read, nothing is written: `geosnap validate NETWORK` lists such rows.

      JSON: {network, file, checkout, extent[4], revision, author, time, features, atEdge, associations, \
      cutAssociations}. checkout is the id of the checkout. atEdge counts the features that may be connected to \
      features outside the checkout. cutAssociations counts the associations with features outside the \
      checkout.
      """
  )

  @Argument(
    help: "The network: postgresql://USER@HOST/DATABASE?schema=NAME.",
    completion: Completions.network
  )
  var network: String
  @Argument(help: "The GeoPackage file to make.", completion: Completions.network) var file: String
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The extent to check out, in the units of the network.",
      valueName: "XMIN,YMIN,XMAX,YMAX"
    )
  )
  var extent: ExtentArgument?
  @Option(help: "Check out the extent of the subnetwork of this name.") var subnetwork: String?
  @Option(help: "The tier of the subnetwork; by default, the tier of its controllers.")
  var tier: String?
  @Option(help: "The domain network of the subnetwork; by default, that of its controllers.")
  var domainNetwork: String?
  @Flag(help: "Replace an existing FILE.") var force = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    try refuse((extent == nil) == (subnetwork == nil), "Give either --extent or --subnetwork.")
    guard subnetwork != nil || tier == nil && domainNetwork == nil else {
      throw ValidationError("--tier and --domain-network need --subnetwork.")
    }
  }

  private func part(of address: PostgresAddress) throws -> Envelope {
    if let subnetwork {
      let name = SubnetworkName(subnetwork, tierName: tier, domainNetworkName: domainNetwork)
      do {
        return try PostGIS.extent(of: name, in: address)
      } catch let error as TraceError { throw TraceFailure.failure(of: error) }
    }
    guard let extent else { throw Failure.usage("Give either --extent or --subnetwork.") }
    let outline = try NetworkPlace.database(address).readOutline()
    extent.envelope.tellDoubt(in: EditedNetwork(outline), isGiven: true)
    return extent.envelope
  }

  func run() async throws {
    let target = try NetworkTarget(file)
    do {
      guard case .database(let address) = try NetworkPlace(network) else {
        throw Failure.usage(
          "\(network) is not the address of a database, such as postgresql://USER@HOST/DATABASE?schema=NAME."
        )
      }
      guard case .file(let path) = target.place else {
        throw Failure.usage("FILE must be a GeoPackage, but \(target.place) is a database.")
      }
      try target.check(isReplaced: force)
      let stored = try PostGIS.checkOut(
        address,
        extent: try part(of: address),
        to: path,
        replacing: force
      )
      let (checkout, extent) = (stored.checkout, stored.checkout?.extent)
      let features = stored.network.featureCount
      let associations = stored.network.associations.count
      let atEdge = stored.edge?.features.count ?? 0
      let state = checkout.map { "revision \($0.revision) of \($0.address)" } ?? ""
      try form.print(
        JSONValue.object([
          "network": JSONValue(checkout?.address), "file": .string(path),
          "checkout": JSONValue(checkout.map { "\($0.id)" }),
          "extent": .array(
            [extent?.minX, extent?.minY, extent?.maxX, extent?.maxY].map { JSONValue($0) }
          ),
          "revision": JSONValue(checkout?.revision), "author": JSONValue(checkout?.author),
          "time": JSONValue(checkout?.time), "features": .integer(features),
          "atEdge": .integer(atEdge), "associations": .integer(associations),
          "cutAssociations": .integer(checkout?.cut.count ?? 0),
        ]),
        [
          "Checked out \(state) to \(path)",
          "  \(count(features, "feature")), \(atEdge.grouped) of them at the edge; "
            + count(associations, "association"),
        ]
      )
    } catch let error as StoreError { throw target.failure(of: error, from: network) }
  }
}

struct CheckinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkin",
    abstract: "Brings the edits in a file of `geosnap checkout` back into the database.",
    discussion: """
      Each step of the file that is not undone becomes a commit in the database with the same name, by the \
      user who checks in. Give NETWORK if the address of the database differs from the address in FILE, or \
      contains a password.

      A step is in conflict if a feature or association that it names has changed in the database since the \
      checkout. stderr lists both changes, with author and time. The rules of the database refuse steps as \
      they refuse edits. If a step is in conflict or refused, nothing is written; with --skip-conflicts, the \
      other steps are written. Steps in conflict and refused steps stay in the file for another try, and steps \
      that depend on them wait. You can repeat an interrupted check-in: no step is written twice. A later \
      check-in brings back the steps that were added to the file since the last check-in.

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
  @Flag(help: "Print the report, and write nothing.") var check = false
  @Flag(help: "Bring back the other steps if some are in conflict or refused.")
  var skipConflicts = false
  @Flag(help: "Accept steps whose features meet without connecting.") var allowUnconnected = false
  @Option(help: NetworkArgument.imageHelp) var image: String?
  @Option(parsing: .unconditional, help: "The maximum time to wait for other programs, in seconds.")
  var timeout = 10.0
  @OptionGroup var form: JSONOption

  func validate() throws { try checkTimeout(timeout) }

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
    } catch let error as IndexError { throw input.failure(of: error) }
  }
}
