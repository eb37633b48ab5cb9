import Foundation
import ScreenKit
import TestSupport
import Testing

/// Colours can be read on the background that the terminal has, as far as it says.
@MainActor
struct ScreenBackgroundTests {
    /// The sixteen colours of xterm.
    private static let palette: [[Double]] = [
        [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
        [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255],
        [255, 255, 255],
    ]

    /// The luminance of a colour, as the rules of the World Wide Web Consortium for contrast define it.
    private static func luminance(_ colour: [Double]) -> Double {
        let parts = colour.map { part -> Double in
            let part = part / 255
            return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    @Test(arguments: [(ScreenBackground.light, 1.0), (.dark, 0)])
    func everyColourHasContrast(_ background: ScreenBackground, _ luminance: Double) {
        for number in CellStyle.Colour.Number.allCases {
            // The terminal's own colour of texts is the person's choice.
            guard let chosen = background.readable(number) else { continue }
            let own = Self.luminance(Self.palette[Int(chosen.rawValue)])
            let contrast = (max(own, luminance) + 0.05) / (min(own, luminance) + 0.05)
            #expect(contrast >= 4.5, "\(number) is shown as \(chosen): \(contrast)")
        }
    }

    @Test func whereNothingIsKnownNothingChanges() {
        for number in CellStyle.Colour.Number.allCases {
            #expect(ScreenBackground.unknown.readable(number) == number)
        }
    }

    private func background(_ answers: TerminalReply..., environment: [String: String] = [:]) -> ScreenBackground {
        let background = TerminalBackground(hasColour: true, environment: environment)
        for answer in answers { background.take(answer) }
        return background.value
    }

    @Test func theTerminalSaysWhatItsBackgroundIs() {
        #expect(background() == .unknown)
        #expect(background(.system("11;rgb:ffff/ffff/ffff")) == .light)
        #expect(background(.system("11;rgb:0000/0000/0000")) == .dark)
        #expect(background(.system("11;rgb:fd/f6/e3")) == .light)
        #expect(background(.system("11;rgba:1e1e/1e1e/2e2e/ffff")) == .dark)
        #expect(background(.system("11;rgb:f/f/f")) == .light)
        for other in [
            "10;rgb:ffff/ffff/ffff", "11;rgb:ffff/ffff", "11;rgb:fffff/0/0", "11;rgb:-1/0/0", "11;white", "11",
        ] {
            #expect(background(.system(other)) == .unknown, "\(other)")
        }
        #expect(
            background(.attributes([62]), .system("11;rgb:f/f/f")) == .unknown, "behind the end nothing is answered")
    }

    @Test func whoCannotAnswerIsNotAsked() {
        func questions(_ environment: [String: String], hasColour: Bool = true) -> [UInt8] {
            TerminalBackground(hasColour: hasColour, environment: environment).questions
        }
        #expect(!questions(["TERM": "xterm"]).isEmpty)
        #expect(questions(["TERM": "xterm"], hasColour: false).isEmpty)
        for environment in [["TERM": "linux"], ["TERM": "screen-256color"], ["TERM": "xterm", "TMUX": "/tmp/tmux"]] {
            #expect(questions(environment).isEmpty)
        }
    }

    @Test func anotherBackgroundIsDrawnWhole() {
        var (writer, grid) = (ScreenWriter(hasColour: true), TerminalGrid(columns: 10, rows: 2))
        var screen = Screen(ScreenSize(columns: 10, rows: 2))
        screen.draw(StyledText("a", CellStyle(.yellow)), row: 0, in: ScreenRegion(screen.size))
        grid.feed(writer.bytes(for: screen))
        #expect(grid.cells[0][0].style == "33")
        writer.setBackground(.light)
        grid.feed(writer.bytes(for: screen))
        #expect(grid.cells[0][0].style == "35" && grid.refused == [])
        writer.setBackground(.light)
        #expect(writer.bytes(for: screen).isEmpty)
    }
}
