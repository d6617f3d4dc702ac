/// The result of joining two features: the place, or the code of the refusal.
enum JoinOutcome<Place> {
  case joins(Place)
  case refused(NetworkErrorCode)
}
