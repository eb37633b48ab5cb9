/// The files and bytes on the disk, by kind; the sums are what is there, to the byte.
///
/// A file that holds several kinds is counted once as a file, and its bytes are divided among them.
public struct StorageReport: Hashable, Sendable {
    /// The files and bytes of a kind.
    public struct Entry: Identifiable, Hashable, Sendable, Codable {
        /// The kind.
        public var kind: StorageKind
        /// The number of files.
        public var files: Int
        /// The number of bytes.
        public var bytes: Int

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - kind: The kind.
        ///   - usage: Files and bytes.
        package init(_ kind: StorageKind, _ usage: FileUsage) {
            self.kind = kind
            files = usage.files
            bytes = usage.bytes
        }

        /// The kind.
        public var id: StorageKind { kind }
    }

    private var usages: [StorageKind: FileUsage]

    /// Creates a report.
    ///
    /// - Parameter usages: Files and bytes by kind; a kind that is not named has none.
    public init(_ usages: [StorageKind: FileUsage] = [:]) {
        self.usages = usages
    }

    /// The files and bytes of a kind.
    public subscript(kind: StorageKind) -> FileUsage {
        get { usages[kind] ?? FileUsage() }
        set { usages[kind] = newValue }
    }

    /// An entry for each kind, in the order of their declaration, also for those without a byte.
    public var kinds: [Entry] { StorageKind.allCases.map { Entry($0, self[$0]) } }

    /// The sum of all kinds.
    public var total: FileUsage { usages.values.reduce(FileUsage(), +) }

    /// The sum of all bytes.
    public var bytes: Int { total.bytes }

    public static func == (left: StorageReport, right: StorageReport) -> Bool { left.kinds == right.kinds }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kinds)
    }
}
