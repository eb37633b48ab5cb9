import Foundation

/// Measures programs on a terminal: how soon a screen of posts is there, and how soon a key is answered.
struct ScreenFigures {
    /// The number of posts in the feed, and in the list of all sources.
    static let count = 10_000
    private static let startCount = 20
    private static let keyCount = 300
    /// The time after which a server answers that answers slowly, in seconds.
    private static let delay = 0.3
    /// The number of keys between two refreshes of the feed, at least.
    private static let keysOfRefresh = 10
    private static let idle = Duration.seconds(10)
    private static let (pageDown, pageUp) = ("\u{1B}[6~", "\u{1B}[5~")

    private let plan: ReadingPlan
    private let reader: String
    private let isAlone: Bool

    init(_ plan: ReadingPlan, reader: String, isAlone: Bool) {
        (self.plan, self.reader, self.isAlone) = (plan, reader, isAlone)
    }

    func run(_ report: inout ScreenReport) throws {
        let posts = ScreenPosts(count: Self.count, seed: plan.seed)
        // One server has the posts; another one's port refuses until the starts have been timed.
        let full = try LocalServer(posts.answer)
        try full.listen()
        let ours = LanternReader(path: reader, folder: try folder("reader"), count: Self.count)
        try fill(ours, from: full)
        let filled = ContinuousClock().now
        if !isAlone {
            if let newsboat = NewsboatReader(folder: try folder("newsboat"), count: Self.count) {
                report.note(
                    "beside it \(try newsboat.version()), whose list has one row for each post, and reader's two")
                try fill(newsboat, from: full)
                try measure(newsboat, full, posts, isPeer: true, &report)
            } else {
                report.note("newsboat is not installed: no figures of it")
            }
        }
        let rest = LanternReader.freshness - (ContinuousClock().now - filled)
        if rest > .zero {
            plan.log("waiting until what is stored is no longer fresh")
            Thread.sleep(forTimeInterval: rest / .seconds(1))
        }
        try measure(ours, full, posts, isPeer: false, &report)
        let news = NewsFigures(reader: ours, server: full, posts: posts)
        plan.log("waiting for news in reader")
        if plan.wants(.screenBeside) { try news.beside(&report) }
        if plan.wants(.screenFailure) { try news.failure(&report) }
    }

    private func folder(_ name: String) throws -> String {
        let path = "\(plan.folder)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func fill(_ program: some ListReader, from server: LocalServer) throws {
        plan.log("filling \(program.name) with \(Self.count) posts")
        server.set(.answer(after: 0))
        try program.fill(from: server)
    }

    private func measure(
        _ program: some ListReader, _ full: LocalServer, _ posts: ScreenPosts, isPeer: Bool,
        _ report: inout ScreenReport
    ) throws {
        let refusing = try LocalServer { _ in nil }
        if plan.wants(.screenStart) { try start(program, refusing, isPeer: isPeer, &report) }
        if plan.wantsScreenKeys || plan.wants(.screenIdle) { try keys(program, refusing, isPeer: isPeer, &report) }
        if plan.wants(.screenStart), !isPeer { try countRequests(program, refusing, &report) }
        if plan.wantsBusyScreens { try busy(program, full, posts, isPeer: isPeer, &report) }
        if plan.wants(.screenStepNew) { try new(program, full, posts, isPeer: isPeer, &report) }
    }

    // MARK: Starting

    private func start(
        _ program: some ListReader, _ server: LocalServer, isPeer: Bool, _ report: inout ScreenReport
    ) throws {
        plan.log("starting \(program.name)")
        var line = ScreenReport.Line()
        // The first one warms up.
        for round in 0...Self.startCount {
            let running = try program.start(from: server)
            let shown = try running.wait(for: "a screen of posts", until: program.isFull)
            try check(program.shown(on: running.screen).first == 0, "\(program.name) begins elsewhere")
            if round > 0 { line.add(shown - running.started, bytes: running.byteCount) }
            try running.listen(for: .milliseconds(200))
            try program.quit(running)
        }
        report.add(line, .screenStart, isPeer: isPeer)
    }

    /// Counts who connects before the first screen: to a server that hangs up, as what is refused cannot be counted.
    private func countRequests(
        _ program: some ListReader, _ server: LocalServer, _ report: inout ScreenReport
    ) throws {
        server.set(.reset)
        try server.listen()
        var (early, late) = (0, 0)
        let rounds = 5
        for _ in 0..<rounds {
            let before = server.connections.count
            let running = try program.start(from: server)
            let shown = try running.wait(for: "a screen of posts", until: program.isFull)
            try running.listen(for: .seconds(2))
            let new = server.connections.dropFirst(before)
            early += new.count { $0 <= shown }
            late += new.count { $0 > shown }
            try program.quit(running)
        }
        report.require(
            early == 0 && late > 0,
            "connections before the first screen, in \(rounds) starts: \(early) (and \(late) in the two seconds after)")
    }

    // MARK: Keys

    private func keys(
        _ program: some ListReader, _ server: LocalServer, isPeer: Bool, _ report: inout ScreenReport
    ) throws {
        plan.log("typing to \(program.name)")
        let running = try program.start(from: server)
        try running.wait(for: "a screen of posts", until: program.isFull)
        try running.settle(for: .seconds(1))
        if plan.wants(.screenIdle) {
            try idle(program, running, isPeer: isPeer, &report)
        }
        try typeAll(
            to: program, running, [(.screenStep, .step), (.screenScroll, .scroll), (.screenPage, .page)],
            isPeer: isPeer,
            &report
        ) { false }
        try program.quit(running)
        guard !isPeer, let step = report.line(.screenStep), let page = report.line(.screenPage) else { return }
        let most = step.bytes.max() ?? 0
        report.require(
            most * 2 <= page.medianBytes,
            "bytes of a step that scrolls nothing, at most: \(most), of a page \(page.medianBytes)")
    }

    /// Counts what is written while nobody types; anew where a minute went by on the screen, which says how old things
    /// are.
    private func idle(
        _ program: some ListReader, _ running: TerminalProgram, isPeer: Bool, _ report: inout ScreenReport
    ) throws {
        try running.wait(for: "a failure of the network", until: program.isAtRest)
        try running.listen(for: .seconds(1))
        for attempt in 1...3 {
            let before = running.screen
            let count = try running.listen(for: Self.idle)
            let changes = (0..<before.rows).map { (before.text($0), running.screen.text($0)) }.filter { $0.0 != $0.1 }
            func words(_ text: String) -> String {
                String(text.filter { !$0.isNumber }).replacing("minutes", with: "minute")
            }
            if attempt < 3, count > 0, changes.allSatisfy({ words($0.0) == words($0.1) }) { continue }
            var text = "bytes that \(program.name) writes in ten idle seconds: \(count)"
            for (old, new) in changes {
                text +=
                    "; '\(old.trimmingCharacters(in: .whitespaces))' became '\(new.trimmingCharacters(in: .whitespaces))'"
            }
            return isPeer ? report.note(text) : report.require(count == 0, text)
        }
    }

    /// The same while twenty sources are fetched from a server that answers slowly, again and again.
    private func busy(
        _ program: some ListReader, _ server: LocalServer, _ posts: ScreenPosts, isPeer: Bool,
        _ report: inout ScreenReport
    ) throws {
        plan.log("opening a list of all sources in \(program.name)")
        server.set(.answer(after: 0))
        let running = try program.startCombined(from: server)
        plan.log("typing to \(program.name) while it fetches")
        server.set(.answer(after: Self.delay))
        posts.grow(.sources)
        let before = server.answerCount
        var last = before - ScreenPosts.sourceCount
        try typeAll(
            to: program, running,
            [(.screenStepBusy, .step), (.screenScrollBusy, .scroll), (.screenPageBusy, .page)], isPeer: isPeer, &report
        ) {
            // Between two of its answers it may be busy with what came.
            guard server.openCount == 0, server.answerCount - last >= ScreenPosts.sourceCount || server.isQuiet else {
                return false
            }
            last = server.answerCount
            return try fetch(program, running, server) { try program.refresh(running) }
        }
        report.note("answers that came to \(program.name) meanwhile: \(server.answerCount - before)")
        try program.quit(running)
    }

    /// The same while the feed is fetched again and again, each time with a page of new posts above the stored ones.
    private func new(
        _ program: some ListReader, _ server: LocalServer, _ posts: ScreenPosts, isPeer: Bool,
        _ report: inout ScreenReport
    ) throws {
        plan.log("typing to \(program.name) while new posts come")
        server.set(.answer(after: 0))
        let running = try program.start(from: server)
        try running.wait(for: "a screen of posts", until: program.isFull)
        try running.settle(for: .seconds(1))
        server.set(.answer(after: Self.delay / 2))
        posts.grow(.all)
        let before = server.answerCount
        var (last, keyCount) = (before - 1, Self.keysOfRefresh)
        try typeAll(to: program, running, [(.screenStepNew, .step)], isPeer: isPeer, &report) {
            keyCount += 1
            guard keyCount > Self.keysOfRefresh, server.openCount == 0, server.answerCount > last else { return false }
            (last, keyCount) = (server.answerCount, 0)
            return try fetch(program, running, server) {
                try program.refreshFeed(running)
                return false
            }
        }
        report.note("times that \(program.name) was given 100 new posts: \(server.answerCount - before)")
        posts.grow(.nothing)
        try program.quit(running)
    }

    /// Has posts fetched again by a key; whether the list began anew.
    private func fetch(
        _ program: some ListReader, _ running: TerminalProgram, _ server: LocalServer, _ refresh: () throws -> Bool
    ) throws -> Bool {
        let before = server.connections.count
        for _ in 0..<10 {
            let isNew = try refresh()
            // Where it was not quite done with the last time, the key means nothing.
            for _ in 0..<50 {
                if server.connections.count > before { return isNew }
                try running.listen(for: .milliseconds(20))
            }
        }
        throw WrongAnswer(description: "\(program.name) fetches nothing:\n\(running.screen.text)\n")
    }

    /// Types the keys of some steps; before each, what keeps the program busy, which says whether the list began anew.
    private func typeAll(
        to program: some ListReader, _ running: TerminalProgram, _ steps: [(Step, Manner)], isPeer: Bool,
        _ report: inout ScreenReport, _ keepBusy: () throws -> Bool
    ) throws {
        for (step, manner) in steps where plan.wants(step) {
            var line = ScreenReport.Line()
            var isDown = true
            /// The number of pages above.
            var depth = 0
            var unanswered = 0
            for number in 0..<Self.keyCount {
                if try keepBusy() { depth = 0 }
                if manner == .scroll { try goToLastRow(program, running) }
                let (before, shown) = (program.chosen(on: running.screen), program.shown(on: running.screen))
                switch manner {
                case .step: isDown = before == shown.first || isDown && before != shown.last
                case .scroll: isDown = true
                case .page:
                    isDown = depth == 0 || number < Self.keyCount / 2
                    depth += isDown ? 1 : -1
                }
                let key = manner == .page ? isDown ? Self.pageDown : Self.pageUp : isDown ? "j" : "k"
                if isPeer {
                    // Its list may have begun anew with what came meanwhile: nothing is above its top, for one.
                    let answer = try running.press(key, within: .seconds(2)) { program.chosen(on: $0) != before }
                    if let answer { line.add(answer.duration, bytes: answer.byteCount) } else { unanswered += 1 }
                    if answer == nil { depth = 0 }
                } else {
                    let answer = try running.press(key) { program.chosen(on: $0) != before }
                    line.add(answer.duration, bytes: answer.byteCount)
                }
            }
            report.add(line, step, isPeer: isPeer)
            if unanswered > 0 {
                report.note("\(step.name): keys that moved nothing in \(program.name), not counted: \(unanswered)")
            }
            try running.listen(for: .milliseconds(400))
        }
    }

    /// Moves the cursor to the last post on the screen.
    private func goToLastRow(_ program: some ListReader, _ running: TerminalProgram) throws {
        while let chosen = program.chosen(on: running.screen), chosen != program.shown(on: running.screen).last {
            _ = try running.press("j", within: .seconds(2)) { program.chosen(on: $0) != chosen }
        }
    }
}

/// The ways in which a person goes through a list.
private enum Manner {
    /// The cursor moves between the rows of a screen.
    case step
    /// It goes on from the last row.
    case scroll
    case page
}
