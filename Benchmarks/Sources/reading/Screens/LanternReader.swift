import Foundation

/// The interactive `reader` of this project's examples.
struct LanternReader: ListReader {
    /// The time after which what was stored is stale.
    static let freshness = Duration.seconds(65)

    let name = "reader"
    let path: String
    let folder: String
    private let count: Int

    init(path: String, folder: String, count: Int) {
        (self.path, self.folder, self.count) = (path, folder, count)
    }

    private func arguments(_ server: LocalServer) -> [String] {
        ["--store", "\(folder)/store", "--backend", "reddit-json", "--base-url", server.base]
    }

    func fill(from server: LocalServer) throws {
        func run(_ command: [String]) throws {
            try Self.run(path, command + arguments(server) + ["--timeout", "600"], home: folder)
        }
        try run(["settings", "set", "pageSize", "100"])
        // The least there is, so that a start finds what is stored stale and wants to ask for it.
        try run(["settings", "set", "refreshAgeMinutes", "1"])
        let json = ["--format", "json", "--limit", "100"]
        try run(["list", "--pages", "\(count / 100)"] + json)
        for source in 0..<ScreenPosts.sourceCount {
            let name = ScreenPosts.name(source)
            try run(["sources", "add", name])
            try run(["list", "--feed", "r/\(name)", "--pages", "\(count / 100 / ScreenPosts.sourceCount)"] + json)
        }
    }

    func start(from server: LocalServer) throws -> TerminalProgram {
        try TerminalProgram(path, arguments(server), environment: Self.environment(home: folder))
    }

    func isFull(_ screen: TerminalScreen) -> Bool {
        // Two rows for each, one of them for what is wrong with the network.
        shown(on: screen).count >= (screen.rows - 2) / 2 - 1 && screen.text(screen.rows - 1).contains("q quit")
    }

    func isAtRest(_ screen: TerminalScreen) -> Bool { !screen.text(screen.rows - 1).contains("fetching") }

    func chosen(on screen: TerminalScreen) -> Int? {
        chosenText(on: screen).flatMap(ScreenPosts.number)
    }

    private func chosenText(on screen: TerminalScreen) -> String? {
        (0..<screen.rows).lazy.map { screen.text($0) }.first { $0.hasPrefix("> ") }
    }

    func startCombined(from server: LocalServer) throws -> TerminalProgram {
        let program = try start(from: server)
        try program.wait(for: "a screen of posts", until: isFull)
        try program.settle(for: .seconds(1))
        try program.type("\t")
        let name = "All sources"
        try program.wait(for: "the places") { screen in
            (0..<screen.rows).contains { screen.text($0).hasPrefix("  \(name) ") }
        }
        for _ in 0...ScreenPosts.sourceCount {
            let before = chosenText(on: program.screen)
            _ = try program.press("j") { chosenText(on: $0) != before }
        }
        try check(chosenText(on: program.screen)?.contains(name) == true, "another place than '\(name)' is chosen")
        try program.type("\r")
        try program.wait(for: "the list of all sources", until: isFull)
        // Each time its end is seen, another page of it is listed; while one comes, the key asks for none.
        var (length, attempts) = (0, 0)
        while length < count, attempts < 20 {
            try program.type("G")
            attempts += 1
            guard try program.shows(within: .milliseconds(500), { self.length(on: $0) > length }) else { continue }
            (length, attempts) = (self.length(on: program.screen), 0)
        }
        try check(length >= count, "the list of all sources ends with \(length) posts:\n\(program.screen.text)\n")
        try program.type("gg")
        try program.settle(for: .milliseconds(300))
        return program
    }

    /// The number behind the slash in the first row.
    private func length(on screen: TerminalScreen) -> Int {
        screen.text(0).split(separator: "/").last.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// Marks a post as read by a command beside the program, and returns when the command has ended.
    func read(_ id: String, from server: LocalServer) throws {
        try Self.run(path, ["read", id, "--offline"] + arguments(server), home: folder)
    }

    /// Whether a post that can be seen is shown as read; nil where it cannot be seen.
    func isRead(_ number: Int, on screen: TerminalScreen) -> Bool? {
        (0..<screen.rows).lazy.map { screen.text($0) }.first { ScreenPosts.number(in: $0) == number }
            .map { !$0.contains("●") }
    }

    /// Whether the status line says that the network does not answer.
    func saysFailure(_ screen: TerminalScreen) -> Bool { screen.text(screen.rows - 1).hasPrefix("offline") }

    func refresh(_ program: TerminalProgram) throws -> Bool {
        try program.type("r")
        return false
    }

    func quit(_ program: TerminalProgram) throws { try program.quit("q") }
}
