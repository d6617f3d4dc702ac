import GeoSnap

/// A file of test cases in the XML format of the JTS Topology Suite.
struct ConformanceFile {
  /// One operation with the answer it should give.
  struct Operation {
    /// Where it stands, such as `3.1`: the case and the operation in it, counted from 1.
    let place: String
    /// The line in the file.
    let line: Int
    /// Its name in small letters.
    let name: String
    /// `arg1` to `arg5`, those that are given.
    let arguments: [String]
    /// The text of the answer.
    let expected: String
    /// The texts of the geometries A and B.
    let operands: [String: String]
  }

  let operations: [Operation]
  /// The grid that ordinates lie on; nil for floating precision.
  let gridSize: Double?
  /// Whether predicates are asked of prepared geometries.
  let isPrepared: Bool

  /// Reads a file.
  ///
  /// - Throws: ``Failure`` that names the file and the line.
  init(path: String) throws {
    var bytes: [UInt8] = []
    let source = try ByteSource(path: path)
    while try source.read(1 << 20, into: &bytes) {}
    let root: XMLNode
    do {
      root = try XMLNode.parse(bytes)
    } catch {
      throw Failure(exitCode: .badData, message: "\(path): \(error)")
    }
    guard root.name == "run" else {
      throw Failure(exitCode: .badData, message: "\(path): the root is '\(root.name)', not 'run'.")
    }
    let model = root.child("precisionModel")?.attributes
    let scale = model?["scale"].flatMap(Double.init)
    gridSize = model?["type"]?.uppercased() == "FLOATING" ? nil : scale.map { 1 / $0 }
    isPrepared = root.child("geometryOperation")?.text.contains("Prepared") ?? false
    var operations: [Operation] = []
    for (caseIndex, node) in root.children("case").enumerated() {
      var operands: [String: String] = [:]
      for name in ["a", "b"] { operands[name] = node.child(name)?.text }
      let tests = node.children("test").flatMap { $0.children("op") }
      for (index, operation) in tests.enumerated() {
        guard let name = operation.attributes["name"] else {
          throw Failure(
            exitCode: .badData,
            message: "\(path): the operation on line \(operation.line) has no name."
          )
        }
        operations.append(
          Operation(
            place: "\(caseIndex + 1).\(index + 1)",
            line: operation.line,
            name: name.lowercased(),
            arguments: (1...5).compactMap { operation.attributes["arg\($0)"]?.trimmed },
            expected: operation.text.trimmed,
            operands: operands
          )
        )
      }
    }
    self.operations = operations
  }
}

extension String {
  /// Without spaces and line ends around it.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
