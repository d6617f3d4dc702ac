import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
package import GeoSnapStore

package struct PartArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Open only features that reach into this extent, which is fast even without an image. The extent is in \
      the reference system of the network or of --srid. Stderr reports how many of these features may be \
      joined with features outside the extent.
      """,
      valueName: "XMIN,YMIN,XMAX,YMAX"
    )
  )
  var extent: ExtentArgument?
}

extension NetworkArgument {
  /// Opens a part of the network, or all of it; throws as ``open()`` does, and ``Failure`` when the extent cannot be
  /// transformed.
  package func open(
    _ part: PartArgument,
    _ reference: ReferenceArguments? = nil
  ) async throws -> StoredSnapshot {
    guard let given = part.extent else { return try await open() }
    do {
      let outline = EditedNetwork(try place().readOutline())
      let extent: Envelope
      if let reference {
        extent = try reference.envelope(given, in: outline)
      } else {
        extent = given.envelope
        extent.tellDoubt(in: outline, isGiven: true)
      }
      let stored = try place().open(extent: extent, strict: strict, images: images)
      tell(setAside: stored.unreadableRowCount, stored.notes)
      if let edge = stored.edge {
        Surroundings.current.tell("geosnap: \(sentence(edge, of: stored.network.featureCount))")
      }
      return StoredSnapshot(stored)
    } catch let error as StoreError { throw failure(of: error) }
  }

  private func sentence(_ edge: ExtentEdge, of featureCount: Int) -> String {
    let read = "\(count(featureCount, "feature")) read in the extent"
    if edge.features.isEmpty { return "\(read); none is joined with a feature beyond it" }
    return
      "\(read); \(edge.features.count.grouped) of them may be connected to features beyond it, which are not read"
  }
}

extension StoredSnapshot {
  /// Warns on stderr when features near a place may not have been read.
  func tellEdge(_ place: Coordinate, within distance: Double) {
    guard let edge, !edge.encloses(place, within: distance) else { return }
    let isInside = edge.extent.contains(place)
    note(
      "\(text(place)) lies \(isInside ? "nearer to the edge of the extent than the tolerance" : "outside the extent"): "
        + "features outside the extent were not read, and are not found."
    )
  }

  /// Calls `body`; adds to an error about missing features that they may lie beyond the extent.
  func tellingEdge<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as Failure where edge != nil && failure.exitCode == .usage {
      throw failure.saying("\(failure.message) \(ExtentEdge.remedy)")
    }
  }
}

extension ExtentEdge {
  static let remedy =
    "Only an extent of the network was read. Give a larger --extent, or none; a checked-out file has only its extent."

  /// The warning that the answer reaches the edge, or may be another one beyond it.
  ///
  /// Even where no feature leads out of the extent, there may be more controllers of a name, or features of an
  /// origin.
  func warning(of features: some Collection<FeatureID>, in network: EditedNetwork) -> String {
    let last = features.filter(contains)
    guard let first = last.first else {
      return
        "Only an extent of the network was read: features outside the extent may change the answer."
    }
    return
      "The answer reaches the edge of the extent that was read, at \(count(last.count, "feature")), such as "
      + "\(network.describe(first)): the answer may continue outside the extent."
  }
}
