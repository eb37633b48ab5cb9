import Foundation
import ServerKit
import Synchronization

/// Holds what people have told the server, and keeps it in a file where one was given.
///
/// Every change is whole or not there: a change is made to a copy, the copy is kept, and only then does it count. Who
/// is answered after that can rely on it.
final class DemoStore: Sendable {
    /// The longest time that a read can be behind.
    static let greatestStaleness = Duration.seconds(60)
    private static let greatestVersionCount = 100

    private struct Memory {
        var kept: KeptState
        /// The stamp of the file that it was read from or written to.
        var stamp: KeepStamp?
        /// Whether the last change could not be kept; only of tokens that were ended by a program.
        var isUnsaved = false
        /// The newest last, each with the moment from which on it counts.
        var versions: [(date: Date, version: SiteVersion)]
    }

    private let base: Catalog
    private let referenceTime: Int
    private let now: @Sendable () -> Date
    private let file: DemoKeepFile?
    private let memory: Mutex<Memory>

    /// Creates a store that lasts as long as the server does.
    ///
    /// - Parameters:
    ///   - base: What was generated.
    ///   - referenceTime: The date that its ages are counted from, in Unix seconds.
    ///   - now: The clock.
    ///   - prepare: Adds the tokens that are known from the start.
    init(
        base: Catalog, referenceTime: Int, now: @escaping @Sendable () -> Date, prepare: (inout TokenStore) -> Void
    ) {
        var kept = KeptState(seed: base.seed)
        prepare(&kept.tokens)
        (self.base, self.referenceTime, self.now, file) = (base, referenceTime, now, nil)
        let version = SiteVersion(base: base, state: kept.site, referenceTime: referenceTime)
        memory = Mutex(Memory(kept: kept, versions: [(.distantPast, version)]))
    }

    /// Creates a store that goes on from a file, and makes the file where there is none.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - base: What was generated.
    ///   - referenceTime: The date that its ages are counted from, in Unix seconds.
    ///   - now: The clock.
    ///   - prepare: Adds the tokens that are known from the start, unless they are there.
    /// - Throws: ``DemoServerError`` where the file is damaged, of another site, or cannot be written.
    init(
        keptIn file: DemoKeepFile, base: Catalog, referenceTime: Int, now: @escaping @Sendable () -> Date,
        prepare: (inout TokenStore) -> Void
    ) throws {
        let (kept, stamp) = try file.locked {
            let read = try file.read()
            var kept = read?.state ?? KeptState(seed: base.seed)
            let count = kept.tokens.count
            prepare(&kept.tokens)
            if let read, kept.tokens.count == count { return (kept, read.stamp) }
            return (kept, try file.write(kept))
        }
        (self.base, self.referenceTime, self.now, self.file) = (base, referenceTime, now, file)
        let version = SiteVersion(base: base, state: kept.site, referenceTime: referenceTime)
        memory = Mutex(Memory(kept: kept, stamp: stamp, versions: [(.distantPast, version)]))
    }

    /// The time of what is written now, in Unix seconds.
    var time: Int { Int(now().timeIntervalSince1970.rounded(.down)) }

    // MARK: Reading

    /// The site as it is, or as it was some time ago.
    ///
    /// - Parameter staleness: How long ago, up to ``greatestStaleness``.
    /// - Returns: The newest version of then.
    /// - Throws: ``DemoServerError`` where the file cannot be read.
    func version(staleness: Duration = .zero) throws -> SiteVersion {
        try memory.withLock { memory in
            try refresh(&memory)
            let limit = now().addingTimeInterval(-(staleness / .seconds(1)))
            let versions = memory.versions
            let found =
                staleness > .zero ? versions.last { $0.date <= limit } ?? versions.first : versions.last
            return found?.version ?? SiteVersion(base: base, state: memory.kept.site, referenceTime: referenceTime)
        }
    }

    /// The site as it is in a state, which may be one in the middle of a change.
    func version(of state: SiteState) -> SiteVersion {
        SiteVersion(base: base, state: state, referenceTime: referenceTime)
    }

    /// Something about the tokens.
    func readTokens<Result: Sendable>(_ body: (TokenStore) -> Result) throws -> Result {
        try memory.withLock { memory in
            try refresh(&memory)
            return body(memory.kept.tokens)
        }
    }

    /// The tokens that this process knows of, whatever the file says by now.
    var knownTokens: TokenStore {
        memory.withLock { $0.kept.tokens }
    }

    /// Takes over what another process has written.
    private func refresh(_ memory: inout Memory) throws {
        guard let file, file.stamp != memory.stamp else { return }
        // Without a file the state goes on as it is, and the next change writes it again.
        guard let read = try file.read() else { return }
        let isOther = read.state.site != memory.kept.site
        (memory.kept, memory.stamp) = (read.state, read.stamp)
        if isOther { addVersion(to: &memory) }
    }

    // MARK: Writing

    /// Changes the site; what the body throws changes nothing.
    ///
    /// - Parameter body: The change, to the newest state.
    /// - Returns: What the body returns, once the change is kept.
    /// - Throws: What the body throws, or ``DemoServerError`` where the change cannot be kept: then it is not made.
    func change<Result: Sendable>(_ body: (inout SiteState) throws -> Result) throws -> Result {
        try memory.withLock { memory in
            let result = try change(&memory) { try body(&$0.site) }
            addVersion(to: &memory)
            return result
        }
    }

    /// Changes the tokens, with the same promises.
    func changeTokens<Result: Sendable>(_ body: (inout TokenStore) throws -> Result) throws -> Result {
        try memory.withLock { memory in
            try change(&memory) { try body(&$0.tokens) }
        }
    }

    /// Ends tokens, in any case for this process.
    func endTokens(_ body: (inout TokenStore) -> Void) {
        memory.withLock { memory in
            do {
                try change(&memory) { body(&$0.tokens) }
            } catch {
                // Whoever orders this cannot be told; the next change writes it, or says why it cannot.
                body(&memory.kept.tokens)
                memory.isUnsaved = true
            }
        }
    }

    private func change<Result>(
        _ memory: inout Memory, _ body: (inout KeptState) throws -> Result
    ) throws -> Result {
        guard let file else {
            var kept = memory.kept
            let result = try body(&kept)
            memory.kept = kept
            return result
        }
        return try file.locked {
            if !memory.isUnsaved { try refresh(&memory) }
            var kept = memory.kept
            let result = try body(&kept)
            memory.stamp = try file.write(kept)
            memory.kept = kept
            memory.isUnsaved = false
            return result
        }
    }

    private func addVersion(to memory: inout Memory) {
        let date = now()
        memory.versions.append(
            (date, SiteVersion(base: base, state: memory.kept.site, referenceTime: referenceTime)))
        // One from before the limit stays: it is what was there at the limit.
        let limit = date.addingTimeInterval(-(Self.greatestStaleness / .seconds(1)))
        while memory.versions.count > 1,
            memory.versions.count > Self.greatestVersionCount || memory.versions[1].date <= limit
        {
            memory.versions.removeFirst()
        }
    }

    /// Lets no read be behind what was done until now.
    func forgetOldVersions() {
        memory.withLock { memory in
            memory.versions.removeFirst(memory.versions.count - 1)
        }
    }
}
