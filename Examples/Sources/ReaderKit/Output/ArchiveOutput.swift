import Core

/// The JSON output of `export`.
struct ExportOutput: Encodable {
    let file: String
    let bytes: Int
    let statuses: Int
    let posts: Int
    let sources: Int
    let settings: Int

    init(file: String, bytes: Int, _ summary: ArchiveSummary) {
        self.file = file
        self.bytes = bytes
        statuses = summary.statuses
        posts = summary.posts
        sources = summary.sources
        settings = summary.settings
    }
}

/// The JSON output of `import`.
struct ImportOutput: Encodable {
    /// The numbers of changed entries of one kind.
    struct Counts: Encodable {
        let added: Int
        let changed: Int
        let removed: Int
        let unchanged: Int

        init(_ counts: ArchiveReceipt.Counts) {
            added = counts.added
            changed = counts.changed
            removed = counts.removed
            unchanged = counts.unchanged
        }
    }

    let file: String
    let statuses: Counts
    let posts: Counts
    let drafts: Counts
    let sources: Counts
    let settings: Counts
    /// The settings that this version does not know.
    let ignored: [String]

    init(file: String, _ receipt: ArchiveReceipt) {
        self.file = file
        statuses = Counts(receipt.statuses)
        posts = Counts(receipt.posts)
        drafts = Counts(receipt.drafts)
        sources = Counts(receipt.sources)
        settings = Counts(receipt.settings)
        ignored = receipt.ignoredSettings
    }
}
