public import Core

extension PostFormat {
    /// Names a kind of storage.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: Such as "Image cache".
    public func name(of kind: StorageKind) -> String {
        StoragePhrase(rawValue: kind.rawValue).map { text($0) } ?? kind.rawValue
    }

    /// Names the action that clears something.
    ///
    /// - Parameter scope: The scope to clear.
    /// - Returns: Such as "Clear downloads".
    public func name(of scope: EraseScope) -> String {
        switch scope {
        case .images: text(StoragePhrase.clearImages)
        case .downloads: text(StoragePhrase.clearDownloads)
        case .fetched: text(StoragePhrase.clearFetched)
        }
    }

    /// Writes a size in bytes, kB, MB or GB (powers of 1,000).
    ///
    /// - Parameter bytes: The number; a negative one counts as 0.
    /// - Returns: Such as "512 B", "1.2 kB", "12.3 MB" or "123 GB".
    public func byteCount(_ bytes: Int) -> String {
        let bytes = max(0, bytes)
        guard bytes >= 1000 else { return text(StoragePhrase.bytes, filling: "\(bytes)") }
        let units: [(size: Int, phrase: StoragePhrase)] = [
            (1000, .kilobytes), (1_000_000, .megabytes), (1_000_000_000, .gigabytes),
        ]
        for unit in units {
            // In tenths below a hundred; what rounds to a thousand belongs to the next unit.
            let (tenths, whole) = (Self.rounded(bytes, to: unit.size / 10), Self.rounded(bytes, to: unit.size))
            guard whole < 1000 || unit.phrase == .gigabytes else { continue }
            let number =
                tenths < 1000 && tenths % 10 != 0
                ? "\(tenths / 10)\(language.decimalSeparator)\(tenths % 10)" : "\(tenths < 1000 ? tenths / 10 : whole)"
            return text(unit.phrase, filling: number)
        }
        return text(StoragePhrase.bytes, filling: "\(bytes)")
    }

    /// Writes a part of a whole in percent.
    ///
    /// - Parameter fraction: The part, 0 to 1; smaller and larger numbers count as 0 and 1.
    /// - Returns: Such as "12%", and "<1%" for a part that rounds to 0.
    public func percent(_ fraction: Double) -> String {
        let sign = language.percentSign
        guard fraction.isFinite, fraction > 0 else { return "0\(sign)" }
        let percent = Int((min(1, fraction) * 100).rounded())
        return percent == 0 ? "<1\(sign)" : "\(percent)\(sign)"
    }

    /// Describes what clearing would free, for the question before it.
    ///
    /// - Parameter report: The data that would be deleted.
    /// - Returns: Such as "12.3 MB will be freed", or "Nothing to clear".
    public func question(for report: EraseReport) -> String {
        report.bytes == 0
            ? text(StoragePhrase.nothingToFree) : text(StoragePhrase.wouldFree, filling: byteCount(report.bytes))
    }

    /// Describes what the retention limits would delete.
    ///
    /// - Parameter report: The data that would be deleted.
    /// - Returns: Such as "3 old posts, 12 old marks · 45 kB", or "Nothing to clear".
    public func text(of report: RetentionReport) -> String {
        guard !report.isEmpty else { return text(StoragePhrase.nothingToFree) }
        let counted: [(StoragePhrase, StorageKind)] = [(.oldPosts, .posts), (.oldMarks, .statuses)]
        let parts = counted.filter { report[$0.1].count > 0 }.map { text($0.0, counting: report[$0.1].count) }
        return [parts.joined(separator: ", "), byteCount(report.bytes)].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private static func rounded(_ number: Int, to unit: Int) -> Int {
        number / unit + (number % unit >= unit - unit / 2 ? 1 : 0)
    }
}
