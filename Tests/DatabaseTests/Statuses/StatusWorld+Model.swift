import Core
import Foundation
import Mocks

@testable import Database

// What each owner is to be shown, by plain rules, and whether the store shows it.

extension StatusWorld {
    private func entries(of lane: Lane) -> [OutboxEntry] {
        outbox.all.filter { entry in
            entry.state != .failed && entry.target == lane.target && entry.lane.field == lane.field.rawValue
                && .account(entry.account) == lane.owner
        }
    }

    func isUnsettled(_ lane: Lane) -> Bool {
        !entries(of: lane).isEmpty
            || outbox.lanes.values.contains { record in
                record.entry.target == lane.target && record.id.field == lane.field.rawValue
                    && .account(record.id.account) == lane.owner
            }
    }

    /// The value of a field as an owner is to see it, as text.
    func shown(_ lane: Lane) -> String {
        let own = own[lane]?.text
        guard lane.owner != .nobody else { return own ?? "0" }
        if let wish = entries(of: lane).last?.value { return wish }
        return (lane.field == .vote ? known[lane]?.text ?? own : own ?? known[lane]?.text) ?? "0"
    }

    /// The place among what is saved.
    private func savedSince(_ lane: Lane) -> Date? {
        guard shown(lane) == "1" else { return nil }
        if own[lane]?.text == "1" { return own[lane]?.date }
        if lane.owner == .nobody { return nil }
        if own[lane] == nil, known[lane]?.text == "1" { return known[lane]?.date }
        return entries(of: lane).last?.created
    }

    /// Whether the store shows something else than the model, in words.
    func problem() async throws -> String? {
        for owner in Self.owners {
            let posts = DatabasePostProvider(store: store, owner: owner, time: ManualClock())
            let statuses = try await posts.statuses(of: Self.targets, for: owner)
            for target in Self.targets {
                if let problem = problem(statuses[target] ?? Marks(), target, owner) { return problem }
            }
            for item in try await posts.storedFeed(Self.feed).items {
                if let problem = problem(item.status.marks, .post(item.id), owner) { return "in the feed: \(problem)" }
            }
            let thread = try await DatabaseCommentProvider(store: store, owner: owner).storedThread(of: Self.thread)
            for name in Self.comments {
                let marks = thread?.statuses[.mock(name)] ?? Marks()
                if let problem = problem(marks, .comment(.mock(name)), owner) { return "in the thread: \(problem)" }
            }
            let search = DatabasePostSearchProvider(store: store, owner: owner)
            let found = try await search.search(PostSearchRequest(SearchQuery("post"))).items
            let listed = Self.posts.filter { name in
                shown(Lane(owner: owner, target: .post(.mock(name)), field: .hidden)) == "0"
            }
            if Set(found.map(\.id.native)) != Set(listed) { return "\(owner) finds \(found.map(\.id.native))" }
            for item in found {
                if let problem = problem(item.status.marks, .post(item.id), owner) { return "found: \(problem)" }
            }
            let saved = try await posts.storedFeed(Feed(site: .demo, source: .saved)).items.map(\.id.native)
            let expected = savedPosts(of: owner)
            if saved != expected { return "\(owner) has saved \(saved), expected \(expected)" }
        }
        return nil
    }

    private func savedPosts(of owner: MarkOwner) -> [String] {
        let saved = Self.posts.compactMap { name -> (String, Date)? in
            let lane = Lane(owner: owner, target: .post(.mock(name)), field: .saved)
            guard shown(lane) == "1" else { return nil }
            return (name, savedSince(lane) ?? Date(timeIntervalSince1970: 0))
        }
        return saved.sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }.map(\.0)
    }

    private func problem(_ marks: Marks, _ target: StatusTarget, _ owner: MarkOwner) -> String? {
        func lane(_ field: StatusField) -> Lane { Lane(owner: owner, target: target, field: field) }
        func points(_ text: String) -> Int { Int(text) ?? 0 }
        let vote = marks.vote == .up ? "1" : marks.vote == .down ? "-1" : "0"
        let found = [
            "vote \(vote)", "saved \(marks.isSaved)", "hidden \(marks.isHidden)", "read \(marks.isRead)",
            "pending \(marks.pending.rawValue)", "known \(marks.isVoteKnown)", "delta \(marks.voteDelta)",
            "since \(String(describing: marks.savedAt))",
        ]
        var pending: StatusFields = []
        if owner != .nobody {
            for field in fields(of: target) where !entries(of: lane(field)).isEmpty { pending.insert(field.set) }
        }
        let isKnown = pending.contains(.vote) || known[lane(.vote)] != nil || own[lane(.vote)] != nil
        let counted = counted[OwnedTarget(owner, target)] ?? "0"
        let expected = [
            "vote \(shown(lane(.vote)))", "saved \(shown(lane(.saved)) == "1")",
            "hidden \(shown(lane(.hidden)) == "1")", "read \(shown(lane(.read)) == "1")",
            "pending \(pending.rawValue)", "known \(isKnown)", "delta \(points(shown(lane(.vote))) - points(counted))",
            "since \(String(describing: savedSince(lane(.saved))))",
        ]
        guard found != expected else { return nil }
        return "\(owner), \(target): \(found), expected \(expected)"
    }

    /// The posts that something unsent is about, and those that somebody sees as saved.
    var heldPosts: Set<Post.ID> {
        var held: Set<Post.ID> = []
        for entry in outbox.all + outbox.lanes.values.map(\.entry) {
            held.formUnion([entry.target?.post, entry.thread].compactMap { $0 })
        }
        for owner in Self.owners {
            held.formUnion(savedPosts(of: owner).map { .mock($0) })
            // An own mark keeps it also while an intent takes it back.
            for name in Self.posts {
                let lane = Lane(owner: owner, target: .post(.mock(name)), field: .saved)
                if own[lane]?.text == "1" { held.insert(.mock(name)) }
            }
        }
        return held
    }
}
