import Core
import Foundation
import ScreenKit
import TerminalPictures
import TestSupport
import Testing

/// The terminal is asked what it is able to do, and nobody waits for an answer.
@MainActor
struct PictureDisplayTests {
    private struct NoDecoder: PictureDecoder {
        func pixels(of data: Data, covering target: PixelSize) async throws -> PixelMap { throw PictureFailure.noTool }
    }

    private func display(
        _ setting: PictureSetting = .auto, hasColour: Bool = true, _ environment: [String: String] = ["TERM": "xterm"]
    ) -> PictureDisplay {
        PictureDisplay(setting, hasColour: hasColour, environment: environment, decoder: NoDecoder())
    }

    /// The mode behind the answers to the questions, as a terminal would give them.
    private func mode(_ answers: TerminalReply...) -> PictureDisplay.Mode {
        let display = display()
        for answer in answers { display.take(answer) }
        return display.mode
    }

    @Test func theQuestionsAreThoseThatATerminalUnderstands() {
        var grid = TerminalGrid(columns: 10, rows: 2)
        grid.feed(display().questions)
        #expect(grid.refused == [] && grid.questions == [">q"] && grid.pictures.questions == ["31"])
        #expect(grid.text.allSatisfy { $0 == "\n" })
    }

    @Test func aTerminalWithPicturesIsKnownByItsAnswers() {
        let (name, answer) = (TerminalReply.version("kitty(0.36.1)"), TerminalReply.application("Gi=31;OK"))
        let end = TerminalReply.attributes([62])
        #expect(mode() == .blocks)
        #expect(mode(name, answer) == .blocks, "the last answer is still to come")
        #expect(mode(name, answer, end) == .kitty)
        #expect(mode(.version("ghostty 1.0.1"), answer, end) == .kitty)
        #expect(mode(name, end) == .blocks)
        #expect(mode(answer, end) == .blocks)
        #expect(mode(name, .application("Gi=31;ENOTSUP"), end) == .blocks)
        #expect(mode(.version("WezTerm 20240203"), answer, end) == .blocks, "it shows no pictures in cells")
        #expect(mode(end, name, answer, end) == .blocks, "what comes behind the end answers nothing")
    }

    @Test func whatIsForcedOrHasNoUseIsNotAsked() {
        for (setting, mode) in [(PictureSetting.kitty, PictureDisplay.Mode.kitty), (.blocks, .blocks), (.off, .words)] {
            let display = display(setting)
            #expect(display.questions.isEmpty && display.mode == mode)
            display.take(.application("Gi=31;OK"))
            display.take(.attributes([]))
            #expect(display.mode == mode)
        }
        for setting in PictureSetting.allCases {
            let colourless = display(setting, hasColour: false)
            #expect(colourless.mode == .words && colourless.questions.isEmpty)
        }
        for environment in [["TERM": "tmux-256color"], ["TERM": "screen"], ["TERM": "xterm", "TMUX": "/tmp/x"]] {
            let multiplexed = display(.auto, environment)
            #expect(multiplexed.questions.isEmpty && multiplexed.mode == .blocks)
        }
    }

    @Test func aPictureTakesNoMoreCellsThanItHasPixelsFor() {
        let size = PixelSize(width: 40, height: 20)
        func box(_ setting: PictureSetting) -> PictureBox {
            PictureDisplay(
                setting, hasColour: true, environment: [:], decoder: NoDecoder(), cellSize: { TerminalCell.standard }
            ).box(aspectRatio: 2, size: size, within: ScreenSize(columns: 80, rows: 24))
        }
        #expect(box(.kitty) == PictureBox(columns: 4, rows: 1))
        #expect(box(.blocks) == PictureBox(columns: 40, rows: 10))
    }

    @Test func noTwoPicturesHaveOneID() {
        let display = display()
        let ids = (0..<100).map { _ in display.nextID() }
        #expect(Set(ids).count == 100 && ids.allSatisfy { (1..<1 << 24).contains($0) })
    }
}
