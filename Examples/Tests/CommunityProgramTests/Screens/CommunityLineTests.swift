import AppScreens
import CommunityScreens
import ScreenKit
import Testing

/// Each of the community's actions has a name that a line does it by.
struct CommunityLineTests {
    @Test(arguments: CommunityAction.allCases) func everyActionIsDoneByItsName(_ action: CommunityAction) {
        for (line, isWriting) in [(action.rawValue, false), (":\(action.rawValue.lowercased())", true)] {
            let command = LineCommand<CommunityAction>(
                line, among: CommunityAction.allCases, keys: KeyTable(), isWriting: isWriting)
            #expect(command == .steps([.action(action)]))
        }
    }
}
