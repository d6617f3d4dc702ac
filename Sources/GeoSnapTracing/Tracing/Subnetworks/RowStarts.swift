internal import GeoSnapColumns

/// Where the elements of each row begin in a column that has those of all rows, one row after the other.
struct RowStarts: Sendable {
  private let starts: Column<Int32>

  /// Creates the starts of rows of so many elements.
  init(counts: some Sequence<Int>) {
    var starts: Column<Int32> = [0]
    var end: Int32 = 0
    for count in counts {
      end += Int32(count)
      starts.append(end)
    }
    self.starts = starts
  }

  /// How many rows there are.
  var rowCount: Int { starts.count - 1 }

  /// How many elements all rows have.
  var elementCount: Int { Int(starts[rowCount]) }

  /// The elements of a row; none where they do not lie among all.
  func range(_ row: Int) -> Range<Int> {
    let (start, end) = (Int(starts[row]), Int(starts[row + 1]))
    return start >= 0 && start <= end && end <= elementCount ? start..<end : 0..<0
  }
}

extension RowStarts: ImagePart {
  init(from image: inout ImageReader) throws(ImageError) {
    starts = try image.read("starts")
    guard starts.first == 0, starts[starts.count - 1] >= 0 else {
      throw ImageError("Rows have no beginning.")
    }
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(starts, "starts")
  }
}
