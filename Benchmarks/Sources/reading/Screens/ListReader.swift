import Foundation

/// A program that shows the posts of a feed in a list on a terminal.
protocol ListReader: Sendable {
    /// Its name, for the report.
    var name: String { get }

    /// Stores the posts that a server has: the feed, and the twenty sources.
    func fill(from server: LocalServer) throws

    /// Starts it with the feed of all posts on the screen, with a server that refuses connections or not.
    func start(from server: LocalServer) throws -> TerminalProgram

    /// Whether a screen is full of posts, and the program's own lines are there.
    func isFull(_ screen: TerminalScreen) -> Bool

    /// Whether nothing is under way any more, by what the screen says.
    func isAtRest(_ screen: TerminalScreen) -> Bool

    /// The number of the chosen post; nil where none can be seen.
    func chosen(on screen: TerminalScreen) -> Int?

    /// Starts it with the list of all sources on the screen, as long as the feed, from a server that answers.
    func startCombined(from server: LocalServer) throws -> TerminalProgram

    /// Has it fetch all sources again, and returns with the list of all sources on the screen.
    ///
    /// - Returns: Whether the list begins at its top again.
    func refresh(_ program: TerminalProgram) throws -> Bool

    /// Has it fetch the feed of all posts again, which is on the screen.
    func refreshFeed(_ program: TerminalProgram) throws

    /// Ends it.
    func quit(_ program: TerminalProgram) throws
}

extension ListReader {
    func refreshFeed(_ program: TerminalProgram) throws { try program.type("r") }

    /// The numbers of the posts that a screen shows.
    func shown(on screen: TerminalScreen) -> [Int] {
        (0..<screen.rows).compactMap { ScreenPosts.number(in: screen.text($0)) }
    }

    /// The environment of a program whose own files are in a folder.
    static func environment(home: String) -> [String: String] {
        var environment = [
            "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "no_proxy": "127.0.0.1",
            "XDG_DATA_HOME": "\(home)/data", "XDG_CONFIG_HOME": "\(home)/config",
        ]
        for name in ["PATH", "LD_LIBRARY_PATH", "TZ"] { environment[name] = ProcessInfo.processInfo.environment[name] }
        return environment
    }

    /// Runs a program to its end, without a terminal.
    static func run(_ path: String, _ arguments: [String], home: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment(home: home)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let words = ([path] + arguments).joined(separator: " ")
            throw WrongAnswer(description: "\(words) ended with \(process.terminationStatus)")
        }
    }
}
