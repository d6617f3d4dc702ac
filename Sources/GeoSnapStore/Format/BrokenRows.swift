/// The treatment of rows that cannot be read.
package enum BrokenRows: Sendable {
  /// They are errors: no network is returned.
  case refused
  /// They are left out and listed.
  case setAside
  /// They are listed, and kept without their wrong values, so that references to them are not reported too; rows
  /// without an essential value are set aside.
  case tolerated
}
