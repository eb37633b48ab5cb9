import Core
import DemoServer
import Foundation
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import ReaderScreens

/// Lists and texts in the reader that no other test opens: favourites, an order with a period, a video, a link that is posted, and a quote.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReaderListTests {
    private func read(
        _ arguments: [String] = [], prepare: @escaping @Sendable (ReaderFixture) async throws -> Void = { _ in },
        _ body: @escaping @MainActor (DrivenReader, ReaderFixture) async throws -> Void
    ) async throws {
        try await ReaderFixture.runCalls { fixture in
            try await prepare(fixture)
            try await DrivenReader.run(on: fixture, arguments) { reader, _ in
                try await reader.waitForFeed()
                try await body(reader, fixture)
            }
        }
    }

    @Test func favouritesAreAList() async throws {
        try await read { reader, _ in
            let title = String(reader.grid.text(ofRow: 1).drop { "> ●".contains($0) }.prefix(20))
            reader.press("f")
            try await reader.wait { $0.text(ofRow: 1).contains("favourite") }
            await reader.go(toPlace: 8)
            try await reader.wait { $0.text(ofRow: 0).hasPrefix("Favourites") && $0.text(ofRow: 1).contains(title) }
            #expect(reader.grid.text(ofRow: 0).hasSuffix(" 1/1"))
        }
    }

    @Test func anOrderHasItsPeriods() async throws {
        try await read { reader, fixture in
            reader.press("o")
            let option = "Top · Past week"
            for _ in 0..<20 where !reader.grid.text.contains("> \(option)") { reader.press("j") }
            #expect(reader.grid.text.contains("> \(option)"), "\(reader.grid.text)")
            reader.press("enter")
            try await reader.wait {
                $0.text(ofRow: 0).hasPrefix("Front page · Top") && $0.text(ofRow: 1).hasPrefix("> ")
            }
            let asked = fixture.server.requests.filter { $0.path.hasPrefix("/top") }
            #expect(!asked.isEmpty && asked.allSatisfy { $0.queryValue("t") == "week" })
        }
    }

    @Test func aVideoHasItsLink() async throws {
        try await read { reader, fixture in
            let items = try await fixture.call(.demo, "list", "--offline").items
            let index = try #require(
                items.firstIndex { ($0["media"] as? [String: Any])?["kind"] as? String == "video" })
            for _ in 0..<index { reader.press("j") }
            try await reader.open()
            #expect(reader.grid.text.contains("[video"))
            reader.press("v")
            // It may be longer than a row.
            try await reader.wait { $0.text(ofRow: 22).hasPrefix("http") || $0.text(ofRow: 23).hasPrefix("http") }
        }
    }

    @Test func aLinkIsPosted() async throws {
        try await read { reader, fixture in
            reader.press("w")
            await reader.settle()
            reader.press("s w i f t enter M i n e enter ctrl-t")
            reader.press("h t t p s : / / l . e x a m p l e / 1 ctrl-s")
            try await reader.wait { $0.text.contains("u takes it back.") }
            await reader.pass(6)
            try await reader.wait { _ in fixture.server.requestCount(forPath: "/api/submit") == 1 }
            await reader.pass(1)
            let texts = try fixture.record.texts(by: "OksanaReads")
            #expect(texts.map(\.title) == ["Mine"] && texts.map(\.url) == ["https://l.example/1"])
        }
    }

    @Test func aCommentIsQuoted() async throws {
        try await read { reader, _ in
            reader.press("j j")
            try await reader.open()
            reader.press("J")
            let rows = (1..<23).map { reader.grid.text(ofRow: $0) }
            let chosen = try #require(rows.firstIndex { $0.hasPrefix("> ") })
            let words = rows[chosen + 1].drop { " │".contains($0) }.prefix(20)
            reader.press("c")
            await reader.settle()
            reader.press("ctrl-q")
            try await reader.wait { $0.text(ofRow: 1).contains("> \(words)") }
        }
    }
}
