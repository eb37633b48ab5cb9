import Core
import Foundation
import Mocks
import Testing

@testable import PostFeatures

@Suite struct MasonryLayoutTests {
    private let plain = MasonryLayout.Configuration(
        minimumColumnWidth: 100, columnSpacing: 10, rowSpacing: 10, insets: LayoutInsets(20))

    // MARK: Columns

    static let widths: [(Double, Int)] = [
        (0, 1), (139, 1), (140, 1), (249, 1), (250, 2), (359, 2), (360, 3), (1000, 8), (1e6, 12),
    ]

    @Test(arguments: widths)
    func thereAreAsManyColumnsAsFit(_ width: Double, _ expected: Int) {
        let layout = MasonryLayout(width: width, configuration: plain)
        #expect(layout.columnCount == expected)
        if expected > 1 { #expect(layout.columnWidth >= 100) }
        let taken = layout.columnWidth * Double(expected) + 10 * Double(expected - 1) + 40
        if width >= 140 { #expect(abs(taken - width) < 1e-6, "no room is left over") }
    }

    @Test func tilesGoIntoTheShortestColumnAndTheLeftmostOfEqualOnes() {
        // Given three columns of 100
        var layout = MasonryLayout(width: 360, configuration: plain)
        // When
        layout.append(heights: [50, 30, 50, 20, 10])
        // Then the fourth goes below the second, and the fifth into the first of two that end at 70
        #expect(
            layout.frames == [
                LayoutFrame(x: 20, y: 20, width: 100, height: 50), LayoutFrame(x: 130, y: 20, width: 100, height: 30),
                LayoutFrame(x: 240, y: 20, width: 100, height: 50), LayoutFrame(x: 130, y: 60, width: 100, height: 20),
                LayoutFrame(x: 20, y: 80, width: 100, height: 10),
            ])
        #expect(layout.contentHeight == 110)
    }

    @Test func aTileIsAsHighAsItsPictureAndWhatIsBelow() {
        var layout = MasonryLayout(width: 360, configuration: plain)
        layout.append([
            MasonryItem(aspectRatio: 2, extraHeight: 60), MasonryItem(aspectRatio: nil), MasonryItem(aspectRatio: 0.1),
        ])
        #expect(layout.frames.map(\.height) == [110, 100, 250], "half as high; a square; cropped to 2.5 times")
        let source = MediaSource(link: ResourceLink.mock("/a"), width: 400, height: 100)
        let post = Post.mock("a", media: Media(kind: .image, source: source))
        #expect(MasonryItem(post, extraHeight: 5) == MasonryItem(aspectRatio: 4, extraHeight: 5))
    }

    @Test func aLayoutWithoutTilesHasOnlyItsInsets() {
        let layout = MasonryLayout(width: 360, configuration: plain)
        #expect(layout.frames.isEmpty && layout.contentHeight == 40)
        #expect(layout.indices(in: LayoutFrame(x: 0, y: 0, width: 360, height: 1000)).isEmpty)
    }

    // MARK: Properties

    private static let oddities: [Double] = [
        0, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-9, 1e9,
    ]

    private struct Random {
        let source: SeededRandomSource

        func number(in range: ClosedRange<Double>) -> Double { source.next(in: range) }

        /// Mostly a number that makes sense.
        func length(in range: ClosedRange<Double>) -> Double {
            source.next() % 10 == 0
                ? MasonryLayoutTests.oddities[Int(source.next() % UInt64(MasonryLayoutTests.oddities.count))]
                : number(in: range)
        }
    }

    private func configuration(_ random: Random) -> MasonryLayout.Configuration {
        MasonryLayout.Configuration(
            minimumColumnWidth: random.length(in: 20...300), maximumColumns: Int(random.number(in: -2...80)),
            columnSpacing: random.length(in: 0...30), rowSpacing: random.length(in: 0...30),
            insets: LayoutInsets(
                top: random.length(in: 0...40), left: random.length(in: 0...40), bottom: random.length(in: 0...40),
                right: random.length(in: 0...40)))
    }

    @Test(arguments: UInt64(1)...60)
    func framesLieApartWithinTheWidth(seed: UInt64) {
        // Given
        let random = Random(source: SeededRandomSource(seed: seed))
        var layout = MasonryLayout(width: random.length(in: 0...2000), configuration: configuration(random))
        let items = (0..<300).map { _ in
            MasonryItem(aspectRatio: random.length(in: 0.1...4), extraHeight: random.length(in: 0...100))
        }
        // When
        layout.append(items)
        // Then
        #expect(layout.frames.count == items.count)
        for frame in layout.frames {
            #expect([frame.x, frame.y, frame.width, frame.height].allSatisfy { $0.isFinite && $0 >= 0 }, "\(seed)")
            #expect(frame.maxX <= layout.width + 1e-6 && frame.maxY <= layout.contentHeight + 1e-6, "\(seed)")
        }
        for (index, frame) in layout.frames.enumerated() {
            for other in layout.frames[..<index] {
                // A sum of fractions is right to a billionth only.
                let smaller = LayoutFrame(
                    x: frame.x + 1e-6, y: frame.y + 1e-6, width: frame.width - 2e-6, height: frame.height - 2e-6)
                #expect(!smaller.overlaps(other), "\(seed): \(index)")
            }
        }
    }

    @Test(arguments: UInt64(1)...60)
    func noColumnIsLongerThanAnotherByMoreThanATile(seed: UInt64) throws {
        let random = Random(source: SeededRandomSource(seed: seed))
        var layout = MasonryLayout(width: random.number(in: 200...2000), configuration: plain)
        layout.append(heights: (0..<500).map { _ in random.number(in: 0...400) })
        let ends = layout.columns.map { $0.last.map { layout.frames[$0].maxY } ?? 20 }
        let highest = try #require(layout.frames.map(\.height).max())
        let (shortest, longest) = (try #require(ends.min()), try #require(ends.max()))
        #expect(longest - shortest <= highest + plain.rowSpacing, "\(seed)")
    }

    @Test(arguments: UInt64(1)...60)
    func whatIsAppendedInPartsLiesAsWhatIsAppendedAtOnce(seed: UInt64) {
        // Given
        let random = Random(source: SeededRandomSource(seed: seed))
        let (width, settings) = (random.length(in: 0...2000), configuration(random))
        let items = (0..<200).map { _ in
            MasonryItem(aspectRatio: random.length(in: 0.1...4), extraHeight: random.length(in: 0...100))
        }
        var whole = MasonryLayout(width: width, configuration: settings)
        whole.append(items)
        // When
        var parts = MasonryLayout(width: width, configuration: settings)
        var rest = items[...]
        while !rest.isEmpty {
            let before = parts.frames
            let part = rest.prefix(Int(random.number(in: 0...20)))
            parts.append(part)
            rest = rest.dropFirst(part.count)
            #expect(parts.frames.starts(with: before), "\(seed): no tile moves")
        }
        // Then
        #expect(parts.frames == whole.frames && parts.columns == whole.columns, "\(seed)")
        #expect(parts.contentHeight == whole.contentHeight, "\(seed)")
    }

    @Test(arguments: UInt64(1)...60)
    func whatARectangleTouchesIsWhatLookingAtAllOfThemFinds(seed: UInt64) {
        let random = Random(source: SeededRandomSource(seed: seed))
        var layout = MasonryLayout(width: random.number(in: 0...1500), configuration: configuration(random))
        layout.append(
            heights: (0..<200).map { _ in random.length(in: 0...300).length.truncatingRemainder(dividingBy: 999) })
        for _ in 0..<50 {
            let rect = LayoutFrame(
                x: random.number(in: -100...1500), y: random.number(in: -100...(layout.contentHeight + 100)),
                width: random.number(in: 0...1500), height: random.number(in: 0...1200))
            let naive = layout.frames.indices.filter { index in
                let frame = layout.frames[index]
                return frame.x <= rect.maxX && frame.maxX >= rect.x && frame.y <= rect.maxY && frame.maxY >= rect.y
            }
            #expect(layout.indices(in: rect) == naive, "\(seed): \(rect)")
        }
    }

    @Test func anInvalidRectangleTouchesNothing() {
        var layout = MasonryLayout(width: 360, configuration: plain)
        layout.append(heights: [50, 30])
        for odd in [Double.nan, -1] {
            #expect(layout.indices(in: LayoutFrame(x: 0, y: 0, width: odd, height: 100)).isEmpty)
            #expect(layout.indices(in: LayoutFrame(x: 0, y: 0, width: 100, height: odd)).isEmpty)
        }
        #expect(layout.indices(in: LayoutFrame(x: .nan, y: 0, width: 100, height: 100)).isEmpty)
        #expect(layout.indices(in: LayoutFrame(x: 0, y: 0, width: 500, height: .infinity)) == [0, 1])
    }

    // MARK: Cost

    /// A number that counts how often it is compared.
    private struct Counted: Comparable {
        final class Count {
            var value = 0
        }

        let value: Double
        let count: Count

        static func == (left: Counted, right: Counted) -> Bool { left.value == right.value }

        static func < (left: Counted, right: Counted) -> Bool {
            left.count.value += 1
            return left.value < right.value
        }
    }

    @Test func aTileCostsAComparisonForEachColumn() {
        let count = Counted.Count()
        let values = [3.0, 1, 2, 1, 5].map { Counted(value: $0, count: count) }
        #expect(MasonryLayout.leftmostMinimum(of: values) == 1)
        #expect(count.value == 4)
    }

    @Test func aColumnIsSearchedInAsManyStepsAsItsLengthHasDigits() {
        for size in [0, 1, 2, 3, 100, 10_000] {
            for wanted in Set([0, 1, size / 2, size]) where wanted <= size {
                var steps = 0
                let found = MasonryLayout.partition(size) { position in
                    steps += 1
                    return position >= wanted
                }
                #expect(found == wanted)
                #expect(steps <= size.bitWidth - size.leadingZeroBitCount)
            }
        }
    }

    @Test func tenThousandTilesAreReadOnce() {
        // Given
        var reads = 0
        let heights = (0..<10_000).lazy.map { index -> Double in
            reads += 1
            return Double(index % 97)
        }
        var layout = MasonryLayout(width: 1000, configuration: plain)
        // When
        layout.append(heights: heights)
        // Then
        #expect(reads == 10_000 && layout.frames.count == 10_000)
        #expect(layout.columns.joined().count == 10_000, "each is in one column")
    }
}

extension LayoutFrame {
    /// Whether two rectangles have some area in common; that they touch is not enough.
    fileprivate func overlaps(_ other: LayoutFrame) -> Bool {
        max(x, other.x) < min(maxX, other.maxX) && max(y, other.y) < min(maxY, other.maxY)
    }
}
