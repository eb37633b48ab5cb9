package import Core
package import ScreenKit

/// The pictures of a program on its terminal: how they are drawn, as far as that is known by now, and what makes pixels of
/// files.
///
/// The terminal is asked once, behind the first screen, and nobody waits for an answer: until one comes, and where none
/// does, pictures are half blocks.
@MainActor
package final class PictureDisplay: TerminalInquiry {
    /// The way in which pictures are drawn.
    package enum Mode: Hashable, Sendable {
        case words
        case blocks
        case kitty
    }

    /// The terminals whose pictures can stand in cells, by the beginnings of their names.
    ///
    /// Others, such as WezTerm and Konsole, answer the question as these do and then show the cells as letters.
    private static let placing = ["kitty", "ghostty"]

    /// The way in which pictures are drawn now.
    package private(set) var mode: Mode
    /// What makes pixels of files.
    package let decoder: any PictureDecoder
    private let asks: Bool
    private let cellSize: () -> PixelSize
    private var name: String?
    private var knowsProtocol = false
    private var hasAnswered = false
    private var lastID: UInt32 = 0

    /// Creates the pictures of a program.
    ///
    /// - Parameters:
    ///   - setting: What the person wants.
    ///   - hasColour: Whether colours are used; without them there are words.
    ///   - environment: The environment variables, for whether another program stands between.
    ///   - decoder: What makes pixels of files.
    ///   - cellSize: The size of a cell in pixels; by default that of the terminal.
    package init(
        _ setting: PictureSetting, hasColour: Bool, environment: [String: String], decoder: any PictureDecoder,
        cellSize: @escaping () -> PixelSize = TerminalCell.ofTerminal
    ) {
        let setting = hasColour ? setting : .off
        switch setting {
        case .off: mode = .words
        case .kitty: mode = .kitty
        case .auto, .blocks: mode = .blocks
        }
        asks = setting == .auto && TerminalQuestions.canBeAsked(environment)
        self.decoder = decoder
        self.cellSize = cellSize
    }

    /// The size of a cell in pixels.
    package var cell: PixelSize { cellSize() }

    /// The cells for a picture: no more than it has pixels for.
    ///
    /// - Parameters:
    ///   - aspectRatio: Its width divided by its height; nil where nobody knows.
    ///   - size: Its size in pixels, where that is known.
    ///   - most: The cells that there are.
    /// - Returns: The cells.
    package func box(aspectRatio: Double?, size: PixelSize?, within most: ScreenSize) -> PictureBox {
        let cell = cell
        // A half block is a pixel, however large the cell is.
        let enlarged = size.map { PixelSize(width: $0.width * (mode == .kitty ? 1 : cell.width), height: $0.height) }
        return PictureBox(aspectRatio: aspectRatio ?? 0, size: enlarged, within: most, cell: cell)
    }

    /// An id for a picture that no other has had.
    package func nextID() -> UInt32 {
        lastID = lastID % 0xFF_FFFF + 1
        return lastID
    }

    /// The name of the terminal, and whether it knows the protocol.
    package var questions: [UInt8] {
        asks ? Array("\u{1B}[>q\(KittyPicture.question)".utf8) : []
    }

    package func take(_ reply: TerminalReply) {
        guard asks, !hasAnswered else { return }
        switch reply {
        case .version(let name): self.name = name.lowercased()
        case .application(KittyPicture.answer): knowsProtocol = true
        case .attributes:
            hasAnswered = true
            let isPlacing = name.map { name in Self.placing.contains { name.hasPrefix($0) } } ?? false
            if knowsProtocol, isPlacing { mode = .kitty }
        default: break
        }
    }
}
