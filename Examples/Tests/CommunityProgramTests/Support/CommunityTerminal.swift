import CommunityServer
import Foundation
import TestSupport
import Testing

extension CommunityFixture {
    /// Runs the interactive program on this server, and on this store or another one.
    ///
    /// - Parameters:
    ///   - arguments: More options; none by default.
    ///   - store: The store; the fixture's by default.
    ///   - columns: The width of the terminal.
    ///   - rows: Its height.
    ///   - environment: What is added to the environment.
    ///   - body: What a person does.
    /// - Throws: What keeps it from starting, and what the body throws.
    func look(
        _ arguments: [String] = [], on store: String? = nil, columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:], _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let base = try #require(server.baseURL).absoluteString
        var all = ["LC_ALL": "C", "XDG_CONFIG_HOME": directory, "LANTERN_COMMUNITY_KEY": CommunityServer.demoKey]
        all.merge(environment) { _, new in new }
        try await PseudoTerminal.run(
            "community", arguments + ["--store", store ?? self.store, "--base-url", base], columns: columns, rows: rows,
            environment: all, body)
    }

    /// Whether a file of the store has a text in it.
    func isStored(_ text: String) -> Bool {
        let files = FileManager.default.enumerator(atPath: store)?.compactMap { $0 as? String } ?? []
        // A file may be replaced while it is read.
        return files.contains {
            (try? Data(contentsOf: URL(filePath: "\(store)/\($0)")))?.range(of: Data(text.utf8)) != nil
        }
    }
}

extension PseudoTerminal {
    /// Opens ann's room with ben from the start.
    func openRoom() async throws {
        try await waitForHome()
        try await go(to: "Messages")
        try await wait(for: ">   ben")
        type("\r")
        try await wait { $0.text(ofRow: 0).hasPrefix("Chat with ben · live") }
    }

    /// The places of the menu, in their order.
    private static let places = [
        "Home", "Hashtags", "Liked posts", "Profile", "Messages", "Write a post", "Payments", "Settings",
        "What is not sent",
    ]

    /// Ends the program by a key.
    func quit(by key: String = "q") async {
        type(key)
        let end = await end()
        #expect(end.status == 0 && end.reason == .exit)
    }

    /// Waits until the home screen is there.
    func waitForHome() async throws {
        try await wait { $0.text(ofRow: 0).hasPrefix("Home · Daily life") && $0.text(ofRow: 1).hasPrefix("> ") }
    }

    /// Opens a place by the menu.
    ///
    /// - Parameters:
    ///   - place: Its name.
    ///   - title: What the first row begins with then; the place's name by default.
    /// - Throws: What a wait throws whose screen never comes.
    func go(to place: String, titled title: String? = nil) async throws {
        let number = try #require(Self.places.firstIndex(of: place))
        type("\t")
        try await wait(for: "> Home")
        type(String(repeating: "j", count: number))
        try await wait(for: "> \(place)")
        type("\r")
        try await wait { $0.text(ofRow: 0).hasPrefix(title ?? place) }
    }
}
