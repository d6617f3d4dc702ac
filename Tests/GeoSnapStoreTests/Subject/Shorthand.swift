import Foundation
import GeoSnap
import GeoSnapStore

func storeError<Answer>(_ call: () throws -> Answer) throws -> StoreError? {
  do {
    _ = try call()
    return nil
  } catch let error as StoreError {
    return error
  }
}

func refusals<Answer>(_ call: () throws -> Answer) throws -> [TransactionProblem.Code] {
  do {
    _ = try call()
    return []
  } catch let error as TransactionError {
    return error.problems.map(\.code)
  }
}

extension NetworkTransaction {
  init(_ name: String = "", _ first: NetworkEdit, _ more: NetworkEdit...) {
    self.init(name, [first] + more)
  }
}

extension FeatureTable {
  init(
    plain name: String,
    _ type: GeometryType?,
    _ fields: [AttributeField] = [],
    rows: [Feature] = []
  ) {
    self.init(name: name, sourceID: nil, geometryType: type, fields: fields)
    for row in rows { append(row) }
  }
}

extension UtilityNetwork {
  init(plain tables: [FeatureTable], srid: SRID? = nil) throws {
    try self.init(definition: NetworkDefinition(), srid: srid, tables: tables)
  }

  func named(_ name: String) -> FeatureTable? { tables.first { $0.name == name } }
}

func documentationPage(_ page: String) throws -> String {
  let root = #filePath.components(separatedBy: "/").dropLast(4).joined(separator: "/")
  return try String(contentsOfFile: "\(root)/Documentation/\(page).md", encoding: .utf8)
}

extension NetworkReading {
  func start(of feature: FeatureID) -> Coordinate? { geometry(of: feature)?.coordinates.first }
}

extension Topology {
  func connected(to start: TraceLocation) throws -> [FeatureID] {
    try trace(TraceParameters(.connected, from: [start])).elements.features
  }
}

func identified(_ index: NetworkIndex, _ place: Coordinate, tolerance: Double = 1) -> [FeatureID] {
  index.identify(IdentifyRequest(at: place, tolerance: tolerance)).map(\.feature)
}
