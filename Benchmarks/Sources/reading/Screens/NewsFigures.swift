/// Measures how soon the interactive reader shows what it was not told by a key: what another program did with its store,
/// and that the network is gone.
struct NewsFigures {
    private static let roundCount = 12

    let reader: LanternReader
    let server: LocalServer
    let posts: ScreenPosts

    /// Has a command mark one post after the other as read; each time counts from the command's end.
    func beside(_ report: inout ScreenReport) throws {
        let running = try start()
        var line = ScreenReport.Line()
        let unread = reader.shown(on: running.screen).filter { reader.isRead($0, on: running.screen) == false }
        for number in unread.dropFirst().prefix(Self.roundCount) {
            let before = running.byteCount
            try reader.read(posts.id(number), from: server)
            let end = ContinuousClock().now
            let shown = try running.wait(for: "post \(number) as read") { reader.isRead(number, on: $0) == true }
            line.add(max(.zero, shown - end), bytes: running.byteCount - before)
        }
        try check(line.bytes.count > 2, "no posts to mark as read:\n\(running.screen.text)\n")
        report.add(line, .screenBeside, isPeer: false)
        try reader.quit(running)
    }

    /// Refreshes while the server hangs up, and then while it answers; each time counts from the first connection.
    func failure(_ report: inout ScreenReport) throws {
        let running = try start()
        var line = ScreenReport.Line()
        for isGone in [true, false, true, false, true, false] {
            server.set(isGone ? .reset : .answer(after: 0))
            let (known, before) = (server.connections.count, running.byteCount)
            try running.type("r")
            let shown = try running.wait(for: isGone ? "that the network is gone" : "that it is back") {
                reader.saysFailure($0) == isGone
            }
            try check(server.connections.count > known, "nothing was asked")
            line.add(shown - server.connections[known], bytes: running.byteCount - before)
            try running.settle(for: .milliseconds(300))
        }
        report.add(line, .screenFailure, isPeer: false)
        try reader.quit(running)
    }

    /// Starts the reader on a server that answers, with its first posts on the screen.
    private func start() throws -> TerminalProgram {
        server.set(.answer(after: 0))
        let running = try reader.start(from: server)
        try running.wait(for: "a screen of posts", until: reader.isFull)
        try running.settle(for: .seconds(1))
        return running
    }
}
