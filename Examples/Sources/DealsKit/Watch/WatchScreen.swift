import ConsoleKit
import Core

/// Draws what there is to see: a text for each line of the screen, exactly as wide as it is.
struct WatchScreen {
    let size: ScreenSize
    let hasColour: Bool

    /// More of a text is never looked at: it would not fit anyway.
    private static let longest = 400

    /// Draws the screen.
    ///
    /// - Parameter state: The state to show.
    /// - Returns: The lines from the top, as many as the screen has.
    func lines(_ state: WatchState) -> [String] {
        guard size.lines > 0, size.columns > 0 else { return [] }
        var lines = [title(state)]
        if size.lines > 2 {
            let layout = WatchLayout(width: size.columns, sorted: state.column)
            lines.append(header(state, layout))
            for line in 0..<size.tableLines { lines.append(row(state.row(state.top + line), layout)) }
        }
        if size.lines > 1 { lines.append(footer(state)) }
        return lines
    }

    // MARK: Above and below the table

    private func title(_ state: WatchState) -> String {
        if let problem = state.problem { return fit(problem.harmless).styled(.bold, .red, when: hasColour) }
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
        return fit(widest(of: texts)).styled(.bold, when: hasColour)
    }

    private func footer(_ state: WatchState) -> String {
        let last = min(state.top + size.tableLines, state.total)
        let range =
            last > state.top
            ? "rows \(DealText.grouped(state.top + 1))–\(DealText.grouped(last)) of \(DealText.grouped(state.total))"
            : "no rows"
        let sort = "by \(state.column.rawValue) \(arrow(state))"
        let texts = [
            "\(range) · \(sort) · 1–6 sort  ↑ ↓ PgUp PgDn Home End scroll  q quit",
            "\(range) · \(sort) · 1–6 sort  q quit", "\(range) · \(sort) · q quit", "\(range) · \(sort)", range,
        ]
        return fit(widest(of: texts)).styled(.dim, when: hasColour)
    }

    /// The first of some texts that fits, else the last one.
    private func widest(of texts: [String]) -> String {
        texts.first { DisplayWidth.of($0) <= size.columns } ?? texts.last ?? ""
    }

    // MARK: The table

    private func header(_ state: WatchState, _ layout: WatchLayout) -> String {
        let cells = layout.columns.map { column, width in
            let number = (DealColumn.allCases.firstIndex(of: column) ?? 0) + 1
            let isSorted = column == state.column
            let text = "\(number) \(column.rawValue)\(isSorted ? " \(arrow(state))" : "")"
            let cell = self.cell(text, column, width)
            return isSorted ? cell.styled(.bold, .cyan, when: hasColour) : cell.styled(.bold, when: hasColour)
        }
        return filled(cells, layout)
    }

    private func row(_ deal: Deal?, _ layout: WatchLayout) -> String {
        guard let deal else { return fit("") }
        let cells = layout.columns.map { column, width in
            let text =
                column == .date ? DateText.dateAndTime(deal.date, hasFraction: false) : value(of: deal, in: column)
            let cell = self.cell(text, column, width)
            guard column == .side else { return cell }
            return cell.styled(deal.side == .buy ? .green : .red, when: hasColour)
        }
        return filled(cells, layout)
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

    /// Cells side by side, and blanks up to the screen's edge.
    private func filled(_ cells: [String], _ layout: WatchLayout) -> String {
        let used = layout.columns.reduce(0) { $0 + $1.width } + layout.gap * (cells.count - 1)
        return cells.joined(separator: String(repeating: " ", count: layout.gap))
            + String(repeating: " ", count: max(0, size.columns - used))
    }

    private func fit(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest)))
            .truncated(toColumns: size.columns).padded(toColumns: size.columns)
    }
}
