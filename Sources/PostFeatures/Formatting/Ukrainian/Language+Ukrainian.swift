extension Language {
    /// Ukrainian.
    public static let ukrainian = Language(
        "uk", plurals: .ukrainian, decimalSeparator: ",", percentSign: "\u{A0}%"
    )
    .adding(ActionPhrase.ukrainian)
    .adding(ArchivePhrase.ukrainian)
    .adding(CommentPhrase.ukrainian)
    .adding(ErrorDetailPhrase.ukrainian)
    .adding(ErrorPhrase.ukrainian)
    .adding(FeedPhrase.ukrainian)
    .adding(FilterPhrase.ukrainian)
    .adding(ListPhrase.ukrainian)
    .adding(MediaPhrase.ukrainian)
    .adding(PackPhrase.ukrainian)
    .adding(Phrase.ukrainian)
    .adding(RefreshPhrase.ukrainian)
    .adding(SessionPhrase.ukrainian)
    .adding(SettingChoicePhrase.ukrainian)
    .adding(SettingPhrase.ukrainian)
    .adding(SourcePhrase.ukrainian)
    .adding(StoragePhrase.ukrainian)
}
