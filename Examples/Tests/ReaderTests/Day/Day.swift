import Core
import Database
import Foundation
import Mocks
import PostFeatures
import Testing

/// A day on the virtual clock: one disk, one server, and one process after the other.
@MainActor
final class Day {
    /// The way in which a process ends.
    enum End: CaseIterable {
        /// The app is put away in order.
        case quit
        /// `kill -9`: what was written stays.
        case killed
        /// The power goes: what was not synced is lost.
        case powerLost
    }

    static let feeds = ["swift", "memes", "askdemo"].map {
        Feed(site: DayProcess.site, source: .subreddits([$0]), sort: .new)
    }
    /// Seven in the morning, UTC.
    static let morning = Date(timeIntervalSince1970: 1_790_060_400)

    let seed: UInt64
    let random: SeededRandomSource
    let files = InMemoryFileSystem()
    let clock = ManualClock(now: morning)
    let server = DayServer(communities: ["swift", "memes", "askdemo"], date: morning)
    private(set) var process: DayProcess
    let record = DayRecord()
    /// The number of deliberate refreshes of each feed.
    var refreshes = 0
    private(set) var deaths = 0
    /// The number of them that were in the middle of a pack.
    var packDeaths = 0

    init(seed: UInt64) async throws {
        self.seed = seed
        random = SeededRandomSource(seed: seed)
        process = try await DayProcess(files: files, server: server, clock: clock)
    }

    /// The hour that it is.
    var moment: String {
        let minutes = Int(clock.now.timeIntervalSince(Self.morning) / 60) + 7 * 60
        let text = "0\(minutes / 60):0\(minutes % 60)"
        return "\(text.split(separator: ":").map { $0.suffix(2) }.joined(separator: ":")), seed \(seed)"
    }

    /// Advances the clock to an hour of the day.
    func wait(until hour: Double) {
        let now = clock.now.timeIntervalSince(Self.morning) / 3_600 + 7
        clock.advance(by: .seconds(max(0, hour - now) * 3_600))
    }

    /// Ends the process, starts the next one, and compares with what was shown and done.
    func restart(_ end: End) async throws {
        switch end {
        case .quit: try await process.quit()
        case .killed: process.kill()
        case .powerLost:
            process.kill()
            files.crash()
        }
        deaths += end == .quit ? 0 : 1
        try await start()
    }

    private func start() async throws {
        process = try await DayProcess(files: files, server: server, clock: clock)
        #expect(process.store.damages.isEmpty, "\(moment)")
        try await record.check(process, moment)
        try await record.checkPacks(self)
    }

    /// Does something in a process that dies of it, at some step that chance picks.
    ///
    /// - Parameters:
    ///   - changes: At the most, how many changes of the disk it lives for.
    ///   - body: What is done; what it acknowledges goes into the record.
    /// - Throws: What has nothing to do with its death.
    func dying(within changes: Int, _ body: @MainActor (Day) async throws -> Void) async throws {
        process.kill()
        let count = random.number(changes)
        do {
            process = try await DayProcess(files: files, server: server, clock: clock, dyingAfter: count)
            try await process.run { try await body(self) }
        } catch {
            // It may die while it opens its store, and then nothing was done.
            try #require(process.disk.isDead, "\(moment), after \(count): \(error)")
        }
        process.kill()
        deaths += 1
        try await start()
    }

    /// Everything that was fetched more than once and is not the head of a feed, which changes; as often as it was
    /// once too often.
    var fetchedTwice: [String] {
        var seen: Set<String> = []
        return server.fetched.filter { !Self.isHead($0) && !seen.insert($0).inserted }
    }

    /// The number of fetched heads of feeds.
    var fetchedHeads: Int { server.fetched.count(where: Self.isHead) }

    private static func isHead(_ address: String) -> Bool {
        address.hasPrefix("/r/") && !address.contains("/about.json") && !address.contains("after=")
    }
}

extension SeededRandomSource {
    /// A number from 0 up to a limit, that one left out.
    func number(_ upper: Int) -> Int { Int(next() % UInt64(max(1, upper))) }
}
