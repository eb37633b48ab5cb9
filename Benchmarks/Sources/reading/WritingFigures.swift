import Core
import Foundation

/// Writing, and what is shown of it, with Lantern and with SQLite in turns: round by round, so that whatever else the
/// machine does falls on both.
@MainActor
struct WritingFigures {
    private let plan: ReadingPlan
    private let isAlone: Bool
    private let clock = ContinuousClock()

    /// The number of posts in the list, and of the votes on them that wait.
    nonisolated static let (posts, waiting) = (10_000, 1_000)

    /// One post in so many has a vote that waits.
    nonisolated static var stride: Int { posts / waiting }

    /// Prepares the figures; nothing is made yet.
    ///
    /// - Parameters:
    ///   - plan: The data and the rounds; the number of posts is its own.
    ///   - isAlone: Whether SQLite is left out.
    nonisolated init(_ plan: ReadingPlan, isAlone: Bool) {
        self.plan = ReadingPlan(
            count: Self.posts, feedCount: Self.posts, rounds: plan.rounds, seed: plan.seed,
            folder: "\(plan.folder)/writing", steps: plan.steps)
        self.isAlone = isAlone
    }

    func run(_ report: inout Report) async throws {
        try FileManager.default.createDirectory(atPath: plan.folder, withIntermediateDirectories: true)
        let (without, with) = ("\(plan.folder)/without", "\(plan.folder)/with")
        if !FileManager.default.fileExists(atPath: without) {
            try await LanternFilling(plan).fill(without, hasMarks: false)
        }
        // What an earlier run has queued there is no longer a thousand.
        if FileManager.default.fileExists(atPath: with) { try FileManager.default.removeItem(atPath: with) }
        try FileManager.default.copyItem(atPath: without, toPath: with)
        let peer = isAlone ? nil : try SQLiteWriting(plan)
        let (app, plain) = (try await LanternWriting(with), try await LanternWriting(without))
        try await app.queueVotes()
        if plan.wants(.pending) { try await show(app, plain, peer, &report) }
        if plan.wants(.queue) {
            try await queue(.queue, &report) {
                try await app.vote($0)
            } peer: {
                try await peer?.vote($0)
            } blocking: {
                try peer?.voteBlocking($0)
            }
        }
        if plan.wants(.queueText) {
            let source = PostSource(seed: plan.seed + 2)
            let texts = (0...plan.rounds).map { _ in source.comment() }
            try await queue(.queueText, &report) {
                try await app.reply(texts[$0], $0)
            } peer: {
                try await peer?.reply(texts[$0], $0)
            } blocking: {
                try peer?.replyBlocking(texts[$0], $0)
            }
        }
        try await app.finish()
        try await plain.finish()
        if plan.wants(.pendingCold) { try await cold(with, without, peer, &report) }
        try peer?.close()
    }

    // MARK: Showing

    private func show(
        _ app: LanternWriting, _ plain: LanternWriting, _ peer: SQLiteWriting?, _ report: inout Report
    ) async throws {
        var (ours, without, theirs, theirsWithout) = (Samples(), Samples(), Samples(), Samples())
        for round in 0...plan.rounds {
            let isFirst = round.isMultiple(of: 2)
            // Each comes first as often as the other.
            let early = try await isFirst ? app.show(Self.waiting) : plain.show(0)
            let late = try await isFirst ? plain.show(0) : app.show(Self.waiting)
            let (their, plainly) = (try peer?.show(Self.waiting), try peer?.show(nil))
            // The first ones read what the others find read.
            guard round > 0 else { continue }
            ours.add(isFirst ? early : late)
            without.add(isFirst ? late : early)
            if let their { theirs.add(their) }
            if let plainly { theirsWithout.add(plainly) }
        }
        report.add(ours, .pending)
        report.add(without, without: .pending)
        guard peer != nil else { return }
        report.add(theirs, .pending, isPeer: true)
        report.add(theirsWithout, part: "the same list in SQLite, without the table of intents")
    }

    private func cold(
        _ with: String, _ without: String, _ peer: SQLiteWriting?, _ report: inout Report
    ) async throws {
        var (ours, plain, theirs) = (Samples(), Samples(), Samples())
        for round in 0..<plan.rounds {
            for isOurs in round.isMultiple(of: 2) ? [true, false] : [false, true] {
                let time = try await LanternWriting.start(isOurs ? with : without, Self.waiting, isOurs)
                if isOurs { ours.add(time) } else { plain.add(time) }
            }
            if let peer { theirs.add(try peer.start()) }
        }
        report.add(ours, .pendingCold)
        report.add(plain, without: .pendingCold)
        if peer != nil { report.add(theirs, .pendingCold, isPeer: true) }
    }

    // MARK: Queueing

    private func queue(
        _ step: Step, _ report: inout Report, _ queue: (Int) async throws -> Void,
        peer: (Int) async throws -> Void, blocking: (Int) throws -> Void
    ) async throws {
        var (ours, theirs, blocked) = (Samples(), Samples(), Samples())
        for round in 0...plan.rounds {
            let begin = clock.now
            try await queue(round)
            let end = clock.now
            // What follows from a change has come to an end, as with a person. Nobody cancels it.
            try? await Task.sleep(for: .seconds(ReadingPlan.rest))
            let again = clock.now
            try await peer(round)
            let last = clock.now
            try? await Task.sleep(for: .seconds(ReadingPlan.rest))
            let start = clock.now
            try blocking(round)
            let finish = clock.now
            // The first ones warm up.
            guard round > 0 else { continue }
            ours.add(end - begin)
            theirs.add(last - again)
            blocked.add(finish - start)
        }
        report.add(ours, step)
        guard !isAlone else { return }
        report.add(theirs, step, isPeer: true)
        report.add(blocked, part: "\(step.name), SQLite while the caller's thread waits")
    }
}
