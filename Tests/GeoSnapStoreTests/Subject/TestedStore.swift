import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// What commits to a network, of either kind of store.
protocol TestedStore: AnyObject {
  var network: EditedNetwork { get }
  var revision: Int { get }
  var canUndo: Bool { get }
  var canRedo: Bool { get }
  var imports: [ImportRecord] { get }
  var traceConfigurations: [SavedTraceConfiguration] { get }
  var unreadable: [NetworkProblem] { get }
  var unreadableRowCount: Int { get }
  var edge: ExtentEdge? { get }
  func history() throws(StoreError) -> [HistoryStep]
  @discardableResult
  func commit(_ transaction: NetworkTransaction) throws -> NetworkCommit
  @discardableResult
  func undo() throws -> NetworkCommit?
  @discardableResult
  func redo() throws -> NetworkCommit?
  func addField(_ field: AttributeField, to tables: [String]) throws
  func takeOver() throws
}

/// What sessions of both kinds have beside what editors need.
protocol TestedSession: EditingSession {
  var revision: Int { get }
  var unreadable: [NetworkProblem] { get }
  var unreadableRowCount: Int { get }
  var edge: ExtentEdge? { get }
  func history() throws(StoreError) -> [HistoryStep]
  func addField(_ field: AttributeField, to tables: [String]) throws
}

extension NetworkStore: TestedStore {
  var network: EditedNetwork { snapshot }
  func takeOver() throws { try reload() }
}

extension NetworkSession: TestedSession {}

extension PostgresSession: TestedStore, TestedSession {
  var network: EditedNetwork { state.network }
  func takeOver() throws { try reload() }
}
