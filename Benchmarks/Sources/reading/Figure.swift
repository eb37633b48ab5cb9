import Foundation

/// The steps of reading that are measured, in the order of the table.
enum Step: String, CaseIterable, Sendable {
    case cold, warm, filter, saved, search, letters, layout, status, page, threadCold, thread, fold, expand, sort
    case queue, queueText, pending, pendingCold
    case roomCold, room, roomDate, roomSearch
    case screenStart, screenStep, screenScroll, screenPage, screenIdle
    case screenStepBusy, screenScrollBusy, screenPageBusy, screenStepNew
    case screenBeside, screenFailure

    var name: String {
        switch self {
        case .cold: "open the store, show the feed"
        case .warm: "show the feed again"
        case .filter: "filter it by a setting"
        case .saved: "search what is saved by title"
        case .search: "search everything that is kept"
        case .letters: "search it by one and two letters"
        case .layout: "lay out 10,000 in columns"
        case .status: "one status, synced, until it shows"
        case .page: "a page of 100 on top, until it shows"
        case .threadCold: "open the store, show a thread of 5,000"
        case .thread: "show the thread again"
        case .fold: "fold a comment, synced, until it shows"
        case .expand: "expand 100 into 5,000, until they show"
        case .sort: "sort the thread, until it shows"
        case .queue: "queue a vote, synced, with 1,000 waiting"
        case .queueText: "queue a reply, synced, with 1,000 waiting"
        case .pending: "show 10,000 with 1,000 pending votes"
        case .pendingCold: "start, show 10,000 with 1,000 pending votes"
        case .roomCold: "show the newest 50 of a room of 100,000, after the start"
        case .room: "show them again"
        case .roomDate: "jump to a date in the room"
        case .roomSearch: "search the room"
        case .screenStart: "start the program, until a screen of 10,000 posts is there"
        case .screenStep: "a key for the next post, until its last byte"
        case .screenScroll: "a key for the next post, which scrolls the list"
        case .screenPage: "a key for the next page"
        case .screenIdle: "ten seconds without a key"
        case .screenStepBusy: "the next post, while 20 sources are fetched"
        case .screenScrollBusy: "the next post, which scrolls the list, meanwhile"
        case .screenPageBusy: "the next page, meanwhile"
        case .screenStepNew: "the next post, while 100 new posts come above 10,000"
        case .screenBeside: "a post that a command beside it has marked as read, until it is shown as read"
        case .screenFailure: "a server that hangs up, until the status line says so"
        }
    }

    /// Milliseconds that it may take: a frame; for searching, by the 95th percentile.
    ///
    /// `nil` for one that may take what the peer takes.
    var limit: Double? {
        switch self {
        case .search, .letters: 16
        case .threadCold, .thread, .fold, .expand, .sort: 16.7
        case .queue, .queueText, .pending, .pendingCold: nil
        default: 16
        }
    }

    var isAboutThreads: Bool {
        switch self {
        case .threadCold, .thread, .fold, .expand, .sort: true
        default: false
        }
    }

    /// Whether it is about the outbox.
    var isAboutWriting: Bool {
        switch self {
        case .queue, .queueText, .pending, .pendingCold: true
        default: false
        }
    }

    var isAboutRooms: Bool {
        switch self {
        case .roomCold, .room, .roomDate, .roomSearch: true
        default: false
        }
    }

    /// Whether it is about a whole program on a terminal; what it may take is said in ``ScreenReport``.
    var isAboutScreens: Bool {
        switch self {
        case .screenStart, .screenIdle, .screenStepNew: true
        default: isAboutScreenKeys || isAboutBusyScreens || isAboutNews
        }
    }

    /// Whether it is about news that the program has to show by itself, of which the slowest counts.
    var isAboutNews: Bool { self == .screenBeside || self == .screenFailure }

    var isAboutScreenKeys: Bool { self == .screenStep || self == .screenScroll || self == .screenPage }

    /// Whether a program is fetching twenty sources meanwhile.
    var isAboutBusyScreens: Bool {
        self == .screenStepBusy || self == .screenScrollBusy || self == .screenPageBusy
    }

    /// The factor by which it may take longer than the same without what is pending.
    static let pendingShare = 1.1

    var isJudgedByTail: Bool { self == .search || self == .letters || self == .roomSearch }
}

/// The times of a step, in milliseconds.
struct Samples: Sendable {
    private(set) var values: [Double] = []

    mutating func add(_ duration: Duration) { values.append(duration / .milliseconds(1)) }

    /// The time that this share of the samples does not exceed.
    func percentile(_ share: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        return values.sorted()[max(0, min(values.count - 1, Int((share * Double(values.count)).rounded(.up)) - 1))]
    }

    var median: Double { percentile(0.5) }
}

/// The times of both sides for each step, and for parts of it that are shown separately.
struct Report: Sendable {
    private(set) var ours: [Step: Samples] = [:]
    private(set) var theirs: [Step: Samples] = [:]
    /// The times of the same without what is pending.
    private(set) var without: [Step: Samples] = [:]
    private(set) var parts: [(name: String, samples: Samples)] = []
    /// What whole programs on a terminal came to.
    var screens = ScreenReport()

    mutating func add(_ samples: Samples, _ step: Step, isPeer: Bool = false) {
        if isPeer { theirs[step] = samples } else { ours[step] = samples }
    }

    mutating func add(_ samples: Samples, without step: Step) { without[step] = samples }

    mutating func add(_ samples: Samples, part: String) { parts.append((part, samples)) }

    var isMissed: Bool { screens.isMissed || ours.contains { !isMet($0.key, $0.value) } }

    private func isMet(_ step: Step, _ samples: Samples) -> Bool {
        if let limit = step.limit { return (step.isJudgedByTail ? samples.percentile(0.95) : samples.median) <= limit }
        let without = without[step].map { $0.median * Step.pendingShare } ?? .infinity
        return samples.median <= min(theirs[step]?.median ?? .infinity, without)
    }

    /// What a step may take, for the table.
    private func limit(of step: Step) -> String {
        if let limit = step.limit { return "\(Self.text(limit)) ms\(step.isJudgedByTail ? " (p95)" : "")" }
        guard let without = without[step] else { return "SQLite's" }
        return "SQLite's, and \(Self.text(without.median * Step.pendingShare)) ms"
    }

    var table: String {
        [ours.isEmpty ? nil : stepTable, screens.isEmpty ? nil : screens.table].compactMap(\.self)
            .joined(separator: "\n\n")
    }

    private var stepTable: String {
        var lines = [
            "| step | Lantern median | least | p95 | SQLite median | least | p95 | times as fast | at most | |",
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ]
        for step in Step.allCases {
            guard let ours = ours[step] else { continue }
            let ratio = theirs[step].map { Self.text($0.median / ours.median) } ?? "–"
            lines.append(
                "| \(step.name) | \(Self.cells(ours)) | \(Self.cells(theirs[step])) | \(ratio) | \(limit(of: step)) | "
                    + "\(isMet(step, ours) ? "met" : "MISSED") |")
        }
        for step in Step.allCases {
            guard let samples = without[step], let ours = ours[step] else { continue }
            lines.append(
                "- \(step.name), without what is pending: \(Self.cells(samples)) (median, least, p95); "
                    + "with it \(Self.text(ours.median / samples.median)) times as long")
        }
        for part in parts {
            lines.append("- \(part.name): \(Self.cells(part.samples)) (median, least, p95)")
        }
        return lines.joined(separator: "\n")
    }

    /// The median, the least and the 95th percentile, in milliseconds.
    private static func cells(_ samples: Samples?) -> String {
        guard let samples else { return "– | – | –" }
        return [0.5, 0, 0.95].map { text(samples.percentile($0)) }.joined(separator: " | ")
    }

    private static func text(_ value: Double) -> String { String(format: "%.3g", value) }
}

/// The error of a run that ended without a table, because a wrong answer has no figure.
struct WrongAnswer: Error, CustomStringConvertible {
    let description: String
}

func check(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw WrongAnswer(description: "A wrong answer: \(what()).") }
}
