import Core
import Testing

struct PageCursorTests {
    @Test(arguments: [nil, "", "0"])
    func anAnswerThatNamesNoNextPageGivesNoCursor(_ next: String?) {
        #expect(PageCursor(next: next) == nil)
    }

    @Test(arguments: ["t3_abc", "00", "0x", " ", "P0"])
    func whateverElseAnAnswerSaysIsTheServersOwn(_ next: String) {
        #expect(PageCursor(next: next) == PageCursor(rawValue: next))
    }
}
