import CServicePage

enum PageFiles {
  /// The bytes by path, such as `leaflet/leaflet.js`.
  static let all: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    for number in 0..<geosnap_page_count() {
      let file = unsafe geosnap_page_file(number)
      let name = unsafe String(cString: file.name)
      files[name] = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
    return files
  }()
}
