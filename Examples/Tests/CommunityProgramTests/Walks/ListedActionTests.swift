import Core
import Foundation
import ScreenKit
import TestSupport
import Testing

@testable import AppScreens
@testable import CommunityScreens

/// Every action that a screen of the community lists does something there.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ListedActionTests {
    private static let lists = [
        "inPosts": CommunityAction.inPosts, "inPost": CommunityAction.inPost, "inEditor": CommunityAction.inEditor,
        "inPerson": CommunityAction.inPerson, "inPeople": CommunityAction.inPeople, "inItems": CommunityAction.inItems,
        "inDonation": CommunityAction.inDonation, "inRoom": CommunityAction.inRoom,
        "inChoice": CommunityAction.inChoice, "inHelp": CommunityAction.inHelp, "inOutbox": CommunityAction.inOutbox,
        "inOutboxItem": CommunityAction.inOutboxItem,
    ]

    @Test(arguments: CommunityWalk.all) func everyListedActionDoesSomething(in walk: CommunityWalk) async throws {
        try await CommunityFixture.run { fixture in
            if walk.beginning == .home { try await fixture.logIn() }
            try await walk.prepare(fixture)
            try await DrivenCommunity.run(on: fixture, isPlain: walk.beginning == .plainStart, prepare: walk.wire) {
                community in
                switch walk.beginning {
                case .home: try await community.seeHome()
                case .start, .plainStart: try await community.see { $0.text.contains("> Log in") }
                case .launch: break
                }
                let done = try await walk.body(community, fixture)
                #expect(Self.name(of: done.screen) == walk.screen)
                #expect(done.done == done.listed, "\(done.listed.symmetricDifference(done.done))")
                guard let name = walk.list else { return }
                let list = try #require(Self.lists[name])
                #expect(Set(list).isSubset(of: done.done), "\(Set(list).subtracting(done.done))")
            }
        }
    }

    /// Every screen and every list is walked: no other is declared.
    @Test func everyScreenAndEveryListIsWalked() throws {
        let examples = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        var (screens, lists): (Set<String>, Set<String>) = ([], [])
        for folder in ["CommunityScreens", "AppScreens"] {
            let files = try #require(
                FileManager.default.enumerator(atPath: examples.appending(path: "Sources/\(folder)").path))
            for case let file as String in files where file.hasSuffix(".swift") {
                let text = try String(
                    contentsOf: examples.appending(path: "Sources/\(folder)/\(file)"), encoding: .utf8)
                screens.formUnion(
                    text.matches(of: /final class (\w+)(?:<[^>]+>)?: AppScreen\b/).map { String($0.output.1) })
                lists.formUnion(text.matches(of: /static (?:let|var) (in\w+)/).map { String($0.output.1) })
            }
        }
        #expect(screens.count > 10)
        #expect(Set(CommunityWalk.all.map(\.screen)) == screens)
        // Those of two panes are added to a screen's own.
        #expect(Set(Self.lists.keys) == lists.subtracting(["inPanes"]))
        #expect(Set(CommunityWalk.all.compactMap(\.list)) == Set(Self.lists.keys))
    }

    /// The name of a screen's type, without the types that it is made of.
    private static func name(of screen: any AppScreen<CommunityAction>) -> String {
        String("\(type(of: screen))".prefix { $0 != "<" })
    }

    /// What every screen lists beside its own actions, and what there is beside them in two panes.
    @Test func whatEveryScreenHasDoesSomething() async throws {
        try await CommunityFixture.run { fixture in
            try await fixture.logIn()
            try await DrivenCommunity.run(on: fixture, columns: 160) { community in
                try await community.seeHome()
                let reactions = CommunityAction.everywhere.map { ($0, community.perform($0)) }
                for (action, reaction) in reactions { #expect((reaction == .none) == (action == .help), "\(action)") }
                #expect(community.stack.current is HelpScreen<CommunityContext>)
                community.perform(.back, .open)
                await community.settle()
                #expect(CommunityAction.inPanes == [.focus] && community.stack.current is PostScreen)
                community.perform(.focus)
                #expect(community.stack.current is PostListScreen)
                community.perform(.focus)
                #expect(community.stack.current is PostScreen)
            }
        }
    }
}
