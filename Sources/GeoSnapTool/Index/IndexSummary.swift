import Foundation
import GeoSnap

/// An index file that was just written, and what that took.
struct IndexSummary {
  private let description: IndexFileDescription
  private let featureCount: Int
  private let fingerprintTime: Double
  private let buildTime: Double
  private let writeTime: Double

  /// Builds the index of a network and writes it to a file.
  ///
  /// - Throws: ``Failure`` when an ordinate cannot be indexed or the file cannot be written.
  init(of opened: UtilityNetwork, named network: String, writtenTo file: String) async throws {
    let geometries = opened.geometries
    featureCount = geometries.count
    let start = ContinuousClock.now
    let fingerprint = FeatureIndex.fingerprint(of: geometries)
    let fingerprinted = ContinuousClock.now
    let index: FeatureIndex
    do {
      index = try await withProgress("Indexing \(network)") {
        try await FeatureIndex(geometries, progress: $0.share)
      }
    } catch let error as IndexError {
      throw Failure(exitCode: .badData, message: "\(network): \(error)", file: network)
    }
    let built = ContinuousClock.now
    do {
      try index.write(to: file, fingerprint: fingerprint)
    } catch {
      throw Failure(error)
    }
    let written = ContinuousClock.now
    do {
      description = try IndexFileDescription(contentsOf: file)
    } catch {
      throw Failure(error)
    }
    fingerprintTime = (fingerprinted - start) / .milliseconds(1)
    buildTime = (built - fingerprinted) / .milliseconds(1)
    writeTime = (written - built) / .milliseconds(1)
  }

  private var bytesPerEntry: Double? {
    let entries = description.segments.entryCount
    return entries > 0 ? Double(description.byteCount) / Double(entries) : nil
  }

  var document: JSONValue {
    .object([
      "file": .string(description.path),
      "fingerprint": .string(fingerprintText(description.fingerprint)),
      "features": .integer(featureCount),
      "entries": .integer(description.segments.entryCount),
      "exceptions": .integer(description.segments.exceptionCount),
      "areas": .integer(description.areaCount),
      "stepsPerUnit": JSONValue(description.segments.stepsPerUnit),
      "bytes": .integer(description.byteCount), "bytesPerEntry": JSONValue(bytesPerEntry),
      "milliseconds": .object([
        "fingerprint": .number(fingerprintTime), "build": .number(buildTime),
        "write": .number(writeTime),
      ]),
    ])
  }

  /// The summary for people.
  var lines: [String] {
    let perEntry = bytesPerEntry.map { String(format: ", %.1f per entry", $0) } ?? ""
    return [
      "\(description.path)",
      "  \(featureCount) features, \(description.segments.entryCount) entries "
        + "(\(description.segments.exceptionCount) off the grid or with great numbers), "
        + "\(description.areaCount) areas",
      "  \(gridText(description.segments.stepsPerUnit))",
      "  \(description.byteCount) bytes\(perEntry)",
      String(
        format: "  fingerprint %.1f ms, build %.1f ms, write %.1f ms",
        fingerprintTime,
        buildTime,
        writeTime
      ),
    ]
  }
}

/// What a grid is called.
func gridText(_ stepsPerUnit: Double?) -> String {
  guard let stepsPerUnit else { return "ordinates as they are" }
  return "ordinates on a grid of 1/\(Int(stepsPerUnit))"
}
