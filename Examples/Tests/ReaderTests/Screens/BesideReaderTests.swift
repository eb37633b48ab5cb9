import DemoServer
import Foundation
import TestSupport
import Testing

/// The interactive reader beside a command and beside another reader, on one store.
@Suite(.timeLimit(.minutes(5)))
struct BesideReaderTests {
    private func read(
        _ arguments: [String] = [], in fixture: ReaderFixture, rows: Int = 24,
        _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let base = try #require(fixture.server.baseURL).absoluteString
        try await PseudoTerminal.run(
            "reader", arguments + ["--store", fixture.store, "--base-url", base], rows: rows,
            environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory], body)
    }

    private func quit(_ terminal: PseudoTerminal) async {
        terminal.type("q")
        #expect(await terminal.end().status == 0)
    }

    @Test func whatACommandLeavesIsShown() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list").ids
            let first = try #require(ids.first)
            try await read(in: fixture) { terminal in
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix(" 1/25") && $0.text(ofRow: 1).hasPrefix("> ● ") }
                #expect(try await fixture.reader("save", first).status == 0)
                try await terminal.wait { $0.text(ofRow: 1).contains("saved") }
                #expect(try await fixture.reader("read", first).status == 0)
                try await terminal.wait { $0.text(ofRow: 1).hasPrefix(">   ") }
                await quit(terminal)
            }
            #expect(try await fixture.reader("saved").ids == [first])
        }
    }

    @Test func twoReadersAgree() async throws {
        try await ReaderFixture.run { fixture in
            _ = try await fixture.reader("list")
            try await read(in: fixture) { writer in
                try await writer.wait { $0.text(ofRow: 0).hasSuffix(" 1/25") && $0.text(ofRow: 1).hasPrefix("> ● ") }
                try await read(in: fixture) { other in
                    try await other.wait { $0.text(ofRow: 0).hasSuffix(" 1/25") && $0.text(ofRow: 1).hasPrefix("> ● ") }
                    try await other.wait(for: "this one only reads")
                    #expect(!writer.grid.text.contains("Another program"))
                    // The one that only reads leaves its mark for the one that writes.
                    other.type("s")
                    try await other.wait { $0.text(ofRow: 1).contains("saved") }
                    try await writer.wait { $0.text(ofRow: 1).contains("saved") }
                    writer.type("m")
                    try await writer.wait { $0.text(ofRow: 1).hasPrefix(">   ") }
                    try await other.wait { $0.text(ofRow: 1).hasPrefix(">   ") }
                    // Another run can fetch, and no key of this one.
                    other.type("r")
                    try await other.wait(for: "Another program had the store open")
                    #expect(!other.grid.text.contains("tries again"))
                    await quit(other)
                }
                await quit(writer)
            }
        }
    }

    @Test(arguments: [true, false])
    func aReplyOfACommandIsShownInItsThreadAndCounted(_ isOffline: Bool) async throws {
        try await ReaderFixture.run { fixture in
            let id = try #require(try await fixture.reader("list").ids.first)
            try #require(try await fixture.reader("comments", id).status == 0)
            // All of the thread is seen, wherever the answer stands in it.
            try await read(isOffline ? ["--offline"] : [], in: fixture, rows: 200) { terminal in
                try await terminal.wait { $0.text(ofRow: 0).hasSuffix(" 1/25") && $0.text(ofRow: 1).hasPrefix("> ") }
                terminal.type("\r")
                try await terminal.wait { grid in
                    grid.text(ofRow: 0).contains(" comment") && !grid.text.contains("fetching")
                        && grid.text(ofRow: 1).hasPrefix("> ")
                }
                #expect(!terminal.grid.text(ofRow: 199).contains("unsent"))
                let reply = try await fixture.reader("reply", id, "Words beside.")
                #expect(reply.status == 0, "\(reply.errors)")
                #expect(try reply.entry("queued")["text"] as? String == "Words beside.")
                if isOffline {
                    try await terminal.wait { grid in
                        let rows = (1..<199).map { grid.text(ofRow: $0) }
                        let words = rows.firstIndex { $0.hasSuffix("Words beside.") }
                        return words.map { rows[$0 - 1].contains("not sent yet") } == true
                            && grid.text(ofRow: 199).hasPrefix("network off · ")
                            && grid.text(ofRow: 199).contains(" · 1 unsent")
                    }
                    #expect(try fixture.record.texts(by: "OksanaReads").isEmpty)
                } else {
                    // The reader sends it, and then nothing says that it is unsent.
                    try await terminal.wait { grid in
                        grid.text.contains("Words beside.") && !grid.text.contains("not sent yet")
                            && grid.text(ofRow: 199).hasPrefix("online · ") && !grid.text.contains("unsent")
                    }
                    #expect(try fixture.record.texts(by: "OksanaReads").map(\.text) == ["Words beside."])
                }
                await quit(terminal)
            }
        }
    }
}
