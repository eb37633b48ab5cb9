import ConsoleKit
import Core
import Foundation
import PostFeatures
import Testing

@testable import DealsKit

@Suite(.timeLimit(.minutes(5)))
struct WatchTests {
    static func state(_ count: Int = 50, top: Int = 0, sort: String = "price") -> WatchState {
        var state = WatchState()
        state.rows = (1...count).map { number in
            Deal(
                id: number, date: 1_700_000_000 + Double(number),
                instrument: number == 3 ? "日本\u{1B}[2J😀" : "EURUSD_TOD",
                price: Double(number) + 0.5, amount: 1_500_000, side: number % 2 == 0 ? .buy : .sell)
        }
        state.offset = 1_000
        state.top = 1_000 + top
        state.total = 1_234_567
        state.sort = TableSort(.init(rawValue: sort), .descending)
        state.expected = 2_000_000
        state.committed = 1_234_500
        state.rate = 48_211.7
        state.isIngesting = true
        return state
    }

    @Test func everyLineIsAsWideAsTheScreenWhateverItsSize() {
        for columns in [1, 2, 5, 10, 20, 39, 40, 41, 60, 78, 79, 80, 81, 82, 100, 250] {
            for lines in [1, 2, 3, 4, 10, 30, 80] {
                for column in DealColumn.allCases {
                    let size = ScreenSize(columns: columns, lines: lines)
                    let drawn = WatchScreen(size: size, hasColour: false).lines(Self.state(sort: column.rawValue))
                    #expect(drawn.count == lines)
                    for line in drawn { #expect(DisplayWidth.of(line) == columns, "\(size): '\(line)'") }
                    #expect(!drawn.joined().contains("\u{1B}"))
                }
            }
        }
        #expect(WatchScreen(size: ScreenSize(columns: 0, lines: 0), hasColour: true).lines(Self.state()).isEmpty)
    }

    @Test func aWideScreenShowsAllThereIs() {
        let size = ScreenSize(columns: 100, lines: 10)
        let lines = WatchScreen(size: size, hasColour: false).lines(Self.state(top: 4))
        #expect(lines[0].hasPrefix("1,234,567 deals · ingesting 48,211/s · 1,234,500 of 2,000,000"))
        #expect(lines[1].contains("1 id") && lines[1].contains("4 price ▼") && lines[1].contains("6 side"))
        #expect(!lines[1].contains("▲"))
        #expect(lines[2].hasPrefix("        5  2023-11-14 22:13:25  EURUSD_TOD            5.5       1500000  sell"))
        #expect(lines[9].hasPrefix("rows 1,005–1,011 of 1,234,567 · by price ▼ · 1–6 sort"))
        #expect(lines[9].contains("q quit"))
    }

    @Test(arguments: DealColumn.allCases) func aNarrowScreenShowsTheSortedColumnFirstOfAll(column: DealColumn) {
        for width in 1...100 {
            let layout = WatchLayout(width: width, sorted: column)
            #expect(layout.columns.contains { $0.column == column })
            let order = layout.columns.map(\.column)
            #expect(order == DealColumn.allCases.filter(order.contains))
        }
        #expect(WatchLayout(width: 100, sorted: column).columns.count == 6)
    }

    @Test func rowsThatAreNotAtHandAreEmpty() {
        let size = ScreenSize(columns: 40, lines: 10)
        let lines = WatchScreen(size: size, hasColour: false).lines(Self.state(5, top: 3))
        #expect(lines[3].contains("5"))
        #expect(lines[4].allSatisfy { $0 == " " })
    }

    @Test func coloursAreStylesAndNoWidth() {
        let size = ScreenSize(columns: 80, lines: 10)
        let plain = WatchScreen(size: size, hasColour: false).lines(Self.state())
        let coloured = WatchScreen(size: size, hasColour: true).lines(Self.state())
        #expect(plain != coloured)
        let stripped = coloured.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
        #expect(stripped == plain)
    }

    @Test func aProblemIsShownInPlaceOfTheRate() {
        var state = Self.state()
        state.problem = "The disk is full.\u{1B}[2J"
        let lines = WatchScreen(size: ScreenSize(columns: 40, lines: 5), hasColour: false).lines(state)
        #expect(lines[0].hasPrefix("The disk is full."))
        #expect(!lines[0].contains("\u{1B}"))
    }

    @Test func aFrameHasTheChangedLinesOnly() {
        var writer = FrameWriter()
        let size = ScreenSize(columns: 3, lines: 3)
        let first = writer.frame(["aaa", "bbb", "ccc"], size: size)
        #expect(first.contains("\u{1B}[2J"))
        #expect(first.contains("\u{1B}[1;1Haaa\u{1B}[2;1Hbbb\u{1B}[3;1Hccc"))
        #expect(writer.frame(["aaa", "bbb", "ccc"], size: size).isEmpty)
        #expect(
            writer.frame(["aaa", "BBB", "ccc"], size: size)
                == "\u{1B}[?2026h\u{1B}[2;1HBBB\u{1B}[?2026l")
        let resized = writer.frame(["aaaa", "BBBB"], size: ScreenSize(columns: 4, lines: 2))
        #expect(resized.contains("\u{1B}[2J") && resized.contains("aaaa") && resized.contains("BBBB"))
        writer.forget()
        #expect(writer.frame(["aaaa", "BBBB"], size: ScreenSize(columns: 4, lines: 2)).contains("\u{1B}[2J"))
    }

    @Test func keysAreKnownInWhateverPiecesTheyCome() {
        let bytes = Array(
            "\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~q4\u{3}\u{1B}[99;5Xg\u{1B}\u{1B}[Aé"
                .utf8)
        let keys: [Key] = [
            .up, .down, .pageUp, .pageDown, .home, .end, .home, .end, .character("q"), .character("4"), .control("c"),
            .character("g"), .up,
        ]
        for piece in 1...bytes.count {
            var parser = KeyParser()
            var found: [Key] = []
            for start in stride(from: 0, to: bytes.count, by: piece) {
                found += parser.feed(bytes[start..<min(bytes.count, start + piece)])
            }
            #expect(found == keys)
        }
    }

    @Test func rowsOfBeforeStayWhileOthersAreFetched() {
        var state = Self.state(50, top: 10)
        // The first state of a view model that knows of nothing yet.
        state.take(.init(sort: TableSort(.init(rawValue: "id"))), visible: 0..<7)
        #expect(state.total == 0)
        #expect(state.row(0) == nil)
    }

    @Test func theServerSendsPacketsOfAHundredThatAreTheSameForASeed() async {
        func received(_ count: Int, seed: UInt64) async -> [[Deal]] {
            let (stream, continuation) = AsyncStream.makeStream(of: [Deal].self)
            DealServer(count: count, seed: seed).subscribeToDeals {
                continuation.yield($0)
            } onEnd: {
                continuation.finish()
            }
            return await stream.reduce(into: []) { $0.append($1) }
        }
        let packets = await received(250, seed: 3)
        #expect(packets.map(\.count) == [100, 100, 50])
        #expect(packets.joined().map(\.id) == Array(1...250))
        #expect(await received(250, seed: 3) == packets)
        #expect(await received(250, seed: 4) != packets)
        #expect(await received(0, seed: 3).isEmpty)
    }

    @Test func withoutATerminalItSaysHowFarItIsWithoutEscapes() async throws {
        let scratch = try Scratch()
        let text = try await scratch.deals("watch", "--count", "2500")
        #expect(text.status == 0)
        #expect(text.lines.last?.hasPrefix("2,500 deals, 2,500 of 2,500 received, ") == true)
        #expect(!text.output.contains("\u{1B}"))
        let json = try await scratch.deals("watch", "--count", "300", "--seed", "2", "--format", "json")
        let last = try #require(json.lines.last)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
        #expect(object["count"] as? Int == 2_500)
        #expect(object["received"] as? Int == 300)
    }
}
