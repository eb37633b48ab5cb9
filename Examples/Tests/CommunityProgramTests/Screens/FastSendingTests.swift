import CommunityServer
import Core
import Foundation
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import CommunityScreens

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Each key that sends sends what stands before it, however fast somebody types and however late the server answers.
@Suite(.timeLimit(.minutes(5)))
struct FastSendingTests {
    private typealias Person = CommunityServer.DemoPerson

    private static let texts = ["One lamp", "Two lamps", "Three lamps"]

    /// The texts of ann's room with ben that are of these tests, sent or not.
    private func messages(_ fixture: CommunityFixture, _ more: [String] = []) async throws -> [String] {
        try await fixture.call(["chat", Person.ben.id] + more).entries("messages").compactMap { $0["text"] as? String }
            .filter { $0.contains("lamp") }
    }

    @Test @MainActor func keysThatSendInOneGoSendOneMessageEach() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            fixture.server.setFault(.delay(.milliseconds(200)), only: .call(.sendMessage))
            try await DrivenCommunity.run(on: fixture) { community in
                try await community.seeHome()
                try await CommunityWalk.openRoom(community)
                for text in Self.texts {
                    community.type(text)
                    community.press("enter")
                }
                community.type("half a lamp")
                #expect(community.grid.text(ofRow: 22) == "› half a lamp")
                try await community.see { grid in Self.texts.allSatisfy { grid.text.contains("\n  \($0)\n") } }
                let grid = community.grid.text
                let places = Self.texts.map { grid.ranges(of: "\n  \($0)\n") }
                #expect(places.allSatisfy { $0.count == 1 })
                #expect(places.compactMap(\.first?.lowerBound).isSorted && grid.contains("› half a lamp"))
                try await community.see { !$0.text.contains("Not sent") && !$0.text.contains("unsent") }
                await community.settle()
            }
            #expect(try await messages(fixture) == Self.texts)
        }
    }

    @Test @MainActor func keysThatSendInOneGoSendOneCommentEach() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            fixture.server.setFault(.delay(.milliseconds(200)), only: .call(.writeComment))
            try await DrivenCommunity.run(on: fixture) { community in
                try await community.seeHome()
                community.perform(.open)
                try await community.see { $0.text.contains("Looks warm") && !$0.text.contains("fetching") }
                await community.settle()
                for text in Self.texts {
                    community.perform(.comment)
                    community.type(text)
                    community.press("enter")
                }
                community.perform(.comment)
                community.type("half a lamp")
                #expect(community.grid.text.contains("Comment: half a lamp"))
                try await community.see { grid in Self.texts.allSatisfy { grid.text.contains("\n  \($0)\n") } }
                try await community.see { !$0.text.contains("Not sent") && !$0.text.contains("unsent") }
                let grid = community.grid.text
                let places = Self.texts.reversed().map { grid.ranges(of: "\n  \($0)\n") }
                #expect(places.allSatisfy { $0.count == 1 } && places.compactMap(\.first?.lowerBound).isSorted)
                await community.settle()
            }
        }
    }

    /// The program is killed as soon as one of the texts is stored.
    @Test(arguments: 0...3) func aKillCostsNothingThatIsStoredAndSendsNothingTwice(_ number: Int) async throws {
        let all = Self.texts + ["half a lamp"]
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            // Nothing is sent, and so nothing is unsure.
            fixture.server.setFault(.status(503), only: .call(.sendMessage))
            try await fixture.look { terminal in
                try await terminal.openRoom()
                terminal.type(all.joined(separator: "\r"))
                // Nothing on the screen says that it is stored.
                while !fixture.isStored(all[number]) { await Task.yield() }
                terminal.signal(SIGKILL)
                _ = await terminal.end()
            }
            let queued = try await messages(fixture, ["--offline"])
            #expect(queued == Array(Self.texts.prefix(queued.count)))
            try await DrivenCommunity.run(on: fixture, ["--offline"]) { community in
                let drafts = try await Dependency.resolve((any DraftProvider).self).drafts().compactMap(\.text)
                let kept = queued + drafts
                #expect(Set(kept).count == kept.count && kept.contains(all[number]), "\(kept)")
                #expect(number < 3 || kept == all)
            }
            fixture.server.removeAllFaults()
            // At once, and not when it is tried again by itself.
            for entry in try await fixture.call("outbox").entries("entries") {
                _ = try await fixture.call("outbox", "retry", try #require(entry["id"] as? String))
            }
            #expect(try await fixture.call("outbox").entries("entries").isEmpty)
            #expect(try await messages(fixture) == queued)
        }
    }
}

extension [String.Index] {
    fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
