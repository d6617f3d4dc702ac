internal import GeoSnapColumns

/// The positions at which rows begin in a column that holds them one after the other.
struct RowStarts: Sendable {
  private let starts: Column<Int32>

  /// Creates the starts of rows with these numbers of elements.
  init(counts: some Sequence<Int>) {
    var starts: Column<Int32> = [0]
    var end: Int32 = 0
    for count in counts {
      end += Int32(count)
      starts.append(end)
    }
    self.starts = starts
  }

  var rowCount: Int { starts.count - 1 }

  var elementCount: Int { Int(starts[rowCount]) }

  /// The elements of a row; empty when they exceed the column.
  func range(_ row: Int) -> Range<Int> {
    let (start, end) = (Int(starts[row]), Int(starts[row + 1]))
    return start >= 0 && start <= end && end <= elementCount ? start..<end : 0..<0
  }
}

extension RowStarts: ImagePart {
  init(from image: inout ImageReader) throws(ImageError) {
    starts = try image.read("starts")
    guard starts.first == 0, starts[starts.count - 1] >= 0 else {
      throw ImageError("The starts of the rows are damaged.")
    }
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(starts, "starts")
  }
}
