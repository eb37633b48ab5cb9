package import Core
import Foundation
package import ScreenKit

/// A picture by Kitty's graphics protocol: its pixels are given to the terminal, which draws them in the place of cells
/// that hold it (Unicode placeholders).
///
/// The protocol is described at <https://sw.kovidgoyal.net/kitty/graphics-protocol/>.
package struct KittyPicture: Sendable {
    /// The cells of a side at most: as many marks count them.
    package static let maximumSide = marks.count
    /// The letters of a piece at most, by the protocol.
    private static let pieceLength = 4_096

    /// The question whether a terminal knows the protocol: what it answers begins with `Gi=31;`.
    package static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    /// The answer of one that does.
    package static let answer = "Gi=31;OK"

    /// The picture for the screen.
    package let picture: ScreenPicture
    /// The lines of its cells.
    package let lines: [StyledText]

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - id: Its id, of 24 bits and more than 0.
    ///   - pixels: Its pixels; of more than the box has, the averages are sent.
    ///   - box: The cells; those beyond ``maximumSide`` are left out.
    ///   - cell: The size of a cell in pixels.
    package init(id: UInt32, pixels: PixelMap, in box: PictureBox, cell: PixelSize) {
        let columns = min(box.columns, Self.maximumSide)
        let rows = min(box.rows, Self.maximumSide)
        let sent = pixels.scaled(
            width: min(pixels.width, columns * cell.width), height: min(pixels.height, rows * cell.height))
        let letters = Array(Data(sent.bytes).base64EncodedString().utf8)
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: letters.count, by: Self.pieceLength) {
            let end = min(letters.count, start + Self.pieceLength)
            let more = end < letters.count ? 1 : 0
            // Of what it has and has not got, the terminal is to say nothing (q=2).
            let keys =
                start == 0 ? "a=t,q=2,f=24,t=d,i=\(id),s=\(sent.width),v=\(sent.height),m=\(more)" : "m=\(more)"
            bytes += Array("\u{1B}_G\(keys);".utf8) + letters[start..<end] + Array("\u{1B}\\".utf8)
        }
        bytes += Array("\u{1B}_Ga=p,U=1,q=2,i=\(id),c=\(columns),r=\(rows)\u{1B}\\".utf8)
        picture = ScreenPicture(
            id: id, transmission: bytes, removal: Array("\u{1B}_Ga=d,d=I,q=2,i=\(id)\u{1B}\\".utf8))
        lines = (0..<rows).map { row in
            var text = String.UnicodeScalarView()
            for column in 0..<columns {
                text.append(ScreenPicture.placeholder)
                text.append(Self.marks[row])
                text.append(Self.marks[column])
            }
            return StyledText(String(text), CellStyle(.picture(id)))
        }
    }

    /// The marks that count rows and columns, from 0: those of Unicode 6 that stand above a letter and are part of none.
    private static let marks: [Unicode.Scalar] = ranges.joined().compactMap { Unicode.Scalar($0) }

    private static let ranges: [ClosedRange<UInt32>] = [
        0x305...0x305, 0x30D...0x30E, 0x310...0x310, 0x312...0x312, 0x33D...0x33F, 0x346...0x346, 0x34A...0x34C,
        0x350...0x352, 0x357...0x357, 0x35B...0x35B, 0x363...0x36F, 0x483...0x487, 0x592...0x595, 0x597...0x599,
        0x59C...0x5A1, 0x5A8...0x5A9, 0x5AB...0x5AC, 0x5AF...0x5AF, 0x5C4...0x5C4, 0x610...0x617, 0x657...0x65B,
        0x65D...0x65E, 0x6D6...0x6DC, 0x6DF...0x6E2, 0x6E4...0x6E4, 0x6E7...0x6E8, 0x6EB...0x6EC, 0x730...0x730,
        0x732...0x733, 0x735...0x736, 0x73A...0x73A, 0x73D...0x73D, 0x73F...0x741, 0x743...0x743, 0x745...0x745,
        0x747...0x747, 0x749...0x74A, 0x7EB...0x7F1, 0x7F3...0x7F3, 0x816...0x819, 0x81B...0x823, 0x825...0x827,
        0x829...0x82D, 0x951...0x951, 0x953...0x954, 0xF82...0xF83, 0xF86...0xF87, 0x135D...0x135F, 0x17DD...0x17DD,
        0x193A...0x193A, 0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B, 0x1B6D...0x1B73, 0x1CD0...0x1CD2,
        0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1, 0x1DC3...0x1DC9, 0x1DCB...0x1DCC, 0x1DD1...0x1DE6,
        0x1DFE...0x1DFE, 0x20D0...0x20D1, 0x20D4...0x20D7, 0x20DB...0x20DC, 0x20E1...0x20E1, 0x20E7...0x20E7,
        0x20E9...0x20E9, 0x20F0...0x20F0, 0x2CEF...0x2CF1, 0x2DE0...0x2DFF, 0xA66F...0xA66F, 0xA67C...0xA67D,
        0xA6F0...0xA6F1, 0xA8E0...0xA8F1, 0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8, 0xAABE...0xAABF,
        0xAAC1...0xAAC1, 0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38, 0x1D185...0x1D189, 0x1D1AA...0x1D1AD,
        0x1D242...0x1D244,
    ]
}
