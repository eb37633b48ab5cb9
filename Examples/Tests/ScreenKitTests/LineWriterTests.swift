import ScreenKit
import TestSupport
import Testing

/// The lines that tell a page: all of one that is opened, and else what is new.
struct LineWriterTests {
    private static let words = LineWriter.Words(
        chosen: "chosen", fetching: "fetching", hint: "hint", writingHint: "writing")

    private var writer = LineWriter(Self.words)

    private func page(_ names: [String], chosen: Int, screen: Int = 1, first: Int = 1) -> LinePage {
        var page = LinePage(screen: screen, title: "List")
        page.detail = "\(chosen)/\(names.count)"
        page.parts = names.enumerated().map { index, name in
            LinePage.Part(
                id: name, number: first + index, lines: [name, "about \(name)"], isChosen: first + index == chosen)
        }
        return page
    }

    private mutating func lines(_ page: LinePage, isAsked: Bool = true, tellsState: Bool = true) -> [String] {
        writer.lines(for: page, isAsked: isAsked, tellsState: tellsState)
    }

    @Test mutating func aPageThatIsOpenedIsToldWhole() {
        #expect(
            lines(page(["a", "b"], chosen: 2)) == [
                "List, 2/2", "1. a", "about a", "chosen, 2. b", "about b", "hint",
            ])
    }

    @Test mutating func theRowThatIsChosenIsToldAlone() {
        _ = lines(page(["a", "b"], chosen: 1))
        #expect(lines(page(["a", "b"], chosen: 2)) == ["2. b", "about b"])
        #expect(lines(page(["a", "b"], chosen: 2)) == [])
        // A row further, the list scrolls.
        #expect(lines(page(["b", "c"], chosen: 3, first: 2)) == ["3. c", "about c"])
        // A page further.
        #expect(
            lines(page(["d", "e"], chosen: 5, first: 4)) == ["4. d", "about d", "chosen, 5. e", "about e"])
    }

    @Test mutating func ofTheChosenRowWhatTheLineHasChangedIsTold() {
        var shown = page(["a", "b"], chosen: 1)
        _ = lines(shown)
        shown.parts[0].lines[1] = "about a, voted up"
        shown.parts[1].lines[1] = "older"
        #expect(lines(shown) == ["about a, voted up"])
        shown.parts[0].lines[0] = "A"
        #expect(lines(shown) == ["1. A"])
        // What changes by itself is no news.
        shown.parts[0].lines[1] = "older, too"
        #expect(lines(shown, isAsked: false) == [])
    }

    @Test mutating func whatIsOlderBeforeALineIsNoNewsBehindIt() {
        var shown = page(["a", "b"], chosen: 1)
        _ = lines(shown)
        shown.parts[0].lines[1] = "about a, 2 minutes ago"
        writer.begin(with: shown)
        #expect(lines(shown) == [])
    }

    @Test mutating func theEndOfAConversationThatMovesIsOneLine() {
        _ = lines(page(["a", "b"], chosen: 2))
        #expect(lines(page(["a", "b", "c"], chosen: 3), isAsked: false) == ["c, about c"])
        // Somebody who reads further up is not moved.
        var shown = page(["a", "b", "c", "d"], chosen: 3)
        #expect(lines(shown, isAsked: false) == [])
        shown.title = "List, 2 new"
        shown.detail = "4 comments"
        #expect(lines(shown, isAsked: false) == ["List, 2 new, 4 comments"])
        shown.detail = "5 comments"
        #expect(lines(shown, isAsked: false) == ["5 comments"])
    }

    @Test mutating func aScreenThatIsSeenAgainIsItsTitleAndPlace() {
        _ = lines(page(["a", "b"], chosen: 2))
        _ = lines(page(["x"], chosen: 1, screen: 2))
        #expect(lines(page(["a", "b"], chosen: 2)) == ["List", "2. b", "about b"])
    }

    @Test mutating func theRowBelowWhichSomethingIsTypedIsNotToldAgain() {
        var shown = page(["a", "b"], chosen: 2)
        _ = lines(shown)
        shown.parts[1].isChosen = false
        shown.parts.append(LinePage.Part(id: "row 19", lines: ["Comment:"], isChosen: true))
        shown.isWriting = true
        #expect(lines(shown) == ["Comment:", "writing"])
        #expect(lines(page(["a", "b"], chosen: 2)) == [])
    }

    @Test mutating func ofALongRowThatScrollsTheRestIsTold() {
        var shown = page(["a", "b"], chosen: 1)
        shown.parts[1].lines = ["b", "1", "2"]
        _ = lines(shown)
        shown.parts[1].lines = ["1", "2", "3", "4"]
        #expect(lines(shown) == ["3", "4"])
        shown.parts[1].lines = ["b", "1", "2"]
        #expect(lines(shown) == ["2. b"])
    }

    @Test mutating func rowsThatComeIntoAnEmptyListAreToldWhole() {
        var empty = LinePage(screen: 1, title: "List")
        empty.parts = [LinePage.Part(id: "row 1", lines: ["Loading…"])]
        #expect(lines(empty) == ["List", "Loading…", "hint"])
        #expect(lines(empty, isAsked: false) == [])
        #expect(
            lines(page(["a", "b"], chosen: 1), isAsked: false) == ["chosen, 1. a", "about a", "2. b", "about b"])
    }

    @Test mutating func aFailureAndASentenceAreToldOnce() {
        var shown = page(["a"], chosen: 1)
        _ = lines(shown)
        shown.warnings = ["Failure: offline"]
        #expect(lines(shown, isAsked: false) == ["Failure: offline"])
        #expect(lines(shown, isAsked: false) == [])
        shown.words = "done"
        #expect(lines(shown) == ["done"])
        #expect(lines(shown) == [])
        // The same sentence again, for another line.
        writer.begin(with: shown)
        #expect(lines(shown) == ["done"])
    }

    @Test mutating func whatIsAlwaysSoIsToldWhereItHasChangedForLonger() {
        var shown = page(["a"], chosen: 1)
        _ = lines(shown)
        shown.state = ["online", "1 unsent"]
        #expect(writer.hasNewState(shown))
        #expect(lines(shown, isAsked: false, tellsState: false) == [])
        #expect(lines(shown, isAsked: false) == ["online, 1 unsent"])
        #expect(!writer.hasNewState(shown))
        #expect(lines(shown, isAsked: false) == [])
    }

    @Test mutating func aFetchThatWasAskedForHasABeginningAndAnEnd() {
        var shown = page(["a"], chosen: 1)
        shown.age = "Updated just now"
        _ = lines(shown)
        shown.isFetching = true
        #expect(lines(shown) == [], "the screen was opened just now")
        writer.begin(with: shown)
        #expect(lines(shown, isAsked: false) == [])
        #expect(lines(shown) == ["fetching"])
        #expect(lines(shown) == [])
        shown.isFetching = false
        #expect(lines(shown) == ["Updated just now"])
        shown.warnings = ["Failure: offline"]
        _ = lines(shown)
        shown.isFetching = true
        _ = lines(shown)
        shown.isFetching = false
        #expect(lines(shown) == ["Failure: offline"], "the same failure again is an answer")
    }

    @Test mutating func whatIsWrittenIsNotReadBack() {
        var shown = LinePage(screen: 1, title: "Answer")
        shown.isWriting = true
        shown.parts = [LinePage.Part(id: "row 19", lines: ["ctrl-s sends"])]
        #expect(lines(shown) == ["Answer", "ctrl-s sends", "writing"])
        shown.typed = "hello ·  there"
        shown.parts.insert(LinePage.Part(id: "row 0", lines: ["hello, there"], isChosen: true), at: 0)
        #expect(lines(shown) == [])
        shown.isWriting = false
        shown.parts[1].lines = ["u takes it back"]
        #expect(lines(shown) == ["u takes it back", "hint"])
    }

    @Test mutating func thePlaceIsWhereThePersonIs() {
        var shown = page(["a", "b"], chosen: 2)
        (shown.age, shown.state, shown.warnings) = ("Updated just now", ["online"], ["Failure: x"])
        _ = lines(shown)
        #expect(
            writer.place(in: shown) == ["2. b", "about b", "Failure: x", "Updated just now, online"])
    }

    @Test func signsForEyesAreLeftOut() {
        #expect(LinePage.spoken("│ ┌─┐  a · b   → c █") == "a, b, c")
        #expect(LinePage.spoken("a\u{1B}[2Jb\nc").drawing.isEmpty)
        var screen = Screen(ScreenSize(columns: 20, rows: 6), keepsParts: true)
        let region = ScreenRegion(screen.size)
        screen.draw("Name: ann", row: 0, in: region)
        screen.draw("> > quoted", row: 2, in: region)
        screen.draw("│ more", row: 3, in: region)
        screen.draw("Password: ••••", row: 5, in: region)
        screen.addPart("p", at: 0, rows: 2..<4, in: region, isChosen: true)
        screen.cursor = Screen.Place(row: 5, column: 12)
        var page = LinePage(screen: 1, title: "Form")
        page.isSecret = true
        page.read(screen)
        #expect(
            page.parts == [
                LinePage.Part(id: "row 0", lines: ["Name: ann"]),
                LinePage.Part(id: "p", number: 1, lines: ["> quoted", "more"], isChosen: true),
                LinePage.Part(id: "row 5", lines: ["Password: ***"], isChosen: true),
            ])
    }
}
