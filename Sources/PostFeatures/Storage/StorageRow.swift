public import Core

/// A kind of stored data, as a row of the storage screen.
public struct StorageRow: Identifiable, Hashable, Sendable {
    /// The kind.
    public let kind: StorageKind
    /// Its files and bytes.
    public var usage: FileUsage
    /// Its share of all bytes, 0 to 1.
    public var fraction: Double

    public var id: StorageKind { kind }

    /// Returns the kinds of a report that have files or bytes, the largest first.
    ///
    /// - Parameter report: The report.
    /// - Returns: A row for each; kinds of one size are in the order of their declaration.
    public static func rows(of report: StorageReport) -> [StorageRow] {
        let total = report.bytes
        return report.kinds.filter { $0.files > 0 || $0.bytes > 0 }.enumerated()
            .sorted { left, right in
                left.element.bytes == right.element.bytes
                    ? left.offset < right.offset : left.element.bytes > right.element.bytes
            }
            .map { _, entry in
                StorageRow(
                    kind: entry.kind, usage: FileUsage(files: entry.files, bytes: entry.bytes),
                    fraction: total > 0 ? Double(entry.bytes) / Double(total) : 0)
            }
    }
}
