import AppScreens
import Core
import Foundation
import PostFeatures
import ScreenKit
import TerminalPictures

/// A picture as it is drawn: the file that came, and the lines that show it once a decoder has made pixels of it.
@MainActor
final class PictureView {
    /// The things that lines are made for.
    private struct Wish: Equatable {
        var box: PictureBox
        var mode: PictureDisplay.Mode
        var cell: PixelSize
    }

    private struct Drawing: Sendable {
        var lines: [StyledText]
        var picture: ScreenPicture?
    }

    private let display: PictureDisplay
    private let queue: EventQueue
    private var data: Data?
    private var wish: Wish?
    private var drawing: (wish: Wish, drawing: Drawing)?
    private var work: Task<Void, Never>?
    /// The reason why the file cannot be shown.
    private(set) var failure: PictureFailure?
    /// The number of changes so far, for whoever keeps what was made of the lines.
    private(set) var revision = 0

    init(_ display: PictureDisplay, queue: EventQueue) {
        (self.display, self.queue) = (display, queue)
    }

    /// The picture that the terminal has to have for the lines.
    var picture: ScreenPicture? { drawing?.drawing.picture }

    /// Returns the lines that show a file; nil until they are made, which is drawn, and where they cannot be.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - box: The cells.
    /// - Returns: The lines; nil where there are none.
    func lines(of data: Data, in box: PictureBox) -> [StyledText]? {
        let wish = Wish(box: box, mode: display.mode, cell: display.cell)
        if data != self.data { forget() }
        if wish != self.wish, failure == nil {
            (self.data, self.wish) = (data, wish)
            work?.cancel()
            make(data, wish)
        }
        guard let drawing, drawing.wish == wish else { return nil }
        return drawing.drawing.lines
    }

    /// Ends what is being made, and forgets what was.
    func forget() {
        work?.cancel()
        (data, wish, drawing, failure, work) = (nil, nil, nil, nil, nil)
        revision += 1
    }

    private func make(_ data: Data, _ wish: Wish) {
        let id = display.nextID()
        work = Task { [weak self, decoder = display.decoder] in
            let result: Result<Drawing, PictureFailure>
            do {
                result = .success(try await Self.draw(data, wish, id, with: decoder))
            } catch let failure as PictureFailure {
                result = .failure(failure)
            } catch {
                // Cancelled: something else is wanted by now.
                return
            }
            guard let self, !Task.isCancelled, self.wish == wish, self.data == data else { return }
            switch result {
            case .success(let drawing): self.drawing = (wish, drawing)
            case .failure(let failure): self.failure = failure
            }
            revision += 1
            queue.send(.changed)
        }
    }

    /// Makes the lines, beside the screens.
    private nonisolated static func draw(
        _ data: Data, _ wish: Wish, _ id: UInt32, with decoder: any PictureDecoder
    ) async throws -> Drawing {
        let isOwn = wish.mode == .kitty
        let cell = isOwn ? wish.cell : PixelSize(width: 1, height: 2)
        let target = PixelSize(width: wish.box.columns * cell.width, height: wish.box.rows * cell.height)
        let pixels = try await decoder.pixels(of: data, covering: target)
        if isOwn {
            let drawn = KittyPicture(id: id, pixels: pixels, in: wish.box, cell: wish.cell)
            return Drawing(lines: drawn.lines, picture: drawn.picture)
        }
        return Drawing(lines: HalfBlocks.lines(of: pixels, in: wish.box))
    }
}

/// The words in the place of a picture, or beside it.
@MainActor
struct PictureWords {
    let context: ReaderContext

    /// Names a picture with its size.
    ///
    /// - Parameter size: Its size in pixels; nil where nobody said it.
    /// - Returns: The name.
    func name(_ size: PixelSize?) -> String {
        [context.text(.picture), size.map { "\($0.width) × \($0.height)" }].compactMap(\.self).joined(separator: " ")
    }

    /// Names a film with its size.
    func film(_ size: PixelSize?) -> String {
        [context.text(.film), size.map { "\($0.width) × \($0.height)" }].compactMap(\.self).joined(separator: " ")
    }

    /// Says why a picture cannot be shown.
    func words(for failure: PictureFailure) -> String {
        switch failure {
        case .noTool: context.text(.noPictureTool)
        case .tooLarge: context.text(.pictureTooLarge)
        case .damaged(let words):
            [context.text(.pictureDamaged), words].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}
