extension TerminalGrid {
    /// The directions of cells, as far as Unicode's bidirectional algorithm (UAX 9) needs them for rows without embeddings.
    private enum Direction {
        case left, right, number, neutral
    }

    /// A row as a terminal shows it that reorders each line (implicit mode, from left to right, as VTE and mlterm do), by the
    /// rules W2, W7, N1, N2, I1 and L2: the columns of its cells from the left of the screen.
    ///
    /// Numbers of Arabic's own digits and brackets have more rules there, and are not told apart here.
    package func reordered(row: Int) -> [Int] {
        let levels = levels(ofRow: row)
        var order = Array(levels.indices)
        for level in stride(from: 2, through: 1, by: -1) {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }

    /// The embedding levels of a row's cells.
    private func levels(ofRow row: Int) -> [Int] {
        // A mark that takes no cell stands behind the one that it is stored in.
        var items: [(column: Int?, direction: Direction)] = []
        var strong = Direction.left
        for (column, cell) in cells[row].enumerated() {
            var direction = Self.direction(of: cell.text.unicodeScalars.first)
            // The right half of a wide character goes with the left one.
            if cell.text.isEmpty { direction = items.last?.direction ?? .neutral }
            if direction == .number, strong == .left { direction = .left }
            if direction == .left || direction == .right { strong = direction }
            items.append((column, direction))
            if cell.text.unicodeScalars.contains("\u{200E}") {
                strong = .left
                items.append((nil, .left))
            }
        }
        var levels = Array(repeating: 0, count: columns)
        for (index, item) in items.enumerated() {
            guard let column = item.column else { continue }
            switch item.direction {
            case .left: levels[column] = 0
            case .right: levels[column] = 1
            case .number: levels[column] = 2
            case .neutral:
                let before = items[..<index].last { $0.direction != .neutral }?.direction ?? .left
                let after = items[index...].first { $0.direction != .neutral }?.direction ?? .left
                levels[column] = before != .left && after != .left ? 1 : 0
            }
        }
        return levels
    }

    private static func direction(of scalar: Unicode.Scalar?) -> Direction {
        guard let scalar else { return .neutral }
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE: return .right
        case 0x30...0x39: return .number
        default: return scalar.properties.isAlphabetic ? .left : .neutral
        }
    }
}
