public import GeoSnap

/// One thing that is wrong with a definition's file.
public struct DefinitionProblem: Hashable, Sendable {
  /// The JSON path, such as `$.rules[3].from`; `$` for the file as a whole.
  public var path: String
  /// The line at which the value begins, from 1; nil when it has none.
  public var line: Int?
  /// What is wrong and what to do.
  public var message: String

  /// Creates a problem.
  public init(path: String, line: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.message = message
  }
}

/// A network definition with its rules as people write it: one JSON file with names in place of numbers.
///
/// `Documentation/network-definition.schema.json` is its schema. Numbers that are left out are the least free ones,
/// in the order of the file.
public struct NetworkDefinitionFile: Equatable, Sendable {
  /// The definition.
  public var definition: NetworkDefinition
  /// The rules.
  public var rules: [NetworkRule]
  /// The fields of the sources' tables, by source id.
  public var fields: [Int: [AttributeField]]

  /// Creates a file.
  public init(
    definition: NetworkDefinition,
    rules: [NetworkRule] = [],
    fields: [Int: [AttributeField]] = [:]
  ) {
    self.definition = definition
    self.rules = rules
    self.fields = fields.filter { !$0.value.isEmpty }
  }

  /// Takes the definition, rules and fields of a network.
  public init(_ network: UtilityNetwork) {
    var fields: [Int: [AttributeField]] = [:]
    for table in network.tables {
      if let sourceID = table.sourceID { fields[sourceID] = table.fields }
    }
    self.init(definition: network.definition, rules: network.rules, fields: fields)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: What errors call it.
  /// - Throws: ``ImportError`` with path, line and message of everything that is wrong.
  public init(bytes: [UInt8], named name: String) throws(ImportError) {
    let (file, problems) = Self.read(bytes)
    guard let file, problems.isEmpty else {
      throw ImportError(
        file: name,
        problems: problems.prefix(ImportError.problemLimit).map {
          ImportProblem(path: $0.path, line: $0.line, message: $0.message)
        }
      )
    }
    self = file
  }

  /// Reads a file that tests have found in order.
  ///
  /// Its bytes are not the import's: they count for no progress, and cancelling the import does not stop them.
  package init(valid bytes: [UInt8]) {
    self = ImportMonitor.$current.withValue(nil) {
      var reader = DefinitionFileReader()
      guard let root = try? JSONParser.parse(bytes, path: "$") else {
        preconditionFailure("A definition that the program carries is no JSON")
      }
      let file = reader.file(DefinitionNode(value: root, path: DefinitionPath("$")))
      precondition(reader.problems.isEmpty, "\(reader.problems)")
      return file
    }
  }

  /// What is wrong with a file, in the order in which it is read; nothing when it can be used.
  public static func problems(in bytes: [UInt8]) -> [DefinitionProblem] { read(bytes).problems }

  /// A network without features: an empty table for each source, and all rules.
  ///
  /// - Parameter srid: The reference system; nil for none.
  /// - Returns: The network.
  /// - Throws: ``NetworkError`` when definition and rules are inconsistent, which those read from a file are not.
  public func network(srid: SRID?) throws(NetworkError) -> UtilityNetwork {
    try UtilityNetwork(
      definition: definition,
      srid: srid,
      tables: definition.sources.map { source in
        FeatureTable(
          name: source.name,
          sourceID: source.sourceID,
          geometryType: source.usage.geometryType,
          fields: fields[source.sourceID] ?? []
        )
      },
      rules: rules
    )
  }

  private static func read(
    _ bytes: [UInt8]
  ) -> (file: NetworkDefinitionFile?, problems: [DefinitionProblem]) {
    let root: ParsedJSON
    do {
      root = try JSONParser.parse(bytes, path: "$")
    } catch {
      return (nil, [DefinitionProblem(path: error.path, line: error.line, message: error.message)])
    }
    var reader = DefinitionFileReader()
    let file = reader.file(DefinitionNode(value: root, path: DefinitionPath("$")))
    guard !reader.problems.isEmpty else {
      do {
        _ = try file.network(srid: nil)
        return (file, [])
      } catch {
        let problems = error.problems.map {
          DefinitionProblem(path: "$", line: nil, message: "\($0)")
        }
        return (nil, problems)
      }
    }
    let lines = JSONLines.lines(of: Set(reader.problems.map(\.path)), in: bytes)
    let problems = reader.problems.map {
      DefinitionProblem(path: $0.path, line: lines[$0.path], message: $0.message)
    }
    return (nil, problems)
  }
}
