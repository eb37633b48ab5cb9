extension Language {
    /// Ukrainian.
    public static let ukrainian = Language(
        "uk", plurals: .ukrainian, decimalSeparator: ",", percentSign: "\u{A0}%"
    )
    .adding(table: ActionPhrase.ukrainian)
    .adding(table: ArchivePhrase.ukrainian)
    .adding(table: CommentPhrase.ukrainian)
    .adding(table: ErrorDetailPhrase.ukrainian)
    .adding(table: ErrorPhrase.ukrainian)
    .adding(table: FeedPhrase.ukrainian)
    .adding(table: FilterPhrase.ukrainian)
    .adding(table: InboxPhrase.ukrainian)
    .adding(table: ListPhrase.ukrainian)
    .adding(table: MediaPhrase.ukrainian)
    .adding(table: PackPhrase.ukrainian)
    .adding(table: Phrase.ukrainian)
    .adding(table: RefreshPhrase.ukrainian)
    .adding(table: SessionPhrase.ukrainian)
    .adding(table: SettingChoicePhrase.ukrainian)
    .adding(table: SettingPhrase.ukrainian)
    .adding(table: SourcePhrase.ukrainian)
    .adding(table: StatusPhrase.ukrainian)
    .adding(table: StoragePhrase.ukrainian)
    .adding(table: UndoPhrase.ukrainian)
    .adding(table: WritingPhrase.ukrainian)
}
