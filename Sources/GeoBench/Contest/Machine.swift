import Foundation

/// The machine of the measurements.
enum Machine {
  /// Processor, cores and memory.
  static var description: String {
    let information = ProcessInfo.processInfo
    let memory = (Double(information.physicalMemory) / 0x1p30).rounded()
    return "\(processor), \(information.processorCount) cores, \(Int(memory)) GiB, "
      + information.operatingSystemVersionString
  }

  /// The resident memory of the process in bytes; 0 where the system does not report it.
  static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }

  private static var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
      ?? "unknown processor"
  }

  static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
