import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// The problems of a file's geometries, as text and as JSON.
struct GeometryValidationOutput {
  struct Row {
    let number: Int
    let line: Int?
    let id: String?
    let problem: GeometryProblem
  }

  /// A geometry that cannot be read.
  struct Unreadable {
    let message: String
    var offset: Int?
    var line: Int?
    /// The row of a table.
    var id: String?
    /// The error with its place.
    let text: String

    init(_ error: FormatError) {
      (message, offset, line) = (error.message, error.offset, error.line)
      text = "\(error)"
    }

    init(_ problem: NetworkProblem, of path: String) {
      (message, id) = (problem.message, problem.row)
      text = "\(path): \(problem)"
    }
  }

  let expectations: GeometryExpectations
  /// The number of geometries that could be read.
  private(set) var count = 0
  /// The number of all geometries, including those that cannot be read.
  private var number = 0
  private(set) var problems: [Row] = []
  private(set) var errors: [Unreadable] = []

  init(_ expectations: GeometryExpectations) { self.expectations = expectations }

  mutating func visit(_ file: GeometryFile) throws {
    var file = file
    while let found = try file.next() {
      switch found {
      case .success(let item): visit(item.geometry, line: item.line, id: item.id)
      case .failure(let error):
        number += 1
        errors.append(Unreadable(error))
      }
    }
  }

  mutating func visit(layer: String, of path: String) throws {
    let found =
      try PostgresAddress.isAddress(path)
      ? NetworkPlace(path).readTable(layer)
      : ForeignTables(path).read(layer, brokenRows: .tolerated)
    let table = found.table
    let unreadable = Set(found.unreadable.compactMap(\.row))
    for row in 0..<table.count {
      let id = "\(table.rowIDs[row])"
      if let geometry = table.geometries[row] {
        visit(UncheckedGeometry(geometry), line: nil, id: id)
      } else if unreadable.contains(id) {
        number += 1
      }
    }
    errors += found.unreadable.map { Unreadable($0, of: path) }
  }

  private mutating func visit(_ geometry: UncheckedGeometry, line: Int?, id: String?) {
    count += 1
    number += 1
    for problem in geometry.problems(expectations) {
      problems.append(Row(number: number, line: line, id: id, problem: problem))
    }
  }

  var lines: [String] {
    let rows = problems.map { row in
      let place = row.line.map { "line \($0)" } ?? row.id.map { "feature \($0)" }
      return "\(place ?? "geometry \(row.number)"): \(row.problem)"
    }
    let bad = Set(problems.map(\.number)).count
    let summary = "\(count) geometries, \(bad) with problems, \(problems.count) problems"
    return rows + [errors.isEmpty ? summary : summary + "; \(errors.count) could not be read"]
  }

  var document: JSONValue {
    .object([
      "count": .integer(count),
      "problems": .array(
        problems.map { row in
          .object([
            "number": .integer(row.number),
            "line": JSONValue(row.line),
            "id": JSONValue(row.id),
            "kind": .string(row.problem.kind.rawValue),
            "location": .array([
              .number(row.problem.location.x), .number(row.problem.location.y),
            ]),
            "part": .integer(row.problem.part),
            "ring": JSONValue(row.problem.ring),
            "invalid": .bool(row.problem.kind.makesInvalid),
          ])
        }
      ),
      "errors": .array(
        errors.map { error in
          .object([
            "message": .string(error.message), "offset": JSONValue(error.offset),
            "line": JSONValue(error.line), "id": JSONValue(error.id),
          ])
        }
      ),
    ])
  }
}
