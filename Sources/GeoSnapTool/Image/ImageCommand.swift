import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct ImageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image",
    abstract: "Says what is kept as the image of a network, makes it, checks it, or removes it.",
    discussion: """
      With its image a network opens at once. Verbs make and use it by themselves, as long as nobody has written to \
      the network: Documentation/NetworkImage.md says how that is known, and what is in the file.

      JSON: {network, image, state, problem, bytes, commits, parts[{name, bytes}]}; state is fits, stale, missing \
      or damaged, image null where none are kept. With --sections also sections[{name, offset, bytes, elements}].

      Exit code 65 when --check finds the image damaged.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Flag(help: "Make the image now, with index, topology and the subnetworks of features.")
  var make = false
  @Flag(help: "Compare all of the image with its checksums.")
  var check = false
  @Flag(help: "Remove the image.")
  var remove = false
  @Flag(help: "List the columns.")
  var sections = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if make, remove { throw ValidationError("Give either --make or --remove.") }
  }

  func run() async throws {
    if PostgresAddress.isAddress(input.given) {
      throw Failure.usage(
        "\(input.network) is a database: verbs keep and use its image by themselves, and this one tells those of files."
      )
    }
    if make {
      // What commits have changed is read from the rows, so that the image has it and its subnetworks.
      if ImageDescription(of: input.network, in: input.images).commitCount > 0 {
        ImageDescription.removeImage(of: input.network, in: input.images)
      }
      let stored = try await input.open()
      _ = try await input.index(stored)
      _ = try await input.topology(of: stored)
      do {
        _ = try await withProgress("Tracing the subnetworks of \(input.name)") {
          try await stored.subnetworkLabels(progress: $0.share)
        }
      } catch is TraceError {
        // `geosnap subnetworks` says what is wrong with the tiers; the image does without.
      }
      Surroundings.current.images.write()
    }
    if remove { ImageDescription.removeImage(of: input.network, in: input.images) }
    guard FileManager.default.fileExists(atPath: input.network) else {
      throw Failure(exitCode: .cannotOpen, message: "\(input.network): There is no such file.")
    }
    let image = ImageDescription(of: input.network, in: input.images, isChecked: check)
    if json { try document(image).print() } else { try printLines(lines(image)) }
    if image.state == .damaged {
      throw Failure(
        exitCode: .badData,
        message:
          "\(image.path ?? ""): \(image.problem ?? "") The network is read from its file; remove the image."
      )
    }
  }

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

  private func lines(_ image: ImageDescription) -> [String] {
    guard let path = image.path else { return ["No images are kept."] }
    let state =
      switch image.state {
      case .fits:
        "It fits: \(input.name) opens with it."
          + (check ? " All of it is as its checksums say." : "")
      case .stale:
        make
          ? "None was made: something stands in a journal or a log beside \(input.name), or a program writes to it."
          : "It is out of date: the network's file or the image was written to, renamed or moved since."
      case .missing:
        make
          ? "None was made: the network has fewer than 1,000 features, or the folder cannot be written to."
          : remove ? "There is none any more." : "There is none yet."
      case .damaged: image.problem ?? "It is damaged."
      }
    var lines = [path, state]
    guard image.byteCount > 0 else { return lines }
    lines.append("\(image.byteCount.grouped) bytes")
    if image.commitCount > 0 { lines.append("\(count(image.commitCount, "commit")) beside it") }
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
