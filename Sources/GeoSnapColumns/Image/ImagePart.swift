/// A value in an image: it writes its parts in an order and reads them in the same order.
///
/// Large data lies in columns, which are mapped; the rest is read at once.
package protocol ImagePart {
  /// Reads the parts, in the order in which they were written.
  init(from image: inout ImageReader) throws(ImageError)

  func write(to image: inout ImageWriter) throws(ImageError)
}

extension Int: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self = Int(truncatingIfNeeded: Int64(bitPattern: try image.word()))
  }

  package func write(to image: inout ImageWriter) { image.add(UInt64(bitPattern: Int64(self))) }
}

extension UInt64: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) { self = try image.word() }

  package func write(to image: inout ImageWriter) { image.add(self) }
}

extension Double: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self.init(bitPattern: try image.word())
  }

  package func write(to image: inout ImageWriter) { image.add(bitPattern) }
}

extension Bool: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) { self = try image.word() != 0 }

  package func write(to image: inout ImageWriter) { image.add(self ? 1 : 0) }
}

extension String: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self.init(decoding: try image.read("text") as Column<UInt8>, as: UTF8.self)
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(Column(utf8), "text")
  }
}

extension Optional: ImagePart where Wrapped: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self = try Bool(from: &image) ? Wrapped(from: &image) : nil
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    (self != nil).write(to: &image)
    if let self { try self.write(to: &image) }
  }
}

extension Array: ImagePart where Element: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self = []
    let count = try Int(from: &image)
    // Reserves no memory, since the count may be wrong.
    for position in 0..<Swift.max(count, 0) { append(try image.read("\(position)")) }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    count.write(to: &image)
    for (position, part) in enumerated() { try image.write(part, "\(position)") }
  }
}
