import Foundation

/// newsboat, where it is installed.
struct NewsboatReader: ListReader {
    let name = "newsboat"
    private let path: String
    private let folder: String
    private let count: Int

    /// Finds the program; nil where there is none.
    init?(folder: String, count: Int) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        let paths = folders.map { "\($0)/newsboat" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else { return nil }
        (self.path, self.folder, self.count) = (path, folder, count)
    }

    /// Its version, for the report.
    func version() throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = ["-v"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: " -").first.map(String.init) ?? name
    }

    private func arguments(_ list: String) -> [String] {
        ["-u", "\(folder)/\(list)", "-c", "\(folder)/\(list).db", "-C", "\(folder)/config"]
    }

    func fill(from server: LocalServer) throws {
        let sources = (0..<ScreenPosts.sourceCount).map { "\(server.base)/\(ScreenPosts.name($0)).xml" }
        let files = [
            // The newest first, and the keys for the cursor that the other one has.
            "config": """
            article-sort-order date-asc
            auto-reload no
            bind-key j down
            bind-key k up

            """,
            "feed": "\(server.base)/all.xml\n",
            "combined": (["\"query:All:unread = \\\"yes\\\"\""] + sources).joined(separator: "\n") + "\n",
        ]
        for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
        for list in ["feed", "combined"] { try Self.run(path, arguments(list) + ["-x", "reload"], home: folder) }
    }

    func start(from server: LocalServer) throws -> TerminalProgram { try start("feed") }

    /// Starts it with the first feed opened: the key for that is typed before.
    private func start(_ list: String) throws -> TerminalProgram {
        try TerminalProgram(path, arguments(list), environment: Self.environment(home: folder), keys: "\r")
    }

    func isFull(_ screen: TerminalScreen) -> Bool {
        shown(on: screen).count >= screen.rows - 3 && screen.text(screen.rows - 2).contains("q:Quit")
    }

    func isAtRest(_ screen: TerminalScreen) -> Bool { true }

    func chosen(on screen: TerminalScreen) -> Int? {
        // The first row and the last two are set off, too.
        (1..<screen.rows - 2).first { screen.isMarked($0) }.flatMap { ScreenPosts.number(in: screen.text($0)) }
    }

    func startCombined(from server: LocalServer) throws -> TerminalProgram {
        let program = try start("combined")
        try program.wait(for: "a screen of posts", until: isFull)
        try check(
            program.screen.text(0).contains("\(count) total"), "newsboat's list is shorter:\n\(program.screen.text)\n")
        return program
    }

    func refresh(_ program: TerminalProgram) throws -> Bool {
        // From the list of feeds; the list of posts has no key for it.
        try showFeeds(program)
        try program.type("R")
        for _ in 0..<10 {
            try program.listen(for: .milliseconds(100))
            try program.type("\r")
            if try program.shows(within: .seconds(1), isFull) { break }
            // It opens an empty list where the one of all feeds is just being made anew.
            try showFeeds(program)
        }
        try program.wait(for: "a screen of posts", until: isFull)
        try program.listen(for: .milliseconds(100))
        return true
    }

    private func showFeeds(_ program: TerminalProgram) throws {
        let isThere = { (screen: TerminalScreen) in screen.text(0).contains("Your feeds") }
        guard !isThere(program.screen) else { return }
        try program.type("q")
        try program.wait(for: "its feeds", until: isThere)
    }

    func quit(_ program: TerminalProgram) throws { try program.quit("Q") }
}
