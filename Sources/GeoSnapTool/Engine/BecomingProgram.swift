import Foundation

/// Another program in the place of this one.
enum BecomingProgram {
  /// Goes on as another program.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - words: Its command line, without its name.
  /// - Returns: Why it does not; otherwise not at all.
  static func become(_ path: String, _ words: [String]) -> String {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + words).map { unsafe strdup($0) }
    unsafe copies.append(nil)
    unsafe execv(path, copies)
    return unsafe String(cString: strerror(errno))
  }
}
