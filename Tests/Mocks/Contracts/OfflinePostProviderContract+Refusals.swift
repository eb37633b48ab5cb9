import Core
import Foundation

extension OfflinePostProviderContract {
    /// Checks of values that no store can keep, and that they cost the rest nothing.
    static let refusalChecks: [Check] = [
        Check("A post whose id cannot be read back is left out of its page, and everything else stays readable") {
            probe in
            let receipt = try await probe.refresh(.mock("a", "", "b", next: "c1"))
            probe.expect(receipt.ids, equals: [.mock("a"), .mock("b")], "what was committed")
            try await probe.expectFeed("a b", "after the page")
            try await probe.commit(.mock("", "c", next: "c2"), after: "c1", at: 1)
            try await probe.provider.store([.mock(""), .mock("loose")], completeness: .full)
            try await probe.reopen()
            try await probe.expectFeed("a b c", "after a new start")
            let loose = try await probe.provider.items([.mock("loose")])
            probe.expect(loose.count, equals: 1, "the loose posts")
            _ = try await probe.provider.evict([.mock("a")])
            _ = try await probe.provider.forgetMarks(before: probe.start + 9)
            let left = try await probe.stored().items.map(\.id.native)
            probe.expect(left, equals: ["b", "c"], "what is left after an eviction")
        },
        Check("A post of another site than the feed's is left out of its page") { probe in
            let page = Page.mock([.mock("a"), .mock("x", site: .reddit), .mock("b")], next: "c1")
            let receipt = try await probe.refresh(page)
            probe.expect(receipt.ids, equals: [.mock("a"), .mock("b")], "what was committed")
            try await probe.expectFeed("a b", "after the page")
            let strangers = try await probe.provider.items([.mock("x", site: .reddit)])
            probe.expect(strangers, equals: [], "the other site's post")
        },
        Check("A mark on an id that cannot be read back is unknown and not kept") { probe in
            try await probe.refresh(.mock("a", next: "c1"))
            let receipt = try await probe.apply(.set(.saved(true), [.mock(""), .mock("a")]), at: 1)
            probe.expect(receipt.changed, equals: [.mock("a")], "what was changed")
            probe.expect(receipt.unknown, equals: [.mock("")], "what is unknown")
            probe.expect(receipt.pending, equals: [], "what is kept for it")
            try await probe.reopen()
            let saved = try await probe.provider.storedFeed(Feed(site: .demo, source: .saved))
            probe.expect(saved.items.map(\.id), equals: [.mock("a")], "what is saved")
            probe.expect(try await probe.provider.forgetMarks(before: probe.start + 9), equals: 0, "what is forgotten")
        },
        Check("An id may hold what no other text does, and is read back") { probe in
            let natives = ["a/b", "\u{301}x", "\u{0}", "\u{85}\u{1F}", "|gap|5", "\"\\", " ", "🏮", "gap"]
            try await probe.refresh(.mock(natives.map { .mock($0) }, next: "c1"))
            try await probe.apply(.set(.saved(true), natives.map { .mock($0) }), at: 1)
            try await probe.reopen()
            let stored = try await probe.stored().items
            probe.expect(stored.map(\.id.native), equals: natives, "the posts")
            probe.expect(stored.map(\.status.isSaved), equals: natives.map { _ in true }, "the marks")
            let saved = try await probe.provider.storedFeed(Feed(site: .demo, source: .saved))
            probe.expect(Set(saved.items.map(\.id.native)), equals: Set(natives), "the saved posts")
        },
        Check("A date or a duration that is not finite is unknown, and costs the page nothing") { probe in
            let endless = Date(timeIntervalSince1970: .infinity)
            var odd = Post.mock("odd") { $0.created = Date(timeIntervalSince1970: .nan) }
            odd.edited = .at(endless)
            odd.media = Media(kind: .video, video: VideoStreams(duration: .infinity))
            try await probe.refresh(.mock([.mock("a"), odd, .mock("b")], next: "c1"))
            try await probe.provider.store([.mock("loose") { $0.created = endless }], completeness: .full)
            try await probe.reopen()
            try await probe.expectFeed("a odd b", "after the page")
            let post = try await probe.provider.items([.mock("odd")]).first?.post
            probe.expect(post?.created, equals: nil, "created")
            probe.expect(post?.edited, equals: .atUnknownTime, "edited")
            probe.expect(post?.media.video?.duration, equals: nil, "the duration")
            let loose = try await probe.provider.items([.mock("loose")]).first?.post
            probe.expect(loose?.title, equals: "Post loose", "the loose post")
        },
    ]
}
