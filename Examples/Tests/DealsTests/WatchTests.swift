import ConsoleKit
import Core
import Foundation
import PostFeatures
import ScreenKit
import TestSupport
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

    /// What a terminal shows of a state.
    private func grid(_ state: WatchState, columns: Int, rows: Int, hasColour: Bool = false) -> TerminalGrid {
        let size = ScreenSize(columns: columns, rows: rows)
        var screen = Screen(size)
        WatchScreen(size: size).draw(state, on: &screen)
        var writer = ScreenWriter(hasColour: hasColour)
        var grid = TerminalGrid(columns: columns, rows: rows)
        grid.feed(writer.bytes(for: screen))
        return grid
    }

    @Test func itFitsScreensOfAnySize() {
        for columns in [1, 2, 5, 10, 20, 39, 40, 41, 60, 78, 79, 80, 81, 82, 100, 250] {
            for rows in [1, 2, 3, 4, 10, 30, 80] {
                for column in DealColumn.allCases {
                    let grid = grid(Self.state(sort: column.rawValue), columns: columns, rows: rows)
                    #expect(grid.refused == [])
                    #expect(columns < 10 || rows < 4 || grid.text(ofRow: 0).contains("1,234"))
                }
            }
        }
        #expect(Screen(ScreenSize(columns: 0, rows: 0)) == Screen(ScreenSize(columns: -1, rows: -1)))
    }

    @Test func aWideScreenShowsAllThereIs() {
        let grid = grid(Self.state(top: 4), columns: 100, rows: 10)
        #expect(grid.text(ofRow: 0).hasPrefix("1,234,567 deals · ingesting 48,211/s · 1,234,500 of 2,000,000"))
        let header = grid.text(ofRow: 1)
        #expect(header.contains("1 id") && header.contains("4 price ▼") && header.contains("6 side"))
        #expect(!header.contains("▲"))
        #expect(
            grid.text(ofRow: 2).hasPrefix(
                "        5  2023-11-14 22:13:25  EURUSD_TOD            5.5       1500000  sell"))
        #expect(grid.text(ofRow: 9).hasPrefix("rows 1,005–1,011 of 1,234,567 · by price ▼ · 1–6 sort"))
        #expect(grid.text(ofRow: 9).contains("q quit"))
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
        let grid = grid(Self.state(5, top: 3), columns: 40, rows: 10)
        #expect(grid.text(ofRow: 3).contains("5"))
        #expect(grid.text(ofRow: 4).isEmpty)
    }

    @Test func coloursAreStylesAndNoText() {
        let plain = grid(Self.state(), columns: 80, rows: 10)
        let coloured = grid(Self.state(), columns: 80, rows: 10, hasColour: true)
        #expect(plain != coloured)
        #expect(plain.text == coloured.text)
        #expect(coloured.cells.joined().contains { $0.style == "32" })
        #expect(!plain.cells.joined().contains { $0.style.contains("3") })
    }

    @Test func aProblemIsShownInPlaceOfTheRate() {
        var state = Self.state()
        state.problem = "The disk is full.\u{1B}[2J"
        let grid = grid(state, columns: 40, rows: 5)
        #expect(grid.text(ofRow: 0).hasPrefix("The disk is full."))
        #expect(grid.refused == [])
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
