import Foundation

/// The machine that the figures were measured on.
struct Machine: Sendable {
    let lines: [String]

    init() {
        let cpuInfo = Self.text("/proc/cpuinfo")
        let memory = ProcessInfo.processInfo.physicalMemory
        let format = ISO8601DateFormatter()
        format.formatOptions = [.withFullDate]
        lines = [
            "CPU: \(Self.value("model name", in: cpuInfo) ?? "not known"), "
                + "\(ProcessInfo.processInfo.activeProcessorCount) cores",
            "memory: \(Int((Double(memory) / Double(1 << 30)).rounded())) GiB",
            "system: \(Self.system)",
            "Swift: \(Self.swift)",
            "date: \(format.string(from: Date()))",
        ]
    }

    private static var system: String {
        let name = text("/etc/os-release").split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        return name.map { $0.dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\"")) }
            ?? ProcessInfo.processInfo.operatingSystemVersionString
    }

    private static var swift: String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "--version"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            let line = text.split(separator: "\n").first { $0.contains("Swift version") }
            return line.flatMap { $0.components(separatedBy: "Swift version ").last }.map { "\($0)" } ?? "not known"
        } catch {
            return "not known"  // A compiler is not needed to run what was built.
        }
    }

    private static func text(_ path: String) -> String {
        // Other systems have no such file.
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    private static func value(_ name: String, in text: String) -> String? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
    }
}
