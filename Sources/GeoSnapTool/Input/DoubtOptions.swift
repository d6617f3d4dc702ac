import ArgumentParser
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

enum DoubtList: String, ExpressibleByArgument, CaseIterable {
  case none, some, all
}

struct AcceptedDoubt: ExpressibleByArgument {
  let kind: NetworkDoubt.Kind
  let feature: String?
  private let id: GlobalID?

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard let kind = parts.first.flatMap(NetworkDoubt.Kind.init), parts.last != "" else {
      return nil
    }
    self.kind = kind
    // Other verbs write origins with this prefix.
    feature = parts.count > 1 ? String(parts[1].trimmingPrefix("origin:")) : nil
    id = feature.flatMap { GlobalID($0) }
  }

  static var allValueStrings: [String] { NetworkDoubt.Kind.allCases.map(\.rawValue) }

  func holds(_ key: DoubtKey, in network: some NetworkReading) -> Bool {
    guard key.kind == kind else { return false }
    guard let feature else { return true }
    return key.features.contains {
      $0 == id || network.feature(globalID: $0).flatMap(network.origin) == feature
    }
  }

  func holds(_ doubt: NetworkDoubt, in network: some NetworkReading) -> Bool {
    guard doubt.kind == kind else { return false }
    guard let feature else { return true }
    return doubt.features.contains {
      network.origin(of: $0) == feature || id != nil && network.globalID(of: $0) == id
    }
  }
}

struct DoubtOptions: ParsableArguments {
  @Option(
    help: """
      The doubts to list, which break no rule but look like mistakes: none, some (the number of doubts and the \
      first of each kind) or all.
      """
  )
  var doubts = DoubtList.some
  @Option(
    help: ArgumentHelp(
      """
      Accept doubts permanently: all doubts of a kind, or those of one feature, which its origin or global id \
      names. The file of the network stores them. May be given several times.
      """,
      valueName: "KIND[:FEATURE]"
    )
  )
  var accept: [AcceptedDoubt] = []

  func validate() throws {
    try refuse(!accept.isEmpty && doubts == .none, "--accept needs --doubts some or all.")
  }

  /// The settings for validation; nil to leave doubts out.
  func settings(_ input: NetworkArgument) throws -> DoubtSettings? {
    if doubts == .none { return nil }
    guard case .file(let path) = try input.place() else {
      try refuse(!accept.isEmpty, "--accept keeps doubts in a file: a database cannot store them.")
      return DoubtSettings()
    }
    do throws(StoreError) {
      return DoubtSettings(accepted: try GeoPackage.acceptedDoubts(in: path))
    } catch {
      // Without the accepted doubts the list is only longer.
      if !accept.isEmpty { throw input.failure(of: error) }
      GeoSnapTool.note("\(error)")
      return DoubtSettings()
    }
  }

  /// Saves the doubts that the options accept; throws `ValidationError` for one that is neither a doubt of the
  /// network nor accepted already.
  func keepAccepted(
    _ validation: NetworkValidation,
    _ settings: DoubtSettings?,
    _ input: NetworkArgument
  ) throws {
    guard !accept.isEmpty, let settings, case .file(let path) = try input.place() else { return }
    let network = validation.network
    let before = settings.accepted.filter { key in accept.contains { $0.holds(key, in: network) } }
    for item in accept
    where !validation.doubts.contains(where: { item.holds($0, in: network) })
      && !before.contains(where: { item.holds($0, in: network) })
    {
      let what = item.kind.rawValue + (item.feature.map { ":\($0)" } ?? "")
      throw ValidationError("--accept \(what) does not match any doubt that was found.")
    }
    let accepted = validation.doubts.filter { doubt in
      accept.contains { $0.holds(doubt, in: network) }
    }
    if !accepted.isEmpty {
      do throws(StoreError) {
        try GeoPackage.accept(accepted.map { network.key(of: $0) }, in: path)
      } catch { throw input.failure(of: error) }
      GeoSnapTool.note(
        "\(accepted.count.counting("doubt", "doubts")) accepted, and kept in the file."
      )
    }
    if !before.isEmpty {
      GeoSnapTool.note("\(before.count.counting("doubt was", "doubts were")) accepted already.")
    }
  }
}
