import Core
import Foundation

extension OfflinePostProviderContract {
    /// Checks of the revision of the page that a feed begins with.
    static let revisionChecks: [Check] = [
        Check("The first page is kept with its posts, its cursor and its revision") { probe in
            probe.expect(try await probe.stored().head, equals: nil, "the head of a feed that was never fetched")
            try await probe.refresh(.mock("a", "b", "a", next: "c1", revision: "r1"))
            let head = FeedHead(
                ids: [.mock("a"), .mock("b")], next: .mock("c1"), revision: PageRevision(rawValue: "r1"))
            probe.expect(try await probe.stored().head, equals: head, "the head")
        },
        Check("Pages behind the first one leave it as it is") { probe in
            try await probe.refresh(.mock("m", "n", next: "c1"))
            try await probe.refresh(.mock("a", "b", next: "c2", revision: "r2"))
            let head = try await probe.stored().head
            probe.expect(head?.ids, equals: [.mock("a"), .mock("b")], "the head's posts")
            try await probe.commit(.mock("b", "c", next: "c3"), after: "c2")
            try await probe.commit(.mock("a", "o", next: "c4"), after: "c1")
            try await probe.commit(.mock("d", "m"), after: "c3")
            probe.expect(try await probe.stored().head, equals: head, "the head after three pages")
        },
        Check("Another page at the head takes over, with or without a revision") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1", revision: "r1"))
            try await probe.refresh(.mock("b", "c", revision: "r2"))
            let second = FeedHead(ids: [.mock("b"), .mock("c")], revision: PageRevision(rawValue: "r2"))
            probe.expect(try await probe.stored().head, equals: second, "the second head")
            try await probe.refresh(.mock("c", "b", next: "c3"))
            let third = FeedHead(ids: [.mock("c"), .mock("b")], next: .mock("c3"))
            probe.expect(try await probe.stored().head, equals: third, "the head without a revision")
        },
        Check("An empty answer over a stored feed leaves its revision") { probe in
            try await probe.refresh(.mock("a", next: "c1", revision: "r1"))
            let head = try await probe.stored().head
            try await probe.refresh(.mock([], revision: "r2"))
            probe.expect(try await probe.stored().head, equals: head, "the head")
        },
        Check("An empty feed has no first page") { probe in
            try await probe.refresh(.mock([], revision: "r1"))
            probe.expect(try await probe.stored().head, equals: nil, "the head")
        },
        Check("What the person does leaves the first page") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1", revision: "r1"))
            let head = try await probe.stored().head
            try await probe.apply(.dismissAll(probe.feed), at: 1)
            probe.expect(try await probe.stored().head, equals: head, "the head")
        },
        Check("The first page's own cursor stays a place, and the server's order begins there anew") { probe in
            try await probe.refresh(.mock("a", "b", next: "c1", revision: "r1"))
            try await probe.commit(.mock("c", "d", next: "c2"), after: "c1")
            try await probe.commit(.mock("e", next: "c3"), after: "c2")
            try await probe.commit(.mock("d", "x", next: "c4"), after: "c1")
            try await probe.expectFeed("a b d x c e", "what came behind the first page")
            try await probe.commit(.mock("c", "y", next: "c5"), after: "c4")
            try await probe.expectFeed("a b d x c y e", "what came behind that")
            let stored = try await probe.stored()
            probe.expect(stored.cursor, equals: .mock("c3"), "the rest keeps its own cursor")
            probe.expect(stored.head?.revision, equals: PageRevision(rawValue: "r1"), "the head's revision")
        },
        Check("An unchanged page is nothing to commit") { probe in
            var page = Page.mock([])
            page.isUnchanged = true
            await probe.expectRefusal(.invalidInput, "an unchanged page") { try await probe.refresh(page) }
            probe.expect(try await probe.stored().isEnd, equals: false, "whether the feed has ended")
        },
    ]
}
