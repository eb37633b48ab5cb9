import AppScreens
import Foundation
import PostFeatures
import ReaderScreens
import ScreenKit
import Testing

/// One table has the keys of all screens.
struct ReaderActionTests {
    static let screens = [
        ReaderAction.inFeed, ReaderAction.inPost, ReaderAction.inFeeds, ReaderAction.inSearch, ReaderAction.inCombined,
        ReaderAction.inInbox, ReaderAction.inDrafts, ReaderAction.inAccounts, ReaderAction.inSettings,
        ReaderAction.inItems, ReaderAction.inActivity, ReaderAction.inSubmit, ReaderAction.inChoice,
        ReaderAction.inHelp, ReaderAction.inReply, ReaderAction.inOutbox, ReaderAction.inPicture,
        ReaderAction.inDownloads, ReaderAction.inOutboxItem,
    ]

    @Test func everyActionIsOnAScreenAndHasAKey() {
        let all = Set(Self.screens.joined() + ReaderAction.inPanes + ReaderAction.everywhere)
        #expect(all == Set(ReaderAction.allCases))
        let table = KeyTable<ReaderAction>()
        for action in ReaderAction.allCases { #expect(!table.keys(of: action).isEmpty, "\(action)") }
    }

    @Test(arguments: screens.indices) func noKeyMeansTwoThingsOnAScreen(_ number: Int) {
        let table = KeyTable<ReaderAction>()
        let actions = Self.screens[number] + ReaderAction.inPanes + ReaderAction.everywhere
        #expect(Set(actions).count == actions.count)
        for action in actions {
            for key in table.keys(of: action) {
                #expect(table.match(key.presses, among: actions) == .action(action), "\(key.name)")
                // A key that also begins a sequence would have to wait.
                #expect(
                    !actions.contains { table.keys(of: $0).contains { $0.goesOn(behind: key.presses) } }, "\(key.name)")
            }
        }
    }

    /// The table above has the list of every screen: no other is declared.
    @Test func everyListIsInTheTable() throws {
        let examples = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let files = ["ReaderScreens/ReaderAction.swift", "AppScreens/ScreenAction.swift"]
        let lists = try files.flatMap { file in
            let text = try String(contentsOf: examples.appending(path: "Sources/\(file)"), encoding: .utf8)
            return text.matches(of: /static (?:let|var) (in\w+)/).map { String($0.output.1) }
        }
        // Those of two panes are added to a screen's own.
        #expect(Set(lists).subtracting(["inPanes"]).count == Self.screens.count, "\(lists)")
    }

    @Test func everyActionHasWords() {
        for action in ReaderAction.allCases {
            let names = [
                ScreenPhrase(rawValue: action.rawValue)?.rawValue, AppPhrase(rawValue: action.rawValue)?.rawValue,
            ]
            #expect(names.compactMap(\.self).count == 1, "\(action)")
        }
    }

    @Test func everyTextIsThereInUkrainian() {
        #expect(Set(ScreenPhrase.ukrainian.keys) == Set(ScreenPhrase.allCases))
        for phrase in ScreenPhrase.allCases {
            #expect(ScreenPhrase.ukrainian[phrase] != phrase.english, "\(phrase)")
        }
    }
}
