import ConsoleKit
import Core
import ScreenKit

/// Draws what there is to see.
struct WatchScreen {
    let size: ScreenSize

    /// More of a text is never looked at: it would not fit anyway.
    private static let longest = 400

    /// Draws the table.
    ///
    /// - Parameters:
    ///   - state: The state to show.
    ///   - screen: The screen, of this size.
    func draw(_ state: WatchState, on screen: inout Screen) {
        let all = ScreenRegion(size)
        screen.draw(title(state), row: 0, in: all)
        guard size.rows > 1 else { return }
        screen.draw(footer(state), row: size.rows - 1, in: all)
        guard size.rows > 2 else { return }
        let layout = WatchLayout(width: size.columns, sorted: state.column)
        screen.draw(header(state, layout), row: 1, in: all)
        for line in 0..<size.tableRows { screen.draw(row(state.row(state.top + line), layout), row: line + 2, in: all) }
    }

    // MARK: Above and below the table

    private func title(_ state: WatchState) -> StyledText {
        if let problem = state.problem { return fit(problem, CellStyle(.red, attributes: .bold)) }
        let total = "\(DealText.grouped(state.total)) deals"
        let rate = "\(DealText.grouped(Int(state.rate)))/s"
        let received = DealText.grouped(state.committed)
        let expected = DealText.grouped(state.expected)
        var texts = [
            "\(total) · ingesting \(rate) · \(received) of \(expected)", "\(total) · \(rate) · \(received)",
            "\(total) \(rate)",
        ]
        if !state.isIngesting {
            texts = ["\(total) · all \(received) received", "\(total) · all received", total]
        }
        if state.expected == 0 { texts = [total] }
        return fit(widest(of: texts), .bold)
    }

    private func footer(_ state: WatchState) -> StyledText {
        let last = min(state.top + size.tableRows, state.total)
        let range =
            last > state.top
            ? "rows \(DealText.grouped(state.top + 1))–\(DealText.grouped(last)) of \(DealText.grouped(state.total))"
            : "no rows"
        let sort = "by \(state.column.rawValue) \(arrow(state))"
        let texts = [
            "\(range) · \(sort) · 1–6 sort  ↑ ↓ PgUp PgDn Home End scroll  q quit",
            "\(range) · \(sort) · 1–6 sort  q quit", "\(range) · \(sort) · q quit", "\(range) · \(sort)", range,
        ]
        return fit(widest(of: texts), .dim)
    }

    /// The first of some texts that fits, else the last one.
    private func widest(of texts: [String]) -> String {
        texts.first { DisplayWidth.of($0) <= size.columns } ?? texts.last ?? ""
    }

    // MARK: The table

    private func header(_ state: WatchState, _ layout: WatchLayout) -> StyledText {
        let cells = layout.columns.map { column, width in
            let number = (DealColumn.allCases.firstIndex(of: column) ?? 0) + 1
            let isSorted = column == state.column
            let text = "\(number) \(column.rawValue)\(isSorted ? " \(arrow(state))" : "")"
            return StyledText(
                cell(text, column, width), isSorted ? CellStyle(.cyan, attributes: .bold) : .bold)
        }
        return joined(cells, layout)
    }

    private func row(_ deal: Deal?, _ layout: WatchLayout) -> StyledText {
        guard let deal else { return "" }
        let cells = layout.columns.map { column, width in
            let text =
                column == .date ? DateText.dateAndTime(deal.date, hasFraction: false) : value(of: deal, in: column)
            let style = column == .side ? CellStyle(deal.side == .buy ? .green : .red) : .plain
            return StyledText(cell(text, column, width), style)
        }
        return joined(cells, layout)
    }

    private func value(of deal: Deal, in column: DealColumn) -> String {
        guard column == .instrument else { return DealText.value(of: deal, in: column) }
        return String(String.UnicodeScalarView(deal.instrument.unicodeScalars.prefix(Self.longest))).harmless
    }

    private func arrow(_ state: WatchState) -> String {
        state.sort.direction == .ascending ? "▲" : "▼"
    }

    private func cell(_ text: String, _ column: DealColumn, _ width: Int) -> String {
        let text = text.truncated(toColumns: width)
        return DealText.isRightAligned(column) ? text.aligned(rightToColumns: width) : text.padded(toColumns: width)
    }

    /// Cells side by side.
    private func joined(_ cells: [StyledText], _ layout: WatchLayout) -> StyledText {
        var line = StyledText()
        for (number, cell) in cells.enumerated() {
            if number > 0 { line.append(String(repeating: " ", count: layout.gap)) }
            line = line + cell
        }
        return line
    }

    private func fit(_ text: String, _ style: CellStyle) -> StyledText {
        StyledText(String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest))), style)
            .truncated(toColumns: size.columns)
    }
}

extension ScreenSize {
    /// The number of table rows that fit between the two lines above and the one below.
    var tableRows: Int { max(0, rows - 3) }
}
