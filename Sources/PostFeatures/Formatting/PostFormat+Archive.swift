public import Core

extension PostFormat {
    /// Describes what an import of an archive changed, or would change.
    ///
    /// - Parameter receipt: The result of the import.
    /// - Returns: A line for each kind that changed, such as "Marks: 3 new, 2 changed"; where nothing did, one that
    ///   says so; and one more when settings were left out.
    public func lines(of receipt: ArchiveReceipt) -> [String] {
        let kinds: [(ArchivePhrase, ArchiveReceipt.Counts)] = [
            (.statuses, receipt.statuses), (.posts, receipt.posts), (.drafts, receipt.drafts),
            (.sources, receipt.sources), (.settings, receipt.settings),
        ]
        var lines = kinds.filter { !$0.1.isEmpty }.map { "\(text($0.0)): \(text(of: $0.1))" }
        if lines.isEmpty { lines.append(text(ArchivePhrase.nothingNew)) }
        if !receipt.ignoredSettings.isEmpty {
            lines.append(text(ArchivePhrase.ignoredSettings, counting: receipt.ignoredSettings.count))
        }
        return lines
    }

    /// Describes how much an archive holds.
    ///
    /// - Parameter summary: The numbers.
    /// - Returns: A line for each kind, such as "Saved posts: 12".
    public func lines(of summary: ArchiveSummary) -> [String] {
        let kinds: [(ArchivePhrase, Int)] = [
            (.statuses, summary.statuses), (.posts, summary.posts), (.drafts, summary.drafts),
            (.sources, summary.sources), (.settings, summary.settings),
        ]
        return kinds.map { "\(text($0.0)): \($0.1)" }
    }

    package func message(for refusal: ArchiveError) -> String {
        switch refusal {
        case .notAnArchive: text(ArchivePhrase.notAnArchive)
        case .damaged: text(ArchivePhrase.damaged)
        case .tooNew: text(ArchivePhrase.tooNew)
        case .tooLarge: text(ArchivePhrase.tooLarge)
        case .invalid(let what): text(ArchivePhrase.invalid, filling: what)
        }
    }

    private func text(of counts: ArchiveReceipt.Counts) -> String {
        let parts: [(ArchivePhrase, Int)] = [
            (.added, counts.added), (.changed, counts.changed), (.removed, counts.removed),
        ]
        return parts.filter { $0.1 > 0 }.map { text($0.0, filling: "\($0.1)") }.joined(separator: ", ")
    }
}
