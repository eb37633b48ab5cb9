import ArgumentParser
import Core
import Foundation

/// A benchmark of a reader's everyday actions beside GRDB on SQLite: opening a feed, filtering, searching, marking,
/// refreshing.
@main
struct Reading: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reading", abstract: "Measures reading with Lantern beside GRDB on SQLite.",
        discussion: "The exit status is 1 when a step takes longer than it may.")

    @Option(help: "How many posts are kept in all.")
    var count = 100_000

    @Option(help: "How many of them are in one feed.")
    var feed = 5_000

    @Option(help: "How many times each step is done.")
    var rounds = 30

    @Option(help: "Where the posts come from.")
    var seed: UInt64 = 20

    @Option(help: "A step to measure; may be repeated. (default: all)")
    var only: [Step] = []

    @Flag(help: "Lantern alone.")
    var alone = false

    @Option(help: "Where the databases are made; the folder for temporary files by default.")
    var scratch: String?

    @Option(help: "Keep the databases in this folder, and take those that are there.")
    var keep: String?

    @Option(help: "The release build of the reader, to measure as a whole program on a terminal.")
    var reader = "Examples/.build/release/reader"

    func validate() throws {
        guard rounds >= 3 else { throw ValidationError("--rounds begins at 3.") }
        guard feed >= 200, count >= feed * 2, count % feed == 0 else {
            throw ValidationError("--feed begins at 200, and --count is a multiple of it, at least twice as much.")
        }
    }

    func run() async throws {
        let base = scratch ?? FileManager.default.temporaryDirectory.path
        let folder = keep ?? "\(base)/lantern-reading-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer {
            // The report counts; a last snapshot may remove its own files at the same moment.
            if keep == nil { try? FileManager.default.removeItem(atPath: folder) }
        }
        let report = try await measure(in: folder)
        print(report.table)
        if report.isMissed { throw ExitCode(1) }
    }

    private func measure(in folder: String) async throws -> Report {
        let plan = ReadingPlan(
            count: count, feedCount: feed, rounds: rounds, seed: seed, folder: folder,
            steps: Set(only.isEmpty ? Step.allCases : only))
        var report = Report()
        if plan.wantsPosts { try await LanternReading(plan).run(&report) }
        if plan.wantsPosts, !alone { try SQLiteReading(plan).run(&report) }
        if plan.wantsThreads {
            try await LanternThreads(plan).run(&report)
            if !alone { try SQLiteThreads(plan).run(&report) }
        }
        if plan.wantsWriting { try await WritingFigures(plan, isAlone: alone).run(&report) }
        if plan.wantsRooms {
            let source = RoomSource(seed: plan.seed, count: plan.roomCount)
            try await LanternRooms(plan, source).run(&report)
            if !alone { try SQLiteRooms(plan, source).run(&report) }
        }
        if plan.wantsScreens { try measureScreens(plan, &report.screens) }
        return report
    }
}

extension Reading {
    private func measureScreens(_ plan: ReadingPlan, _ report: inout ScreenReport) throws {
        guard FileManager.default.isExecutableFile(atPath: reader) else {
            let words = """
                no program at \(reader); build it with 'swift build -c release --package-path Examples --product reader', \
                or name another with --reader
                """
            // Who asked for those lines wants to know at once.
            guard only.isEmpty else { throw ValidationError("There is \(words).") }
            return report.note("nothing was measured on a terminal: \(words)")
        }
        try ScreenFigures(plan, reader: reader, isAlone: alone).run(&report)
    }
}

extension Step: ExpressibleByArgument {}

/// The data that both sides are given.
struct ReadingPlan: Sendable {
    let count: Int
    let feedCount: Int
    let rounds: Int
    let seed: UInt64
    let folder: String
    let steps: Set<Step>

    static let pageSize = 100
    /// One post in so many was read, saved, dismissed.
    static let (readShare, savedShare, dismissedShare) = (10, 20, 100)

    /// The number of feeds; their pages came in turn, so that the posts of one lie apart in the database.
    var feeds: Int { count / feedCount }

    func wants(_ step: Step) -> Bool { steps.contains(step) }

    /// Whether the posts are needed, or the threads, the outbox or the room.
    var wantsPosts: Bool {
        steps.contains { !$0.isAboutThreads && !$0.isAboutWriting && !$0.isAboutRooms && !$0.isAboutScreens }
    }
    var wantsThreads: Bool { steps.contains(where: \.isAboutThreads) }
    var wantsWriting: Bool { steps.contains(where: \.isAboutWriting) }
    var wantsRooms: Bool { steps.contains(where: \.isAboutRooms) }
    var wantsScreens: Bool { steps.contains(where: \.isAboutScreens) }
    var wantsScreenKeys: Bool { steps.contains(where: \.isAboutScreenKeys) }
    var wantsBusyScreens: Bool { steps.contains(where: \.isAboutBusyScreens) }

    /// The number of messages of the room that is opened.
    var roomCount: Int { 100_000 }

    /// The number of the message to whose date a round jumps: all over the room.
    func place(_ round: Int) -> Int { (round * 7919 + 4001) % roomCount }

    /// The number of comments whose texts are drawn with a list: those of the first screen.
    static let screen = 40

    /// The pause behind a step on a thread, in seconds.
    static let rest = 0.03

    /// The number of comments of the thread that is opened.
    var threadCount: Int { 5_000 }

    var threadSource: ThreadSource { ThreadSource(seed: seed, count: threadCount) }

    /// The thread that is opened, with a placeholder for each round, and twenty others beside it.
    var threads: [(post: Post.ID, thread: CommentThread)] {
        let others = (1...20).map { number in
            let post = Post.ID(site: .demo, native: "t3_harbour\(number)")
            let source = ThreadSource(seed: seed + UInt64(number), count: 500)
            return (post, source.thread(of: post, first: 2_000_000 + number * 1_000))
        }
        return [(ThreadSource.post, threadSource.thread(rounds: rounds + 1))] + others
    }

    func log(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
