import DemoServer
import Foundation
import TestSupport
import Testing

/// The interactive reader at a server that wants to write to the terminal itself, in everything that people there have named or written.
@Suite(.timeLimit(.minutes(5)))
struct HarmfulServerTests {
    /// A window's title, a question, the same with a C1 character, two overrides of direction, and other controls.
    private static let harm = "\u{1B}]0;owned\u{7}\u{1B}[5n\u{9B}5n\u{202E}\u{2066}\u{0}\u{8}\u{85}\u{7F}"
    /// What is to be seen of it; of what a server says to a refusal, controls are left out.
    private static let shown = "␛]0;owned␇␛[5n"

    /// The demonstration's server with harm before everything that people have written there.
    private final class Server: Sendable {
        private static let fields: Set<String> = [
            "title", "author", "selftext", "body", "caption", "link_flair_text", "subject", "link_title",
            "public_description", "domain",
        ]
        private let demo: DemoServer

        init() {
            demo = DemoServer(
                configuration: DemoServer.Configuration(
                    port: 8080, referenceDate: Date(timeIntervalSince1970: 1_790_000_000)))
        }

        func answer(to request: FixtureServer.Request) -> FixtureServer.Answer {
            if request.path == "/api/comment" {
                return Self.json(["json": ["errors": [["TOO_\(harm)", "It is refused. \(harm)", "text"]]]])
            }
            let form = URLComponents(string: "?" + String(decoding: request.body, as: UTF8.self))?.queryItems ?? []
            let answer = demo.answer(request.method, request.target, headers: request.headers, form: form)
            guard answer.status == 200 else { return .status(answer.status) }
            // What is no JSON is a picture.
            guard let body = try? JSONSerialization.jsonObject(with: answer.body) else { return .file(answer.body) }
            return Self.json(Self.harmed(body))
        }

        private static func json(_ value: Any) -> FixtureServer.Answer {
            // What came out of JSON goes into it again.
            (try? JSONSerialization.data(withJSONObject: value)).map { .file($0) } ?? .status(500)
        }

        private static func harmed(_ value: Any) -> Any {
            if let values = value as? [Any] { return values.map { harmed($0) } }
            guard let members = value as? [String: Any] else { return value }
            return members.reduce(into: [String: Any]()) { result, member in
                let isHarmed = fields.contains(member.key)
                if isHarmed, let text = member.value as? String {
                    result[member.key] = harm + text
                } else {
                    result[member.key] = harmed(member.value)
                }
            }
        }
    }

    /// The scalars that no screen has: controls, and what turns a line around.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        default: false
        }
    }

    /// Runs a test at the server, with a source and an answer that was refused.
    private func serve(_ test: @Sendable ([String], [String: String]) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        // What cannot be removed stays with the other temporary files.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let server = Server()
        try await FixtureServer.run {
            server.answer(to: $0)
        } _: { base in
            let arguments = ["--store", "\(directory)/store", "--base-url", base]
            let source = try await ReaderProcess.run(["sources", "add", "r/swift"] + arguments)
            try #require(source.status == 0, "\(source.errors)")
            let list = try await ReaderProcess.run(["list", "--feed", "r/swift", "--format", "json"] + arguments)
            let reply = try await ReaderProcess.run(["reply", try #require(list.ids.first), "Yes."] + arguments)
            #expect(
                reply.status == 69 && Self.isHarmless(reply.output + reply.errors), "\(reply.output)\(reply.errors)")
            #expect((reply.output + reply.errors).contains("It is refused. ]0;owned[5n"))
            try await test(arguments, ["LC_ALL": "C", "XDG_CONFIG_HOME": directory])
        }
    }

    @Test func nothingOfItReachesTheTerminal() async throws {
        try await serve { arguments, environment in
            try await PseudoTerminal.run(
                "reader", arguments + ["--pictures", "off"], columns: 100, rows: 40, environment: environment
            ) { terminal in
                // What is shown is looked at until the screen is the next one.
                @Sendable func check(
                    _ what: String, shows text: String = Self.shown,
                    _ isThere: @escaping @Sendable (TerminalGrid) -> Bool
                ) async throws {
                    try await terminal.wait { isThere($0) && $0.text.contains(text) }
                    let grid = terminal.grid
                    #expect(grid.refused == [], "\(what)")
                    let harm = grid.cells.joined().filter { $0.text.unicodeScalars.contains(where: Self.isHarmful) }
                    #expect(harm.isEmpty, "\(what)")
                }
                try await check("the feed") { $0.text(ofRow: 0).contains(" 1/25") }
                terminal.type("\r")
                try await check("a post") { $0.text.contains(" comments") && !$0.text.contains("fetching") }
                terminal.type("O")
                try await check("the outbox", shows: "It is refused. ]0;owned[5n") { $0.text.contains("Yes.") }
                terminal.type("\u{1B}")
                try await check("the post again") { $0.text.contains(" comments") }
                terminal.type("\u{1B}")
                try await check("the feed again") { $0.text(ofRow: 0).contains(" 1/25") }
                terminal.type("/the")
                try await check("what was found") { $0.text(ofRow: 0).hasPrefix("/ the") && $0.text.contains("r/") }
                terminal.type("\u{1B}")
                try await check("the feed once more") { $0.text(ofRow: 0).contains(" 1/25") }
                terminal.type("\t")
                try await check("the places") { $0.text.contains("r/swift") && $0.text.contains("Activity") }
                terminal.type("q")
                #expect(await terminal.end().status == 0)
                #expect(terminal.grid.refused == [])
            }
        }
    }

    @Test func nothingOfItIsToldInLines() async throws {
        try await serve { arguments, environment in
            try await PipedProgram.run("reader", arguments + ["--plain"], environment: environment) { reader in
                try await reader.wait(for: "“quit” ends.\n")
                #expect(try await reader.write("down", waitingFor: "r/").contains(Self.shown))
                #expect(try await reader.write("open", waitingFor: " comments\n").contains(Self.shown))
                #expect(try await reader.write("outbox", waitingFor: "It is refused. ").contains("Yes."))
                try await reader.write("back", waitingFor: "\n")
                try await reader.write("back", waitingFor: "\n")
                #expect(try await reader.write("go-to", waitingFor: "Activity\n").contains(Self.shown))
                try reader.write("quit")
                let (end, errors) = await reader.end()
                #expect(end.status == 0 && Self.isHarmless(reader.output + errors))
            }
        }
    }

    /// Whether a text has nothing but line feeds of what is harmful.
    private static func isHarmless(_ text: String) -> Bool {
        !text.unicodeScalars.contains { $0 != "\n" && isHarmful($0) }
    }
}
