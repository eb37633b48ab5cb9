import Core
import ScreenKit
import TerminalPictures
import TestSupport
import Testing

/// Pixels become cells: in another size, in half blocks, and as a picture of the terminal's own.
struct DrawingTests {
    private func grey(_ width: Int, _ values: [UInt8]) -> PixelMap {
        PixelMap(width: width, height: values.count / width, depth: 1, bytes: values)
    }

    @Test func aSmallerPictureIsTheAverageOfWhatItCovers() {
        let picture = grey(4, [0, 10, 20, 30, 40, 50, 60, 70])
        #expect(picture.scaled(width: 2, height: 1).bytes == [25, 25, 25, 45, 45, 45])
        #expect(picture.scaled(width: 1, height: 1).bytes == [35, 35, 35])
        // Of three pixels two halves: the one in the middle belongs to both.
        #expect(grey(3, [0, 90, 180]).scaled(width: 2, height: 1).bytes == [30, 30, 30, 150, 150, 150])
        #expect(grey(1, [7]).scaled(width: 2, height: 2).bytes == [UInt8](repeating: 7, count: 12))
        let colours = PixelMap(width: 2, height: 1, depth: 3, bytes: [255, 0, 0, 0, 0, 255])
        #expect(colours.scaled(width: 1, height: 1).bytes == [128, 0, 128])
        #expect(colours.scaled(width: 2, height: 1) == colours)
    }

    @Test func anAverageIsBetweenWhatItCoversWhateverTheSizes() {
        for width in 1...9 {
            for target in 1...12 {
                let values = (0..<width * 5).map { UInt8(($0 * 37) % 200 + 20) }
                let scaled = grey(width, values).scaled(width: target, height: target)
                #expect(scaled.bytes.count == target * target * 3)
                #expect(scaled.bytes.allSatisfy { (20..<220).contains($0) }, "\(width) to \(target)")
            }
        }
    }

    @Test(
        arguments: [
            (4.0 / 3, nil, 80, 20, 53, 20), (2.0, nil, 80, 24, 80, 20), (0.5, nil, 80, 24, 24, 24),
            (2.0, PixelSize(width: 100, height: 50), 80, 24, 10, 3), (1000.0, nil, 80, 24, 80, 1),
            (0.001, nil, 80, 24, 1, 24), (Double.nan, nil, 32, 24, 32, 9), (1.0, nil, 0, 0, 1, 1),
        ] as [(Double, PixelSize?, Int, Int, Int, Int)])
    func aBoxKeepsTheShapeAndFits(
        ratio: Double, size: PixelSize?, columns: Int, rows: Int, boxColumns: Int, boxRows: Int
    ) {
        let box = PictureBox(
            aspectRatio: ratio, size: size, within: ScreenSize(columns: columns, rows: rows),
            cell: TerminalCell.standard)
        #expect(box == PictureBox(columns: boxColumns, rows: boxRows))
    }

    @Test func aHalfBlockIsTwoPixels() {
        let picture = PixelMap(width: 2, height: 2, depth: 3, bytes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        let lines = HalfBlocks.lines(of: picture, in: PictureBox(columns: 2, rows: 1))
        #expect(lines.count == 1 && lines[0].text == "▀▀")
        #expect(
            lines[0].runs.map(\.style) == [
                CellStyle(.rgb(red: 1, green: 2, blue: 3), on: .rgb(red: 7, green: 8, blue: 9)),
                CellStyle(.rgb(red: 4, green: 5, blue: 6), on: .rgb(red: 10, green: 11, blue: 12)),
            ])
    }

    @Test func aPictureOfTheTerminalIsSentInPieces() throws {
        let pixels = PixelMap(
            width: 300, height: 100, depth: 3, bytes: (0..<90_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
        let size = ScreenSize(columns: 40, rows: 10)
        let drawn = KittyPicture(
            id: 0xABCDEF, pixels: pixels, in: PictureBox(columns: 30, rows: 5), cell: PixelSize(width: 10, height: 20))
        var screen = Screen(size)
        screen.pictures[drawn.picture.id] = drawn.picture
        for (row, line) in drawn.lines.enumerated() {
            screen.draw(line, row: row + 2, in: ScreenRegion(rows: 0..<10, columns: 4..<40))
        }
        var (writer, grid) = (ScreenWriter(hasColour: true), TerminalGrid(columns: 40, rows: 10))
        grid.feed(writer.bytes(for: screen))
        #expect(grid.refused == [])
        let given = try #require(grid.pictures.pictures[0xABCDEF])
        #expect(given.width == 300 && given.height == 100 && given.bytes == pixels.bytes)
        #expect(given.cells?.columns == 30 && given.cells?.rows == 5)
        #expect(
            grid.pictureCells
                == (0..<5).flatMap { row in (0..<30).map { GridPictures.Place(id: 0xABCDEF, row: row, column: $0) } })
        #expect(GridPictures.place(grid.cells[2][4].text, style: grid.cells[2][4].style)?.column == 0)
    }

    @Test func noMorePixelsAreSentThanCellsHave() {
        let pixels = grey(500, [UInt8](repeating: 1, count: 250_000))
        let drawn = KittyPicture(
            id: 1, pixels: pixels, in: PictureBox(columns: 400, rows: 2), cell: PixelSize(width: 1, height: 2))
        var grid = TerminalGrid(columns: 10, rows: 2)
        grid.feed(drawn.picture.transmission)
        #expect(grid.refused == [] && grid.pictures.pictures[1]?.width == KittyPicture.maximumSide)
        #expect(grid.pictures.pictures[1]?.height == 4 && KittyPicture.maximumSide == 297)
        #expect(Set(drawn.lines[1].text).count == 297, "each place is another")
        grid.feed(drawn.picture.removal)
        #expect(grid.refused == [] && grid.pictures.pictures.isEmpty)
    }
}
