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
      rules: with `geosnap edit FILE`, in QGIS with the plugin, or with Python. Of features that may be joined \
      with features outside the extent, you can change only attributes. `geosnap checkin FILE` brings the \
      steps back into the database. The checkout locks nothing in the database. If a row in the extent cannot \
      be read, nothing is written: `geosnap validate NETWORK` lists such rows.

      JSON: {network, file, checkout, extent[4], revision, author, time, features, atEdge, associations, \
      cutAssociations}. checkout is the id of the checkout. atEdge counts the features that may be joined with \
      features outside the checkout. cutAssociations counts the associations with features outside the \
      checkout.
      """
  )

  @Argument(
    help: "The network: postgresql://USER@HOST/DATABASE?schema=NAME.",
    completion: Completions.network
  )
  var network: String
  @Argument(help: "The GeoPackage file to make.", completion: Completions.network)
  var file: String
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The extent to check out, in the units of the network.",
      valueName: "XMIN,YMIN,XMAX,YMAX"
    )
  )
  var extent: ExtentArgument?
  @Option(help: "Check out the extent of the subnetwork of this name.")
  var subnetwork: String?
  @Option(help: "The tier of the subnetwork; by default, the tier of its controllers.")
  var tier: String?
  @Option(help: "The domain network of the subnetwork; by default, that of its controllers.")
  var domainNetwork: String?
  @Flag(help: "Replace an existing FILE.")
  var force = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard (extent == nil) != (subnetwork == nil) else {
      throw ValidationError("Give either --extent or --subnetwork.")
    }
    guard subnetwork != nil || tier == nil && domainNetwork == nil else {
      throw ValidationError("--tier and --domain-network need --subnetwork.")
    }
  }

  /// The extent to check out.
  private func part(of address: PostgresAddress) throws -> Envelope {
    if let subnetwork {
      let name = SubnetworkName(
        subnetwork,
        tierName: tier,
        domainNetworkName: domainNetwork
      )
      do {
        return try PostGIS.extent(of: name, in: address)
      } catch let error as TraceError {
        throw TraceFailure.failure(of: error)
      }
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
      let output = CheckoutOutput(stored: stored, path: path)
      try form.print(output.document, output.lines)
    } catch let error as StoreError {
      // The target may be at fault too.
      throw error.path == "\(target.place)"
        ? Failure(error) : NetworkArgument(path: network).failure(of: error)
    }
  }
}

private struct CheckoutOutput {
  let stored: StoredNetwork
  let path: String

  private var features: Int { stored.network.featureCount }
  private var atEdge: Int { stored.edge?.features.count ?? 0 }

  var lines: [String] {
    let state = stored.checkout.map { "revision \($0.revision) of \($0.address)" } ?? ""
    return [
      "Checked out \(state) to \(path)",
      "  \(count(features, "feature")), \(atEdge.grouped) of them at the edge; "
        + count(stored.network.associations.count, "association"),
    ]
  }

  var document: JSONValue {
    let checkout = stored.checkout
    let extent = checkout?.extent
    return .object([
      "network": JSONValue(checkout?.address), "file": .string(path),
      "checkout": JSONValue(checkout.map { "\($0.id)" }),
      "extent": .array(
        [extent?.minX, extent?.minY, extent?.maxX, extent?.maxY].map { JSONValue($0) }
      ),
      "revision": JSONValue(checkout?.revision), "author": JSONValue(checkout?.author),
      "time": JSONValue(checkout?.time), "features": .integer(features),
      "atEdge": .integer(atEdge),
      "associations": .integer(stored.network.associations.count),
      "cutAssociations": .integer(checkout?.cut.count ?? 0),
    ])
  }
}
