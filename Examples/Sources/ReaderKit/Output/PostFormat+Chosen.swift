import Core
import PostFeatures

extension PostFormat {
    /// The format in the language that the person has set.
    ///
    /// The system's language is what `LC_ALL`, `LC_MESSAGES` or `LANG` says, the first of them that is set. What is
    /// printed as JSON is the same in each.
    static func chosen() -> PostFormat {
        let settings = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        let environment = Dependency.resolve(ReaderEnvironment.self, default: ReaderEnvironment()).values
        let system = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        return PostFormat(
            language: .chosen(
                settings.settings.value.language, preferred: [system].compactMap { $0 }, among: Language.ofReader))
    }

    /// A text that stands on its own, with its full stop.
    func sentence(_ phrase: some LocalizedPhrase) -> String { text(phrase).asSentence }

    /// That the settings leave out all there is, and where they are.
    var everythingFiltered: String { "\(sentence(ListPhrase.allFiltered)) \(text(ReaderPhrase.settingsHint))" }
}

extension String {
    /// The text with a full stop, unless it has one.
    var asSentence: String { hasSuffix(".") ? self : self + "." }
}
