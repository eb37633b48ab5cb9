import Foundation
import ServerKit

/// The file that a demo site keeps its state in.
struct DemoKeepFile: Sendable {
    private let file: KeepFile<KeptState>

    /// A file.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - seed: The seed of the site whose ids the file may speak of.
    init(path: String, seed: UInt64) {
        file = KeepFile(path: path, format: "lantern-demo 1") { state in
            state.seed == seed ? nil : "it is of the site with the seed \(state.seed), and this one has \(seed)"
        }
    }

    /// Does something while no other process changes the file; waits for one that does.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        try told { try file.locked(body) }
    }

    /// The stamp of the file; nil when there is none.
    var stamp: KeepStamp? { file.stamp }

    /// The state; nil when there is no file.
    func read() throws -> (state: KeptState, stamp: KeepStamp)? {
        try told { try file.read() }
    }

    /// Writes a state so that it is on the disk when this returns.
    func write(_ state: KeptState) throws -> KeepStamp {
        try told { try file.write(state) }
    }

    /// Tells what goes wrong with the file as the server's own errors do.
    private func told<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch KeepError.cannotKeep(let path, let reason) {
            throw DemoServerError.cannotKeep(path: path, reason: reason)
        } catch KeepError.damaged(let path, let reason) {
            throw DemoServerError.damagedFile(path: path, reason: reason)
        }
    }
}
