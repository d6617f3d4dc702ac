/// Whether two features join: where, or why they do not.
enum JoinOutcome<Place> {
  case joins(Place)
  case refused(NetworkErrorCode)
}
