import CommandKit
import PostFeatures

extension PostFormat {
    /// The format in the language that the person has set.
    ///
    /// The system's language is what `LC_ALL`, `LC_MESSAGES` or `LANG` says, the first of them that is set. What is
    /// printed as JSON is the same in each.
    static func chosen() -> PostFormat {
        chosen(among: Language.ofReader)
    }

    /// A text that stands on its own, with its full stop.
    func sentence(_ phrase: some LocalizedPhrase) -> String { text(phrase).asSentence }

    /// That the settings leave out all there is, and where they are.
    var everythingFiltered: String { "\(sentence(ListPhrase.allFiltered)) \(text(ReaderPhrase.settingsHint))" }
}
