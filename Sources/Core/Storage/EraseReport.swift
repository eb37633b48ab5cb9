/// What was let go of, or would be.
public struct EraseReport: Hashable, Sendable {
    /// What was chosen.
    public var scope: EraseScope
    /// Whether nothing was changed.
    public var isDryRun: Bool
    /// The files and bytes of each kind that are less now.
    ///
    /// Bytes of the database's own are not among them: it uses their room for what comes, or gives it back when it next
    /// writes its journal anew.
    public var freed: [StorageKind: FileUsage]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - scope: What was chosen.
    ///   - isDryRun: Whether nothing was changed.
    ///   - freed: The files and bytes of each kind that are less now.
    public init(scope: EraseScope, isDryRun: Bool = false, freed: [StorageKind: FileUsage] = [:]) {
        self.scope = scope
        self.isDryRun = isDryRun
        self.freed = freed
    }

    /// Compares two reports of what is stored, by the kinds that can be fetched again.
    ///
    /// - Parameters:
    ///   - scope: What was chosen.
    ///   - before: What there was.
    ///   - after: What there is.
    public init(scope: EraseScope, before: StorageReport, after: StorageReport) {
        self.init(scope: scope)
        for kind in StorageKind.allCases where kind.isFetched {
            let usage = FileUsage(
                files: max(0, before[kind].files - after[kind].files),
                bytes: max(0, before[kind].bytes - after[kind].bytes))
            if usage != FileUsage() { freed[kind] = usage }
        }
    }

    /// All bytes together.
    public var bytes: Int { freed.values.reduce(0) { $0 + $1.bytes } }
}
