import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTool

/// A verb of the command as a route, whose answer is the document that the verb prints with --json.
///
/// Its parameters are options of the verb, with the same names without dashes, except those that read or write files.
struct VerbRoute: Sendable {
  let verb: String
  let options: [String]
  var positional: String?
  var required: [String] = []
  /// Whether it takes a configuration, which the verb does not: a JSON object, or the name of one in the network.
  var takesConfiguration = false

  static let configuration = "config"

  func route(_ method: Route.Method, _ path: String) -> Route {
    let known = VerbCatalog.current[verb]
    let summary = known.abstract ?? verb
    // The part of the help that describes the document.
    let part = known.discussion.flatMap { help in
      help.firstRange(of: "JSON: ").map { String(help[$0.lowerBound...]) }
    }
    let answers = "The document of `geosnap \(verb) --json`. \(part ?? "")"
    switch method {
    case .get:
      return Route("GET \(path)", summary, parameters: parameters(known), answers: answers) {
        service,
        asked in
        let given = try options(of: known) { name, argument in
          let texts = asked.texts(name)
          guard !texts.isEmpty else { return nil }
          return argument.kind == .flag ? .flag(asked.flag(name)) : .values(texts)
        }
        return try await self.answer(service, given)
      }
    case .post:
      return Route(
        "POST \(path)",
        summary,
        body: Route.Body(
          summary: "A JSON object with options of geosnap \(verb).",
          schema: schema(known),
          isRequired: !required.isEmpty
        ),
        answers: answers
      ) { service, asked in
        let members = try RequestMembers(
          asked.request.body,
          knowing: options + (positional.map { [$0] } ?? [])
        )
        for name in required where members.values[name] == nil {
          throw ServiceRefusal.badRequest("\(name) is missing.")
        }
        var given = try options(of: known) { name, argument in
          if takesConfiguration, name == VerbRoute.configuration { return nil }
          return try members.given(name, isFlag: argument.kind == .flag)
        }
        if takesConfiguration, let value = members.values[VerbRoute.configuration] {
          given.input = try configuration(value, in: service.served.now.open)
          given.words.append("--\(VerbRoute.configuration)=-")
        }
        return try await self.answer(service, given)
      }
    }
  }

  private typealias CommandWords = (words: [String], input: [UInt8])

  enum ArgumentValue {
    case flag(Bool)
    case values([String])
  }

  private func arguments(_ verb: VerbCatalog.Verb) -> [(
    name: String, argument: VerbCatalog.Parameter
  )] {
    let known = verb.arguments ?? []
    return (options + (positional.map { [$0] } ?? [])).map { name in
      guard let argument = known.first(where: { $0.name == name }) else {
        preconditionFailure("geosnap \(verb.name) has no \(name)")
      }
      return (name, argument)
    }
  }

  private func options(
    of verb: VerbCatalog.Verb,
    _ given: (String, VerbCatalog.Parameter) throws -> ArgumentValue?
  ) throws -> CommandWords {
    var words: CommandWords = ([], [])
    for (name, argument) in arguments(verb) {
      switch try given(name, argument) {
      case nil, .flag(false)?: break
      case .flag(true)?: words.words.append("--\(name)")
      case .values(let values)?:
        if argument.kind == .positional {
          guard values.count == 1 else {
            throw ServiceRefusal.badRequest("\(name) is given \(values.count) times.")
          }
          // A leading dash would make it an option.
          words.words.insert(contentsOf: ["--", values[0]], at: words.words.count)
        } else {
          words.words += values.map { "--\(name)=\($0)" }
        }
      }
    }
    return words
  }

  private func answer(_ service: NetworkService, _ given: CommandWords) async throws
    -> ServiceAnswer
  {
    let open = service.served.now.open
    let words = verb.split(separator: " ").map(String.init) + [open.path, "--json"] + given.words
    let question = VerbQuestion(words, input: given.input, of: open)
    return try await service.ask { await question.reply() }.answer()
  }

  private func configuration(_ value: JSONFragment, in open: OpenNetwork) throws -> [UInt8] {
    switch value {
    case .object: return JSONValue(value).bytes
    case .text(let name):
      let saved = open.snapshot.traceConfigurations
      guard let found = saved.first(named: name) else {
        throw ServiceRefusal.noAnswer(
          "No trace configuration is named \(name). "
            + (saved.isEmpty
              ? "The network has no saved configurations."
              : Words.known("configuration", saved.map(\.name)))
        )
      }
      return [UInt8](try JSONEncoder().encode(found.configuration))
    default:
      throw ServiceRefusal.badRequest(
        "config must be an object, or the name of a saved configuration."
      )
    }
  }

  static let kinds: [String: Parameter.Kind] = [
    "at": .place, "extent": .extent, "limit": .integer(0...1_000_000),
    "srid": .integer(1...999_999_999), "element": .feature, "editing": .feature,
    "role": .choice(["point", "line-end", "inner-vertex"]),
    "kind": .choice(AssociationKind.allCases.map(\.name)),
  ]

  private func parameters(_ verb: VerbCatalog.Verb) -> [Parameter] {
    arguments(verb).map { name, argument in
      Parameter(
        name,
        argument.kind == .flag ? .flag : VerbRoute.kinds[name] ?? .text,
        argument.abstract ?? name,
        isRequired: argument.kind == .positional || required.contains(name),
        isRepeated: argument.isRepeating
      )
    }
  }

  private func schema(_ verb: VerbCatalog.Verb) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    for (name, argument) in arguments(verb) {
      let text: [String: JSONValue] = ["type": .array(["string", "number"]), "minLength": 1]
      var schema: [String: JSONValue] =
        argument.kind == .flag
        ? ["type": "boolean"]
        : argument.isRepeating ? ["type": "array", "items": .object(text)] : text
      if takesConfiguration, name == VerbRoute.configuration {
        schema = ["type": .array(["object", "string"])]
      }
      schema["description"] = JSONValue(argument.abstract)
      properties[name] = .object(schema)
    }
    return .object([
      "type": "object", "properties": .object(properties), "additionalProperties": .bool(false),
      "required": JSONValue(required),
    ])
  }
}

struct RequestMembers {
  let values: [String: JSONFragment]

  init(_ body: [UInt8], knowing known: [String]) throws(ServiceRefusal) {
    guard !body.isEmpty else {
      values = [:]
      return
    }
    guard let document = String(validating: body, as: UTF8.self).flatMap(JSONFragment.init(json:))
    else {
      throw .badRequest("The body is not JSON.")
    }
    guard case .object(let members) = document else {
      throw .badRequest("The body is not a JSON object.")
    }
    for name in members.keys.sorted() where !known.contains(name) {
      throw .badRequest("There is no member '\(name)' here. \(Words.known("member", known))")
    }
    values = members
  }

  /// The value of an option; nil for a missing value and for null.
  func given(_ name: String, isFlag: Bool) throws(ServiceRefusal) -> VerbRoute.ArgumentValue? {
    switch values[name] {
    case nil, .null?: return nil
    case .boolean(let truth)? where isFlag: return .flag(truth)
    case .array(let values)? where !isFlag:
      var texts: [String] = []
      for value in values {
        guard let text = Self.text(value) else {
          throw .badRequest("\(name) contains a value that is neither a text nor a number.")
        }
        texts.append(text)
      }
      return .values(texts)
    case let value?:
      guard !isFlag, let text = Self.text(value) else {
        throw .badRequest(
          isFlag ? "\(name) is neither true nor false." : "\(name) is neither text nor number."
        )
      }
      return .values([text])
    }
  }

  private static func text(_ value: JSONFragment) -> String? {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    default: nil
    }
  }
}
