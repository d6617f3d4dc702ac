import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct ImageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image",
    abstract: "Describes, makes, checks or removes the image of a network.",
    discussion: """
      With an image, a network opens at once. Verbs make and use images automatically. An image is valid until \
      a program writes to the network. Documentation/NetworkImage.md describes how verbs detect such a write, \
      and what the file contains. For a network in a database, verbs use the image together with the commits \
      made after it.

      JSON: {network, image, state, problem, bytes, commits, parts[{name, bytes}]}. state is fits, stale, \
      missing or damaged. image is null if no images are kept. With --sections also sections[{name, offset, \
      bytes, elements}].

      The exit code is 65 if the image is damaged, and 74 if --make cannot make an image.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Flag(help: "Make the image now, with the index, the topology and the subnetworks of features.")
  var make = false
  @Flag(help: "Verify all checksums of the image.") var check = false
  @Flag(help: "Remove the image.") var remove = false
  @Flag(help: "List the sections of the image.") var sections = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    if make, remove { throw ValidationError("--make does not go with --remove.") }
  }

  func run() async throws {
    do { try await answer() } catch let error as StoreError { throw input.failure(of: error) }
  }

  private func answer() async throws {
    let place = try input.place()
    var isSmall = false
    if make {
      // Changes by commits are read from the rows, so that the image includes them and their subnetworks.
      let earlier = try place.image(in: input.images)
      if earlier.commitCount > 0 { try place.removeImage(in: input.images) }
      guard earlier.path != nil else {
        throw Failure.cannotWrite(
          "No image was made, because no images are kept: give a folder with --image.",
          file: input.network
        )
      }
      let stored = try await input.open()
      isSmall = stored.network.featureCount < 1000
      _ = try await input.index(stored)
      _ = try await input.topology(of: stored)
      do {
        _ = try await withProgress("Tracing the subnetworks of \(input.name)") {
          try await stored.subnetworkLabels(progress: $0.share)
        }
      } catch is TraceError {
        // `geosnap subnetworks` reports errors of the tiers; the image does not need them.
      }
      Surroundings.current.images.write()
    }
    if remove { try place.removeImage(in: input.images) }
    if case .file(let path) = place, !FileManager.default.fileExists(atPath: path) {
      throw Failure.cannotOpen("\(path): There is no such file.")
    }
    let image = try place.image(in: input.images, isChecked: check)
    try form.print(document(image), lines(image, isSmall: isSmall))
    if image.state == .damaged {
      throw Failure.badData(
        "\(image.path ?? ""): \(image.problem ?? "") The network is read from its rows: remove the image with --remove."
      )
    }
    if make, !isSmall, let path = image.path, image.state != .fits {
      let cause =
        image.state == .missing
        ? "it cannot be written to \(path). Give another folder with --image."
        : "a journal or a log beside \(input.name) is not empty, or a program is writing to it."
      throw Failure.cannotWrite("No image was made: \(cause)", file: input.network)
    }
  }

  private var isDatabase: Bool { PostgresAddress.isAddress(input.given) }

  private func parts(_ image: ImageDescription) -> [(name: String, byteCount: Int)] {
    var parts: [(name: String, byteCount: Int)] = []
    for section in image.sections {
      let name =
        section.name.split(separator: "/").dropFirst().first.map(String.init) ?? section.name
      if let last = parts.indices.last, parts[last].name == name {
        parts[last].byteCount += section.byteCount
      } else {
        parts.append((name, section.byteCount))
      }
    }
    return parts
  }

  private func document(_ image: ImageDescription) -> JSONValue {
    var document: [String: JSONValue] = [
      "network": .string(input.network), "image": JSONValue(image.path),
      "state": .string(image.state.rawValue), "problem": JSONValue(image.problem),
      "bytes": .integer(image.byteCount), "commits": .integer(image.commitCount),
      "parts": .objects(parts(image)) {
        ["name": .string($0.name), "bytes": .integer($0.byteCount)]
      },
    ]
    if sections {
      document["sections"] = .objects(image.sections) {
        [
          "name": .string($0.name), "offset": .integer($0.offset),
          "bytes": .integer($0.byteCount), "elements": .integer($0.elementCount),
        ]
      }
    }
    return .object(document)
  }

  private func lines(_ image: ImageDescription, isSmall: Bool) -> [String] {
    guard let path = image.path else { return ["No images are kept."] }
    let state =
      switch image.state {
      case .fits:
        "The image fits: \(input.name) opens with it." + (check ? " All checksums match." : "")
      case .stale:
        isDatabase
          ? "The image is out of date: the tables or rules of the network have changed, its history was "
            + "forgotten, or a program wrote to the image."
          : "The image is out of date: the network's file or the image was written to, renamed or moved."
      case .missing:
        make
          ? isSmall
            ? "No image was made: the network has fewer than 1,000 features and needs no image."
            : ""
          : remove ? "There is no image any more." : "There is no image yet."
      case .damaged: image.problem ?? "It is damaged."
      }
    var lines = [path, state].filter { !$0.isEmpty }
    guard image.byteCount > 0 else { return lines }
    lines.append("\(image.byteCount.grouped) bytes")
    if image.commitCount > 0 {
      lines.append("\(count(image.commitCount, "commit")) \(isDatabase ? "since" : "beside it")")
    }
    if sections {
      lines += image.sections.map {
        "  \($0.offset.grouped)  \($0.name): \($0.elementCount.grouped), \($0.byteCount.grouped) bytes"
      }
    } else {
      lines += parts(image).map { "  \($0.name): \($0.byteCount.grouped) bytes" }
    }
    return lines
  }
}
