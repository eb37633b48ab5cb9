/// The result of erasing: what was freed, or would be.
public struct EraseReport: Hashable, Sendable {
    /// The part that was erased.
    public var scope: EraseScope
    /// Whether nothing was changed.
    public var isDryRun: Bool
    /// The files and bytes that were freed, by kind.
    ///
    /// The database's own bytes are not among them: it uses their space again, or frees it when it next compacts its
    /// journal.
    public var freed: [StorageKind: FileUsage]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - scope: The part that was erased.
    ///   - isDryRun: Whether nothing was changed.
    ///   - freed: The files and bytes that were freed, by kind.
    public init(scope: EraseScope, isDryRun: Bool = false, freed: [StorageKind: FileUsage] = [:]) {
        self.scope = scope
        self.isDryRun = isDryRun
        self.freed = freed
    }

    /// Compares two reports of what is stored, by the kinds that can be fetched again.
    ///
    /// - Parameters:
    ///   - scope: The part that was erased.
    ///   - before: The report from before.
    ///   - after: The report from after.
    package init(scope: EraseScope, before: StorageReport, after: StorageReport) {
        self.init(scope: scope)
        for kind in StorageKind.allCases where kind.isFetched {
            let usage = FileUsage(
                files: max(0, before[kind].files - after[kind].files),
                bytes: max(0, before[kind].bytes - after[kind].bytes))
            if usage != FileUsage() { freed[kind] = usage }
        }
    }

    /// The sum of all bytes.
    public var bytes: Int { freed.values.reduce(0) { $0 + $1.bytes } }
}
