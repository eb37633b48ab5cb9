import ConsoleKit

/// Deals as people read them.
enum DealText {
    /// The columns and how wide they are, as far as their values fit.
    private static let widths: [DealColumn: Int] = [
        .id: 10, .date: 23, .instrument: 12, .price: 12, .amount: 14, .side: 4,
    ]

    static let header = DealColumn.allCases.map { cell($0.rawValue, $0) }.joined(separator: "  ")

    static func line(_ deal: Deal) -> String {
        DealColumn.allCases.map { cell(value(of: deal, in: $0), $0) }.joined(separator: "  ")
    }

    /// The text in a column, without control characters.
    static func value(of deal: Deal, in column: DealColumn) -> String {
        switch column {
        case .id: "\(deal.id)"
        case .date: DateText.dateAndTime(deal.date)
        case .instrument: deal.instrument.harmless
        case .price: number(deal.price)
        case .amount: number(deal.amount)
        case .side: deal.side.rawValue
        }
    }

    static func isRightAligned(_ column: DealColumn) -> Bool {
        switch column {
        case .id, .price, .amount: true
        case .date, .instrument, .side: false
        }
    }

    /// A count with its thousands apart.
    static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.count - position) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    private static func cell(_ text: String, _ column: DealColumn) -> String {
        let width = widths[column] ?? 0
        if isRightAligned(column) { return text.aligned(rightToColumns: width) }
        // Nothing follows the last column.
        return column == .side ? text : text.padded(toColumns: width)
    }

    private static func number(_ number: Double) -> String {
        var bytes: [UInt8] = []
        DealLine.append(number, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
