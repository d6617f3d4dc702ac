internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#endif

/// Distinguishes starts of the machine.
package enum SystemStart {
  /// An identifier that changes with each start; empty when the system has none.
  package static let id: String = {
    #if canImport(Darwin)
      var size = 0
      guard unsafe sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else {
        return ""
      }
      var text = [UInt8](repeating: 0, count: size)
      guard unsafe sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else {
        return ""
      }
      return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    #else
      let handle = FileHandle(forReadingAtPath: "/proc/sys/kernel/random/boot_id")
      let text = try? handle?.readToEnd()
      return String(decoding: text ?? Data(), as: UTF8.self)
    #endif
  }()
}
