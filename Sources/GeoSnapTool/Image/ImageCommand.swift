import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct ImageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image",
    abstract: "Describes the image of a network, makes it, checks it, or removes it.",
    discussion: """
      With an image, a network opens at once. Verbs make and use images automatically. An image is valid until a \
      program writes to the network; Documentation/NetworkImage.md describes how verbs detect this, and the \
      content of the file. For a network in a database, the image is used together with the later commits.

      JSON: {network, image, state, problem, bytes, commits, parts[{name, bytes}]}; state is fits, stale, missing \
      or damaged; image is null if no images are kept. With --sections also sections[{name, offset, bytes, \
      elements}].

      The exit code is 65 if the image is damaged, and 74 if --make cannot make an image.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Flag(help: "Make the image now, with index, topology and the subnetworks of features.")
  var make = false
  @Flag(help: "Verify all checksums of the image.")
  var check = false
  @Flag(help: "Remove the image.")
  var remove = false
  @Flag(help: "List the sections of the image.")
  var sections = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if make, remove { throw ValidationError("--make does not go with --remove.") }
  }

  func run() async throws {
    let place = try telling { () throws(StoreError) in try input.place() }
    var isSmall = false
    if make {
      // Changes by commits are read from the rows, so that the image includes them and their subnetworks.
      try telling { () throws(StoreError) in
        if try place.image(in: input.images).commitCount > 0 {
          try place.removeImage(in: input.images)
        }
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
    if remove {
      _ = try telling { () throws(StoreError) in try place.removeImage(in: input.images) }
    }
    if case .file(let path) = place, !FileManager.default.fileExists(atPath: path) {
      throw Failure.cannotOpen("\(path): There is no such file.")
    }
    let image = try telling { () throws(StoreError) in
      try place.image(in: input.images, isChecked: check)
    }
    if json { try document(image).print() } else { try printLines(lines(image, isSmall: isSmall)) }
    if image.state == .damaged {
      throw Failure.badData(
        "\(image.path ?? ""): \(image.problem ?? "") The network is read from its rows; remove the image."
      )
    }
    if make, !isSmall, let path = image.path, image.state != .fits {
      let cause =
        image.state == .missing
        ? fileInPlaceOfFolder.map { "\($0) is a file." } ?? "it cannot be written to \(path)."
        : "a journal or a log beside \(input.name) is not empty, or a program is writing to it."
      throw Failure.cannotWrite("No image was made: \(cause)", file: input.network)
    }
  }

  /// The file that --image names in place of a folder; nil for none.
  private var fileInPlaceOfFolder: String? {
    guard let folder = input.image, !["none", "beside"].contains(folder) else { return nil }
    let isFile = FileManager.default.fileExists(atPath: folder) && !FolderArgument.isFolder(folder)
    return isFile ? folder : nil
  }

  /// Calls `body`, and reports errors of the store.
  private func telling<Value>(_ body: () throws(StoreError) -> Value) throws -> Value {
    do throws(StoreError) { return try body() } catch { throw input.failure(of: error) }
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
      "parts": .array(
        parts(image).map { .object(["name": .string($0.name), "bytes": .integer($0.byteCount)]) }
      ),
    ]
    if sections {
      document["sections"] = .array(
        image.sections.map {
          .object([
            "name": .string($0.name), "offset": .integer($0.offset),
            "bytes": .integer($0.byteCount),
            "elements": .integer($0.elementCount),
          ])
        }
      )
    }
    return .object(document)
  }

  private func lines(_ image: ImageDescription, isSmall: Bool) -> [String] {
    guard let path = image.path else {
      return ["No images are kept.\(make ? " Give --image FOLDER." : "")"]
    }
    let state =
      switch image.state {
      case .fits:
        "It fits: \(input.name) opens with it."
          + (check ? " All of its checksums match." : "")
      case .stale:
        isDatabase
          ? "It is out of date: the network has other tables or rules than when it was made, or its history since was "
            + "forgotten, or a program wrote to the image."
          : "It is out of date: the network's file or the image was written to, renamed or moved since."
      case .missing:
        make
          ? "None was made."
            + (isSmall ? " The network has fewer than 1,000 features and needs none." : "")
          : remove ? "There is none any more." : "There is none yet."
      case .damaged: image.problem ?? "It is damaged."
      }
    var lines = [path, state]
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
