/// What lies on the disk, by kind: its sums are what is there, to the byte.
///
/// A file that holds several kinds is counted once as a file, and its bytes are divided among them.
public struct StorageReport: Hashable, Sendable {
    /// Files and bytes of a kind.
    public struct Entry: Identifiable, Hashable, Sendable, Codable {
        /// What they are there for.
        public var kind: StorageKind
        /// How many files.
        public var files: Int
        /// How many bytes.
        public var bytes: Int

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - kind: What they are there for.
        ///   - usage: Files and bytes.
        public init(_ kind: StorageKind, _ usage: FileUsage) {
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

    /// Files and bytes of a kind.
    public subscript(kind: StorageKind) -> FileUsage {
        get { usages[kind] ?? FileUsage() }
        set { usages[kind] = newValue }
    }

    /// Every kind there is, in the order of their declaration, also those without a byte.
    public var kinds: [Entry] { StorageKind.allCases.map { Entry($0, self[$0]) } }

    /// All of it together.
    public var total: FileUsage { usages.values.reduce(FileUsage(), +) }

    /// All bytes together.
    public var bytes: Int { total.bytes }

    /// Tells whether two reports say the same; a kind without a byte is as one that is not named.
    ///
    /// - Parameters:
    ///   - left: One.
    ///   - right: The other one.
    /// - Returns: True when they do.
    public static func == (left: StorageReport, right: StorageReport) -> Bool { left.kinds == right.kinds }

    /// Hashes what is compared.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kinds)
    }
}
