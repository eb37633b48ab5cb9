import AppScreens
import CommunityScreens
import PostFeatures
import ScreenKit
import Testing

/// One table has the keys of all screens.
struct CommunityActionTests {
    private static let screens = [
        CommunityAction.inPosts, CommunityAction.inPost, CommunityAction.inEditor, CommunityAction.inPerson,
        CommunityAction.inPeople, CommunityAction.inItems, CommunityAction.inDonation,
        CommunityAction.inRoom, CommunityAction.inChoice, CommunityAction.inHelp, CommunityAction.inOutbox,
        CommunityAction.inOutboxItem,
    ]

    @Test func everyActionIsOnAScreenAndHasAKeyAndWords() {
        let all = Set(Self.screens.joined() + CommunityAction.inPanes + CommunityAction.everywhere)
        #expect(all == Set(CommunityAction.allCases))
        let table = KeyTable<CommunityAction>()
        for action in CommunityAction.allCases {
            #expect(!table.keys(of: action).isEmpty, "\(action)")
            let own = CommunityScreenPhrase(rawValue: action.rawValue)?.rawValue
            let words = [own, AppPhrase(rawValue: action.rawValue)?.rawValue].compactMap(\.self)
            // What is given up here becomes no draft, of which other apps' words speak.
            #expect(words.count == (action == .giveUp ? 2 : 1), "\(action)")
        }
    }

    @Test(arguments: 0..<12) func noKeyMeansTwoThingsOnAScreen(_ number: Int) {
        let table = KeyTable<CommunityAction>()
        let actions = Self.screens[number] + CommunityAction.inPanes + CommunityAction.everywhere
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

    @Test func everyTextIsThereInTwoMoreLanguages() {
        for texts in [CommunityScreenPhrase.ukrainian, CommunityScreenPhrase.korean] {
            #expect(Set(texts.keys) == Set(CommunityScreenPhrase.allCases))
            for phrase in CommunityScreenPhrase.allCases { #expect(texts[phrase] != phrase.english, "\(phrase)") }
        }
        for texts in [AppPhrase.ukrainian, AppPhrase.korean] {
            #expect(Set(texts.keys) == Set(AppPhrase.allCases))
            for phrase in AppPhrase.allCases { #expect(texts[phrase] != phrase.english, "\(phrase)") }
        }
    }
}
