import ConsoleKit
import Core
import DemoServer
import Foundation
import PostFeatures
import Testing

@testable import ReaderKit

/// The reader in Ukrainian: every sentence, on both streams, and none of it in JSON.
@Suite(.timeLimit(.minutes(5)))
struct LanguageTests {
    private static let ukrainian = ["LANG": "uk_UA.UTF-8"]

    @Test func everyPhraseOfTheReaderIsThereInEachLanguageAndTheyDiffer() {
        let tables = Language.ofReader.map { ReaderPhrase.texts(in: $0) }
        for phrase in ReaderPhrase.allCases {
            let texts = tables.map { $0[phrase] }
            #expect(texts.allSatisfy { $0 != nil }, "\(phrase)")
            #expect(texts[0] != texts[1], "\(phrase)")
            let isFilled = texts.map { if case .filled = $0 { true } else { false } }
            #expect(isFilled[0] == isFilled[1], "\(phrase)")
        }
    }

    /// The English words of a text that are not from people, commands or addresses.
    private static func englishWords(in text: String, except known: Set<String>) -> [String] {
        let quoted = text.replacing(/'[^']*'|\[[^\]]*\]\(|https?:\S+|[ru]\/[\w-]+|t3_\w+/, with: " ")
        return quoted.matches(of: /[A-Za-z]{3,}/).map { String($0.output) }.filter { !known.contains($0) }
    }

    /// The warnings without the program's name.
    private static func messages(_ errors: String) -> String {
        errors.split(separator: "\n").map { $0.drop { $0 != " " } }.joined(separator: "\n")
    }

    @Test func everySentenceOfACommandIsUkrainian() async throws {
        try await ReaderFixture.runCalls { fixture in
            func run(_ arguments: [String]) async throws -> ReaderProcess {
                try await fixture.call(.demo, arguments, format: "text", environment: Self.ukrainian)
            }
            let ids = try await fixture.call(.demo, ["list", "--feed", "r/swift"]).ids
            let commands: [[String]] = [
                ["saved"], ["saved", "--search", "xyzzy"], ["search", "xyzzy"], ["sources"], ["undo"],
                ["save", ids[0]], ["save", "t3_nobody", ids[1]], ["unsave", ids[0]], ["read", ids[0]],
                ["unread", ids[0]], ["favourite", ids[0]], ["unfavourite", ids[0]], ["hide", ids[0]],
                ["unhide", ids[0]], ["dismiss", ids[0]], ["undo"], ["show", "t3_nobody"],
                ["saved", "--search", "xyzzy"],
                ["comments", "t3_nobody"], ["sources", "add", "r/nosuchplace"],
                ["sources", "add", "swift", "--offline"],
                ["sources", "add", "r/SWIFT"], ["sources", "add", "private"], ["sources", "remove", "u/nobody"],
                ["list", "--feed", "r/pics", "--offline"], ["list", "--feed", "favourites"],
                ["dismiss", "--all", "--feed", "r/swift"], ["list", "--feed", "r/swift", "--offline"], ["verify"],
            ]
            for arguments in commands {
                let call = try await run(arguments)
                #expect(!(call.output + call.errors).isEmpty, "\(arguments)")
                // What was searched for, and the title that the server has for r/swift.
                let words = Self.englishWords(
                    in: call.output + Self.messages(call.errors), except: ["xyzzy", "Swift", "language", "the"])
                #expect(words.isEmpty, "\(arguments): \(words) in \(call.output)\(call.errors)")
            }
        }
    }

    @Test func aListAPostAndAThreadSpeakUkrainianAroundWhatPeopleWrote() async throws {
        try await ReaderFixture.runCalls { fixture in
            func text(_ arguments: [String]) async throws -> String {
                try await fixture.call(.demo, arguments, format: "text", environment: Self.ukrainian).output
            }
            let list = try await text(["list", "--limit", "100", "--pages", "4", "--sort", "top", "--period", "week"])
            #expect(list.hasPrefix("Головна · Топ · За тиждень\n"))
            #expect(list.contains("[зображення]") && list.contains("[відео]") && !list.contains("[image]"))
            #expect(list.contains(" з мережі, збережено на пристрої"))
            #expect(try await text(["list", "--offline"]).isEmpty)
            let items = try await fixture.call(
                .demo, ["list", "--limit", "100", "--pages", "4", "--sort", "top", "--period", "week"]
            ).items
            let picture = try #require(items.first { ($0["media"] as? [String: Any])?["kind"] as? String == "image" })
            let page = try await text(["show", try #require(picture["id"] as? String)])
            #expect(page.contains("  зображення "))
            let busy = try #require(
                items.max { ($0["commentCount"] as? Int ?? 0) < ($1["commentCount"] as? Int ?? 0) }?["id"] as? String)
            let thread = try await text(["comments", busy])
            #expect(thread.contains(" на сервері\n") && thread.contains("… Ще "))
        }
    }

    @Test func jsonIsTheSameInEachLanguage() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "list", "--feed", "r/swift")
            for arguments in [
                ["list", "--feed", "r/swift", "--offline"], ["list", "--feed", "r/pics", "--offline"],
                ["show", "t3_nobody"], ["comments", "t3_nobody"], ["comments", "t3_nobody", "--offline"], ["sources"],
                ["settings"], ["saved"], ["read", "t3_nobody"], ["undo"],
            ] {
                let english = try await fixture.call(.demo, arguments, environment: ["LANG": "en_GB"])
                let ukrainian = try await fixture.call(.demo, arguments, environment: Self.ukrainian)
                #expect(english.output == ukrainian.output && english.status == ukrainian.status, "\(arguments)")
            }
        }
    }

    @Test func postsHiddenByASettingAreNotReportedAsDismissed() async throws {
        try await ReaderFixture.runCalls { fixture in
            let ids = try await fixture.call(.demo, "list", "--feed", "r/swift").ids
            _ = try await fixture.call(.demo, ["save", ids[0]])
            _ = try await fixture.call(.demo, "settings", "set", "mediaKinds", "crosspost")
            for arguments in [["list", "--feed", "r/swift", "--offline"], ["search", "a"], ["saved"]] {
                let text = try await fixture.call(.demo, arguments, format: "text").output
                #expect(text.contains("Your settings hide all of these posts. 'settings'"), "\(arguments): \(text)")
            }
        }
    }
}
