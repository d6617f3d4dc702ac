extension String {
  /// The elements of imported files that an origin such as `bus/17;load/3` names.
  package var originElements: [String] {
    split(separator: ";").map { element in
      String(element.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}
