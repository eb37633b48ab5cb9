import DemoServer
import Foundation
import TestSupport
import Testing

/// The interactive reader beside a command and beside another reader, on one store.
@Suite(.timeLimit(.minutes(5)))
struct BesideReaderTests {
    private func read(in fixture: ReaderFixture, _ body: (PseudoTerminal) async throws -> Void) async throws {
        let base = try #require(fixture.server.baseURL).absoluteString
        try await PseudoTerminal.run(
            "reader", ["--store", fixture.store, "--base-url", base],
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
}
