public import PostFeatures

extension Language {
    /// Korean, with the community's texts and Lantern's.
    ///
    /// It is made through the seam that every app has, from public parts alone.
    public static let communityKorean = Language("ko", plurals: .none)
        .adding(StatusSentence.korean)
        .adding(CategoryPhrase.korean)
        .adding(FieldPhrase.korean)
        .adding(AccountPhrase.korean)
        .adding(PeoplePhrase.korean)
        .adding(PaymentPhrase.korean)
        .adding(ChatPhrase.korean)
        .adding(ActionPhrase.korean)
        .adding(ArchivePhrase.korean)
        .adding(CommentPhrase.korean)
        .adding(ErrorDetailPhrase.korean)
        .adding(ErrorPhrase.korean)
        .adding(FeedPhrase.korean)
        .adding(FilterPhrase.korean)
        .adding(InboxPhrase.korean)
        .adding(ListPhrase.korean)
        .adding(MediaPhrase.korean)
        .adding(PackPhrase.korean)
        .adding(Phrase.korean)
        .adding(RefreshPhrase.korean)
        .adding(SessionPhrase.korean)
        .adding(SettingChoicePhrase.korean)
        .adding(SettingPhrase.korean)
        .adding(SourcePhrase.korean)
        .adding(StatusPhrase.korean)
        .adding(StoragePhrase.korean)
        .adding(UndoPhrase.korean)
        .adding(WritingPhrase.korean)
}
