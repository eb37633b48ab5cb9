import Foundation
import Testing

@testable import Core

/// Intents as they are left for another process.
struct HandedIntentTests {
    private static let post = Post.ID(site: .demo, native: "t3_a")
    private static let target = StatusTarget.post(post)

    private static let intents: [WriteIntent] = [
        .vote(.up, on: target), .vote(.down, on: target), .vote(nil, on: target), .save(true, target),
        .save(false, target), .hide(true, target), .read(false, target), .subscribe(true, to: "swift"),
        .subscribe(false, to: "swift@lemmy.example"), .reply("Ünïcode\n\"quoted\"", to: target, in: post),
        .reply("x", to: target, in: nil), .submit(PostDraft(title: "A", text: "b"), to: "swift"),
        .submit(PostDraft(title: "A", url: "https://a.example"), to: "swift"), .edit("other", of: target),
        .delete(target, nil), .delete(target, .drafts),
    ]

    private func intent(_ wish: WriteIntent) -> HandedIntent {
        HandedIntent(
            wish, id: OutboxEntry.ID(rawValue: "entry-1"), as: AccountKey(site: .demo, name: "id"),
            at: OutboxTime(date: Date(timeIntervalSince1970: 5), boot: "b", uptime: 2.5))
    }

    @Test(arguments: intents) func eachIsReadAsItWasWritten(_ wish: WriteIntent) throws {
        let coded = try JSONEncoder().encode(intent(wish))
        #expect(try JSONDecoder().decode(HandedIntent.self, from: coded) == intent(wish))
    }

    @Test(arguments: [
        ("\"version\":1", "\"version\":2"), ("\"value\":\"1\"", "\"value\":\"7\""),
        ("\"value\":\"1\"", "\"text\":\"1\""),
        ("\"kind\":\"vote\"", "\"kind\":\"poke\""), ("\"kind\":\"vote\"", "\"kind\":\"reply\""),
        ("\"kind\":\"vote\"", "\"kind\":\"subscribe\""),
    ])
    func whatIsNoIntentIsRefused(_ part: String, _ other: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let coded = String(decoding: try encoder.encode(intent(.vote(.up, on: Self.target))), as: UTF8.self)
        #expect(coded.contains(part))
        let changed = Data(coded.replacingOccurrences(of: part, with: other).utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(HandedIntent.self, from: changed) }
    }
}
