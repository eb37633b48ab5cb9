import ArgumentParser
import Deals
import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// This program once more, in a process of its own.
enum ChildProcess {
    struct MemoryUsage: Codable, Sendable {
        /// In megabytes, as everything here.
        var growth: Double
        var resident: Double
        var peak: Double
    }

    /// Starts an ingest, and kills it without warning.
    ///
    /// - Returns: How many deals it had said were committed.
    static func ingestAndKill(
        _ peer: PeerKind, _ folder: String, from first: Int, seed: UInt64, afterBatches batches: Int
    ) throws -> Int {
        try runAndKill(
            ["ingest-child", "--peer", peer.rawValue, "--folder", folder, "--first", "\(first)", "--seed", "\(seed)"],
            after: batches * SizeRun.batch)
    }

    /// Starts writing documents, and kills that without warning.
    ///
    /// - Returns: How many documents it had said were committed.
    static func writeAndKill(
        _ peer: PeerKind, _ folder: String, _ shape: DocumentShape, from first: Int, afterBatches batches: Int
    ) throws -> Int {
        try runAndKill(
            [
                "document-child", "--peer", peer.rawValue, "--folder", folder, "--first", "\(first)", "--length",
                "\(shape.length)", "--batch", "\(shape.batch)",
            ], after: batches * shape.batch)
    }

    private static func runAndKill(_ arguments: [String], after count: Int) throws -> Int {
        let (process, output) = try start(arguments)
        var acknowledged = 0
        var rest = ""
        var isKilled = false
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            var lines = (rest + String(decoding: data, as: UTF8.self)).components(separatedBy: "\n")
            rest = lines.removeLast()
            acknowledged = lines.last.flatMap(Int.init) ?? acknowledged
            if acknowledged >= count, !isKilled {
                kill(process.processIdentifier, SIGKILL)
                isKilled = true
            }
        }
        process.waitUntilExit()
        guard process.terminationReason == .uncaughtSignal, acknowledged >= count else {
            throw RunFailure("the writing process ended by itself")
        }
        return acknowledged
    }

    /// Opens a store and reads 1,000 windows.
    static func memory(_ peer: PeerKind, _ folder: String, count: Int, seed: UInt64) throws -> MemoryUsage {
        let (process, output) = try start([
            "memory-child", "--peer", peer.rawValue, "--folder", folder, "--count", "\(count)", "--seed", "\(seed)",
        ])
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw RunFailure("the process whose memory is measured failed") }
        return try JSONDecoder().decode(MemoryUsage.self, from: data)
    }

    private static func start(_ arguments: [String]) throws -> (Process, Pipe) {
        let process = Process()
        #if os(Linux)
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
            process.executableURL = Bundle.main.executableURL
        #endif
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output)
    }
}

extension PeerKind: ExpressibleByArgument {}

/// Ingests without end, and says after each commit how many deals are in.
struct IngestChild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "ingest-child", shouldDisplay: false)

    @Option var peer: PeerKind
    @Option var folder: String
    @Option var first: Int
    @Option var seed: UInt64

    func run() async throws {
        let source = DealSource(seed: seed &+ 3)
        try await ingest(peer.store, source)
    }

    private func ingest<Store: Peer>(_ type: Store.Type, _ source: DealSource) async throws {
        let store = try await Store.open(folder, isSynced: false)
        var committed = 0
        while true {
            try await store.commit(source.deals(from: first + committed, count: SizeRun.batch)[...])
            committed += SizeRun.batch
            try FileHandle.standardOutput.write(contentsOf: Data("\(committed)\n".utf8))
        }
    }
}

/// Opens a store, reads 1,000 random windows, and says by how much it grew.
struct MemoryChild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "memory-child", shouldDisplay: false)

    @Option var peer: PeerKind
    @Option var folder: String
    @Option var count: Int
    @Option var seed: UInt64

    func run() async throws {
        let before = try Memory.resident()
        let store = try await read(peer.store)
        let after = try withExtendedLifetime(store) { try Memory.resident() }
        let usage = ChildProcess.MemoryUsage(
            growth: Double(after - before) / 1e6, resident: Double(after) / 1e6, peak: Double(try Memory.peak()) / 1e6)
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(usage))
    }

    private func read<Store: Peer>(_ type: Store.Type) async throws -> any Peer {
        let source = DealSource(seed: seed &+ 4)
        let store = try await Store.open(folder, isSynced: false)
        for number in 0..<1000 {
            let window = DealWindow(
                order: DealOrder.allCases[number % 5], isDescending: source.below(2) == 0,
                place: .offset(source.below(max(1, count - 100))))
            let found = try store.window(window)
            try check(found.count == 100, "a window has \(found.count) deals")
        }
        return store
    }
}
