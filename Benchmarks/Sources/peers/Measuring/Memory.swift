import Foundation

#if canImport(Darwin)
    import Darwin
#endif

/// The resident memory of this process, in bytes.
enum Memory {
    #if os(Linux)
        static func resident() throws -> Int { try status("VmRSS") }
        static func peak() throws -> Int { try status("VmHWM") }

        private static func status(_ field: String) throws -> Int {
            let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            for line in text.split(separator: "\n") where line.hasPrefix("\(field):") {
                if let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first {
                    return (Int(kilobytes) ?? 0) * 1024
                }
            }
            throw RunFailure("the system does not say \(field)")
        }
    #else
        static func resident() throws -> Int { Int(try info().resident_size) }
        static func peak() throws -> Int { Int(try info().resident_size_max) }

        private static func info() throws -> mach_task_basic_info {
            var info = mach_task_basic_info()
            var size = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
            let result = withUnsafeMutablePointer(to: &info) { pointer in
                pointer.withMemoryRebound(to: integer_t.self, capacity: Int(size)) {
                    task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &size)
                }
            }
            guard result == KERN_SUCCESS else { throw RunFailure("the system does not say how much memory is used") }
            return info
        }
    #endif
}
