import AppScreens
import CommandKit
import Community
import CommunityScreens
import Core
import PostFeatures

/// The languages of the program, with its own sentences in each.
enum CommunityLanguages {
    static let all: [Language] = CommunityFormat.languages.map { language in
        switch language.code {
        case "uk":
            language.adding(CommandPhrase.ukrainian).adding(StorePhrase.ukrainian)
                .adding(CommunityCommandPhrase.ukrainian).adding(AppPhrase.ukrainian)
                .adding(CommunityScreenPhrase.ukrainian)
        case "ko":
            language.adding(CommandPhrase.korean).adding(StorePhrase.korean).adding(CommunityCommandPhrase.korean)
                .adding(AppPhrase.korean).adding(CommunityScreenPhrase.korean)
        default: language
        }
    }

    /// The codes of those that the framework does not have by itself.
    static let codes: [InterfaceLanguage] = all.map { InterfaceLanguage(rawValue: $0.code) }
        .filter { !InterfaceLanguage.allCases.contains($0) }
}
