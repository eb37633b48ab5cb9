import ConsoleKit
import Core
package import PostFeatures

extension PostFormat {
    /// The format in the language that the person has set, else in the system's, which is what `LC_ALL`, `LC_MESSAGES`
    /// or `LANG` says, the first of them that is set.
    ///
    /// - Parameter languages: The languages of the program.
    /// - Returns: The format.
    package static func chosen(among languages: [Language]) -> PostFormat {
        let settings = Dependency.resolve((any SettingsProvider).self, default: InMemorySettingsProvider())
        let environment = Dependency.resolve(ProgramEnvironment.self, default: ProgramEnvironment())
        let system = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first
        return PostFormat(
            language: .chosen(
                settings.settings.value.language, preferred: [system].compactMap { $0 }, among: languages))
    }
}

extension String {
    /// The text with a full stop, unless it has one.
    package var asSentence: String { hasSuffix(".") ? self : self + "." }
}
