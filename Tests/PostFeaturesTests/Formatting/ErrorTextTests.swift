import Core
import Foundation
import PostFeatures
import Testing

@Suite struct ErrorTextTests {
    let english = PostFormat(language: .english)
    let ukrainian = PostFormat(language: .ukrainian)

    /// The words of all codes that are declared anywhere in the library.
    private func declaredCodes() throws -> Set<String> {
        let declaration = try Regex(
            #"static let \w+ = ErrorCode\(rawValue: "(\w+)"\)"#, as: (Substring, Substring).self)
        return Set(
            try SourceFiles.all(in: "Sources").flatMap { file in
                file.code.matches(of: declaration).map { String($0.output.1) }
            })
    }

    @Test func everyDeclaredErrorCodeHasASentence() throws {
        let codes = try declaredCodes()
        #expect(codes.count > 25 && codes.contains("offline") && codes.contains("accessDenied"), "they are found")
        #expect(codes == Set(ErrorPhrase.allCases.map(\.rawValue)))
    }

    @Test func theEnglishSentencesAreThoseOfTheErrors() {
        let waits: [Duration?] = [
            nil, .zero, .milliseconds(1), .milliseconds(1001), .seconds(1), .seconds(12), .seconds(119), .seconds(120),
            .seconds(121), .seconds(7199), .seconds(7200), .seconds(7201), .seconds(86_400), .seconds(-5),
        ]
        let unknown = ErrorCode(rawValue: ErrorPhrase.unknown.rawValue)
        let policy = "“\(english.settingName("downloadPolicy"))”"
        let (never, wifi, always) = (
            "“\(english.choiceName("never"))”", "“\(english.choiceName("wifi"))”", "“\(english.choiceName("always"))”"
        )
        for code in ErrorPhrase.allCases.map({ ErrorCode(rawValue: $0.rawValue) }) {
            for wait in waits {
                var core = DataError.message(for: code, retryAfter: wait)
                // Keys and codes are for a terminal, names for a screen.
                if code == unknown { core.replace(" (unknown)", with: "") }
                if code == .downloadsOff {
                    core.replace("downloadPolicy is never", with: "\(policy) is \(never)")
                    core.replace("wifi or always", with: "\(wifi) or \(always)")
                }
                // A code of another layer has no sentence in Core.
                guard !core.contains("(\(code))") else { continue }
                #expect(english.message(for: code, retryAfter: wait) == core, "\(code)")
            }
        }
        #expect(english.message(for: DataError(unknown)) == "Something went wrong. Try again.")
        #expect(DataError(.downloadsOff).message.contains("downloadPolicy is never"), "keys are for a terminal")
        #expect(english.message(for: ErrorCode(rawValue: "quota")) == DataError.message(for: .init(rawValue: "quota")))
    }

    @Test func everyErrorCodeHasAUkrainianSentence() {
        for code in ErrorPhrase.allCases.map({ ErrorCode(rawValue: $0.rawValue) }) {
            let text = Banner(DataError(code), cause: .content).text(in: ukrainian)
            #expect(text.hasSuffix(".") && text.contains { ("а"..."я").contains($0) }, "\(code): \(text)")
            #expect(!text.contains(code.rawValue), "\(code)")
        }
        #expect(
            ukrainian.message(for: DataError(ErrorCode(rawValue: "quota")))
                == "Щось пішло не так (quota). Спробуйте ще раз.")
    }

    @Test func aCodeOfAnAppsOwnKeepsItsSentenceInEveryLanguage() {
        let error = DataError(ErrorCode(rawValue: "quota"), message: "Ваш тариф вичерпано.")
        #expect(ukrainian.message(for: error) == "Ваш тариф вичерпано.")
        #expect(english.message(for: error) == "Ваш тариф вичерпано.")
        let bare = DataError(ErrorCode(rawValue: "quota"), retryAfter: .seconds(9))
        #expect(ukrainian.message(for: bare) == "Щось пішло не так (quota). Спробуйте ще раз.")
    }

    static let waits: [(Duration, String, String)] = [
        (.zero, "1 second", "1 секунду"), (.milliseconds(1), "1 second", "1 секунду"),
        (.seconds(2), "2 seconds", "2 секунди"), (.milliseconds(11_001), "12 seconds", "12 секунд"),
        (.seconds(21), "21 seconds", "21 секунду"), (.seconds(119), "119 seconds", "119 секунд"),
        (.seconds(120), "2 minutes", "2 хвилини"), (.seconds(121), "3 minutes", "3 хвилини"),
        (.seconds(300), "5 minutes", "5 хвилин"), (.seconds(7199), "120 minutes", "120 хвилин"),
        (.seconds(7200), "2 hours", "2 години"), (.seconds(7201), "3 hours", "3 години"),
        (.seconds(86_400), "24 hours", "24 години"), (.seconds(-1), "1 second", "1 секунду"),
    ]

    @Test(arguments: waits)
    func waitsAreRoundedUpAndCounted(_ wait: Duration, _ english: String, _ ukrainian: String) {
        #expect(self.english.wait(wait) == english)
        #expect(self.ukrainian.wait(wait) == ukrainian)
        let error = DataError(.rateLimited, retryAfter: wait)
        #expect(self.english.message(for: error) == "Too many requests. Try again in \(english).")
        #expect(self.ukrainian.message(for: error) == "Забагато запитів. Спробуйте ще раз через \(ukrainian).")
    }

    @Test func theLongestWaitDoesNotTrap() {
        #expect(!english.wait(.seconds(Int64.max)).isEmpty)
        #expect(!ukrainian.wait(.init(secondsComponent: .max, attosecondsComponent: 1)).isEmpty)
    }

    @Test func anErrorsPathIsKept() {
        let error = DataError(FileError(.noSpace, path: "/data/posts.jsonl", operation: "write"))
        #expect(error.path == "/data/posts.jsonl")
        #expect(english.message(for: error) == error.message && error.message.contains("/data/posts.jsonl"))
        #expect(
            ukrainian.message(for: error)
                == "Диск заповнено. Звільніть місце й спробуйте ще раз. Шлях: /data/posts.jsonl")
        #expect(DataError(.noSpace).path == nil)
    }

    @Test func englishKeepsWhatNamesMore() {
        let error = DataError(.invalidInput, message: "'a b' is no subreddit's name.")
        #expect(Banner(error, cause: .action).text(in: english) == "'a b' is no subreddit's name.")
        #expect(Banner(error, cause: .action).text(in: ukrainian) == "Так запитати не можна. Перевірте введене.")
    }

    static let signInErrors: [SignInError] = [
        .denied, .notBegun, .wrongState, .malformedRedirect, .refused("invalid_scope"), .notAccepted,
        .needs(.oneTimeCode), .needs(.user), .unfinished("verify_email_sent"), .unfinished("registration_created"),
        .anotherPerson,
    ]

    @Test(arguments: signInErrors)
    func everyFailureOfASignInIsSaid(_ error: SignInError) {
        #expect(english.message(for: error) == error.description)
        let translated = ukrainian.message(for: DataError(error))
        #expect(translated == ukrainian.message(for: error) && translated.contains { ("а"..."я").contains($0) })
        #expect(Set(Self.signInErrors.map { ukrainian.message(for: $0) }).count == Self.signInErrors.count)
    }

    @Test func aServersWordForARefusalIsKept() {
        #expect(ukrainian.message(for: SignInError.refused("invalid_scope")).contains("(invalid_scope)"))
    }

    @Test func aBannerSaysWhenItIsWorthAnotherTry() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let utc = TimeZone(secondsFromGMT: 0) ?? .current
        let banner = Banner(DataError(.rateLimited), cause: .content, retryAt: now + 60)
        #expect(banner.retryText(in: english, now: now, timeZone: utc) == "next try at 22:14")
        #expect(banner.retryText(in: ukrainian, now: now, timeZone: utc) == "наступна спроба: 22:14")
        // "о 11:05" would be wrong, and a date wants another word again; a colon suits all of them.
        let later = Banner(DataError(.rateLimited), cause: .content, retryAt: now + 86_400)
        #expect(
            later.retryText(in: ukrainian, now: now, timeZone: utc) == "наступна спроба: 2023-11-15 22:13")
        #expect(Banner(DataError(.offline), cause: .content).retryText(in: english, now: now, timeZone: utc) == nil)
    }
}
