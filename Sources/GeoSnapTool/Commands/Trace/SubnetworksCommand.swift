import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct SubnetworksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subnetworks",
    abstract: "Lists all subnetworks with their features, and the features in no subnetwork.",
    discussion: """
      Each subnetwork is traced from its controllers by the definition of its tier, on all cores. Without \
      --tier and --domain-network, the results are kept in the network's image: the next run traces only \
      subnetworks that edits have changed, and `geosnap show` lists the subnetworks of a feature. With --set, \
      --block or --unblock, all subnetworks are traced again. --write writes the names of subnetworks to the \
      features, into the field that the tier names, otherwise into SUBNETWORKNAME. Several names are separated \
      by ::. Tables without this field get the field. The names are written in one transaction, which `geosnap \
      edit --undo` undoes. --write needs every row: like --strict, it refuses a network with a row that cannot \
      be read. --limit shortens the text, but not the JSON.

      JSON: {subnetworks[{name, tier, controllers[{globalID, origin, terminal}], features[{globalID, \
      origin}], functions[{type, attribute, result}]}], disconnected[{globalID, origin}]}.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(help: "The tier; by default, all tiers.") var tier: String?
  @Option(help: "The domain network; by default, all domain networks.") var domainNetwork: String?
  @OptionGroup var assumed: AssumptionArguments
  @Flag(help: "Write the names of subnetworks to the features.") var write = false
  @OptionGroup var list: LimitOption
  @OptionGroup var outputs: OutputArguments
  @OptionGroup var form: JSONOption

  func validate() throws {
    if outputs.force, outputs.geojson == nil, outputs.svg == nil {
      throw ValidationError("--force needs --geojson or --svg.")
    }
    try refuse(write && isAssumed, "--write does not go with --set, --block or --unblock.")
  }

  private var isAssumed: Bool {
    !assumed.values.isEmpty || !assumed.blocked.isEmpty || !assumed.unblocked.isEmpty
  }

  func run() async throws {
    let files = try outputs.begin(input)
    if write { return try await writeNames(files) }
    let stored = try await input.open()
    let topology = try await input.topology(of: stored)
    let names = try TierNames(stored.network.definition, domainNetwork: domainNetwork, tier: tier)
    try tell(try await listing(stored, topology, names), topology, stored, files)
  }

  /// The subnetworks that are kept, or those traced now: with assumptions, or where tiers are named and none are
  /// kept.
  private func listing(
    _ stored: StoredSnapshot,
    _ topology: Topology,
    _ names: TierNames
  ) async throws -> SubnetworkListing {
    // A request for some tiers does not wait for the others.
    guard !isAssumed, names.isEmpty || stored.hasSubnetworkLabels else {
      let assumptions = try assumed.assumptions(topology)
      return SubnetworkListing(try await report(topology, names, assumptions))
    }
    return try await TraceFailure.telling(asJSON: form.json, topology.network) {
      let labels = try await withProgress("Tracing the subnetworks of \(input.name)") {
        try await stored.subnetworkLabels(progress: $0.share)
      }
      return try SubnetworkListing(labels, ofTier: names.tier, inDomainNetwork: names.domainNetwork)
    }
  }

  private func report(
    _ topology: Topology,
    _ names: TierNames?,
    _ assumptions: TraceAssumptions = TraceAssumptions()
  ) async throws -> SubnetworkReport {
    try await TraceFailure.telling(asJSON: form.json, topology.network) {
      try await withProgress("Tracing the subnetworks of \(input.name)") {
        try await topology.subnetworks(
          ofTier: names?.tier,
          inDomainNetwork: names?.domainNetwork,
          assuming: assumptions,
          progress: $0.share
        )
      }
    }
  }

  private func tell(
    _ listing: SubnetworkListing,
    _ topology: Topology,
    _ stored: StoredSnapshot,
    _ files: OutputFiles
  ) throws {
    let output = SubnetworkOutput(topology, listing)
    try files.write(input, stored) { stream in
      try output.writeGeoJSON(&stream)
    } sheet: { index in
      try MapSheet(of: index, named: input.name, topology, listing)
    }
    if form.json { return try output.writeJSON() }
    var lines = output.lines(list)
    if listing.entries.isEmpty {
      let definition = topology.network.definition
      let names = try TierNames(definition, domainNetwork: domainNetwork, tier: tier)
      let reason = try topology.reasonForNoSubnetwork(
        ofTier: names.tier,
        inDomainNetwork: names.domainNetwork
      )
      lines.append("  \(reason)")
    }
    try printLines(lines)
  }

  /// Names are written while the network is locked, so that nothing changes in between.
  private func writeNames(_ files: OutputFiles) async throws {
    do {
      switch try input.place() {
      case .file(let path):
        let store = try await openWhole { try await $0.openStore(path) }
        let opened = store.takeOpening()
        let topology = try await input.topology(of: opened)
        let all = try await write(topology) { field, tables in
          try store.addField(field, to: tables)
        } commit: {
          try store.commit($0)
        }
        try await tellNames(all, topology, opened, files)
      case .database(let address):
        let session = try await openWhole { try await $0.openSession(address) }
        let topology = session.state.topology
        let all = try await write(topology) { field, tables in
          try PostGIS.addField(field, to: tables, of: address)
          try session.reload()
        } commit: {
          try session.commit($0)
        }
        try await tellNames(all, topology, try await input.open(), files)
      }
    } catch let error as TransactionError { throw Failure.badData("\(input.network): \(error)") }
  }

  private func write(
    _ topology: Topology,
    addField: (AttributeField, [String]) throws -> Void,
    commit: (NetworkTransaction) throws -> Void
  ) async throws -> SubnetworkReport {
    let network = topology.network
    let asked = try TierNames(network.definition, domainNetwork: domainNetwork, tier: tier)
    let all = try await report(topology, nil)
    let names = SubnetworkNames(network, all, of: asked)
    for (field, tables) in names.missingFields {
      try addField(AttributeField(field, .text), tables)
    }
    let transaction = NetworkTransaction("Write subnetwork names", names.edits)
    if !transaction.edits.isEmpty { try commit(transaction) }
    Surroundings.current.tell(
      "geosnap: \(count(transaction.edits.count, "name")) of subnetworks written"
    )
    return all
  }

  private func tellNames(
    _ all: SubnetworkReport,
    _ topology: Topology,
    _ opened: StoredSnapshot,
    _ files: OutputFiles
  ) async throws {
    let definition = topology.network.definition
    let asked = try TierNames(definition, domainNetwork: domainNetwork, tier: tier)
    let listed = asked.isEmpty ? all : try await report(topology, asked)
    try tell(SubnetworkListing(listed), topology, opened, files)
  }

  /// Opens the network for editing, and refuses rows that cannot be read: a missing row could leave others in no
  /// subnetwork, and their names would be lost.
  private func openWhole<Store>(
    _ open: (NetworkArgument) async throws -> Store
  ) async throws -> Store {
    do {
      return try await open(NetworkArgument(path: input.given, strict: true, image: input.image))
    } catch let error as StoreError where error.code == .badData {
      let failure = input.failure(of: error)
      throw failure.saying(
        "No name was written: --write needs every row of the network.\n\(failure.message)"
      )
    }
  }
}

struct SubnetworkNames {
  /// For each field that holds names of a tier, the names of each feature's subnetworks.
  private var names: [(field: String, ofFeature: [FeatureID: [String]])] = []
  /// For each field the tables whose features may have a name.
  private var tables: [Set<Int>] = []
  private let network: EditedNetwork

  private static let separator = "::"
  private static let defaultField = "SUBNETWORKNAME"

  init(_ network: EditedNetwork, _ report: SubnetworkReport, of tier: TierNames) {
    self.network = network
    for domain in network.definition.domainNetworks
    where tier.domainNetwork == nil || domain.name == tier.domainNetwork {
      let sources = Set(domain.sources.compactMap { network.table(sourceID: $0.sourceID) })
      for known in domain.tiers where tier.tier == nil || known.name == tier.tier {
        let field = known.subnetworkFieldName ?? Self.defaultField
        if let known = names.firstIndex(where: { $0.field.lowercased() == field.lowercased() }) {
          tables[known].formUnion(sources)
        } else {
          names.append((field, [:]))
          tables.append(sources)
        }
      }
    }
    let fields = Self.fields(of: network.definition)
    for subnetwork in report.subnetworks {
      let field = fields[[subnetwork.domainNetworkName, subnetwork.tierName]]
      guard let index = names.firstIndex(where: { $0.field.lowercased() == field }) else {
        continue
      }
      for feature in subnetwork.elements.features {
        tables[index].insert(Int(feature.table))
        names[index].ofFeature[feature, default: []].append(subnetwork.name)
      }
    }
  }

  private static func fields(of definition: NetworkDefinition) -> [[String]: String] {
    var fields: [[String]: String] = [:]
    for domain in definition.domainNetworks {
      for tier in domain.tiers {
        fields[[domain.name, tier.name]] = (tier.subnetworkFieldName ?? defaultField).lowercased()
      }
    }
    return fields
  }

  /// The fields that tables lack though one of their features has a name.
  var missingFields: [(field: String, tables: [String])] {
    names.compactMap { field, ofFeature in
      let named = Set(ofFeature.keys.map { Int($0.table) })
      let lacking = named.filter { column(field, of: $0) == nil }.sorted()
      return lacking.isEmpty ? nil : (field, lacking.map { network.base.tables[$0].name })
    }
  }

  /// The edits after which each feature has exactly the names of its subnetworks.
  var edits: [NetworkEdit] {
    zip(names, tables).flatMap { entry, tables in
      tables.sorted().flatMap { edits(ofTable: $0, entry.field, entry.ofFeature) }
    }
  }

  private func edits(
    ofTable table: Int,
    _ field: String,
    _ names: [FeatureID: [String]]
  ) -> [NetworkEdit] {
    let column = column(field, of: table)
    return network.features(table: table).compactMap { feature in
      guard let globalID = network.globalID(of: feature) else { return nil }
      let wanted = names[feature].map { AttributeValue.text($0.joined(separator: Self.separator)) }
      let current = column.flatMap { network.attribute($0, of: feature) } ?? .null
      guard current != wanted ?? .null else { return nil }
      let name = column.map { network.base.tables[table].fields[$0].name } ?? field
      return .setAttributes(.globalID(globalID), [name: wanted ?? .null])
    }
  }

  private func column(_ field: String, of table: Int) -> Int? {
    network.base.tables[table].fields.firstIndex { $0.name.lowercased() == field.lowercased() }
  }
}
