import Core
import Foundation

/// The tools of a check's body: the providers of one store, two accounts, and a log for what fails.
struct StatusContractProbe: ContractProbe {
    let log: ContractLog
    let providers: OfflineStatusProviderContract.Providers
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let feed = Feed.mock()
    let anna = AccountKey(site: .demo, name: "t2_anna")
    let ben = AccountKey(site: .demo, name: "t2_ben")
    let post = StatusTarget.post(.mock("t3_a"))
    let comment = StatusTarget.comment(.mock("t1_a"))

    var statuses: any OfflineStatusProvider { providers.statuses }
    var posts: any OfflinePostProvider { providers.posts(.nobody) }

    @discardableResult
    func set(
        _ change: StatusChange, on targets: StatusTarget..., by owner: MarkOwner = .nobody, at seconds: Double = 1
    ) async throws -> [StatusTarget: Marks] {
        try await statuses.apply(change, to: targets, for: owner, at: start + seconds)
    }

    func status(of target: StatusTarget, for owner: MarkOwner = .nobody) async throws -> Marks? {
        try await statuses.statuses(of: [target], for: owner)[target]
    }

    /// Commits a page of the feed with what the server says to an account.
    func refresh(
        _ names: String..., confirming values: [StatusTarget: ConfirmedValues], to account: AccountKey,
        asOf: UInt64? = nil
    ) async throws {
        var page = Page.mock(names.map { .mock($0) }, next: "c1")
        page.confirmation = Confirmation(account: account, values: values, asOf: asOf)
        _ = try await posts.commit(page, to: feed, at: .head, date: start)
    }

    /// The status of the feed's first post as an owner sees it.
    func first(for owner: MarkOwner) async throws -> PostStatus? {
        try await providers.posts(owner).storedFeed(feed).items.first?.status
    }

    /// Commits the thread of `t3_a`, with the comments `t1_a` and `t1_b`.
    @discardableResult
    func fetchThread(
        confirming values: [StatusTarget: ConfirmedValues] = [:], to account: AccountKey? = nil
    ) async throws -> StoredThread {
        var thread = CommentThread.mock("t1_a", " t1_b", post: .mock("t3_a"))
        thread.confirmation = account.map { Confirmation(account: $0, values: values) }
        let owner = account.map { MarkOwner.account($0) } ?? .nobody
        return try await providers.comments(owner).commit(thread, of: .mock("t3_a"), sort: nil, date: start)
    }

    func version() async throws -> UInt64 { try await posts.storedFeed(feed).version }
}

extension OfflineStatusProviderContract {
    static let ownMarkChecks: [Check] = [
        Check("A mark of a comment is kept apart from that of a post with the same name") { probe in
            let (post, comment) = (StatusTarget.post(.mock("x")), StatusTarget.comment(.mock("x")))
            let set = try await probe.set(.saved(true), on: comment)
            probe.expect(set[comment]?.isSaved, equals: true, "what the call returns")
            probe.expect(try await probe.status(of: comment)?.savedAt, equals: probe.start + 1, "the comment's date")
            probe.expect(try await probe.status(of: post), equals: nil, "the post's status")
            try await probe.set(.read(true), on: post, comment, at: 2)
            probe.expect(try await probe.status(of: comment)?.isRead, equals: true, "the comment, read")
            probe.expect(try await probe.status(of: comment)?.isSaved, equals: true, "the comment, still saved")
            probe.expect(try await probe.status(of: post)?.isSaved, equals: false, "the post")
        },
        Check("Nobody's mark of a post is the one that its feed shows, whichever way it was set") { probe in
            try await probe.refresh("t3_a", confirming: [:], to: probe.anna)
            try await probe.set(.hidden(true), on: probe.post)
            probe.expect(try await probe.first(for: .nobody)?.isHidden, equals: true, "in the feed")
            _ = try await probe.posts.apply(.set(.read(true), [.mock("t3_a")]), at: probe.start + 2)
            probe.expect(try await probe.status(of: probe.post)?.isRead, equals: true, "by its target")
        },
        Check("What no store can keep is left out, and costs the others nothing") { probe in
            let bad = StatusTarget.comment(Comment.ID(site: .demo, native: ""))
            let set = try await probe.set(.read(true), on: bad, probe.comment)
            probe.expect(Set(set.keys), equals: [probe.comment], "the changed ones")
        },
        Check("A mark that is set as it is already is no commit") { probe in
            try await probe.set(.read(true), on: probe.comment, at: 1)
            let before = try await probe.version()
            try await probe.set(.read(true), on: probe.comment, at: 2)
            probe.expect(try await probe.version(), equals: before, "the version")
            probe.expect(try await probe.status(of: probe.comment)?.changed, equals: probe.start + 1, "the date")
        },
        Check("A collapsed comment and its thread's mark are one thing") { probe in
            try await probe.fetchThread()
            let comments = probe.providers.comments(.nobody)
            try await comments.setCollapsed([.mock("t1_a"): true], of: .mock("t3_a"), at: probe.start + 1)
            probe.expect(try await probe.status(of: probe.comment)?.isCollapsed, equals: true, "after the collapse")
            try await probe.set(.collapsed(false), on: probe.comment, at: 2)
            var collapsed = try await comments.marks(of: .mock("t3_a")).collapsed
            probe.expect(collapsed, equals: [.mock("t1_a"): false], "the collapsed comments, after the mark")
            try await comments.setCollapsed([.mock("t1_a"): true], of: .mock("t3_a"), at: probe.start + 3)
            collapsed = try await comments.marks(of: .mock("t3_a")).collapsed
            probe.expect(collapsed, equals: [.mock("t1_a"): true], "the collapsed comments, after another change")
            try await probe.set(.collapsed(nil), on: probe.comment, at: 4)
            collapsed = try await comments.storedThread(of: .mock("t3_a"))?.marks.collapsed ?? [:]
            probe.expect(collapsed, equals: [:], "the collapsed comments, as the server says again")
        },
        Check("A comment that is collapsed before its thread comes is collapsed in it") { probe in
            try await probe.set(.collapsed(true), on: probe.comment)
            let thread = try await probe.fetchThread()
            probe.expect(thread.marks.collapsed, equals: [.mock("t1_a"): true], "the collapsed comments")
        },
    ]

    static let confirmedChecks: [Check] = [
        Check("What a server says to an account comes with its page, in one commit") { probe in
            let before = try await probe.version()
            try await probe.refresh(
                "t3_a", "t3_b", confirming: [probe.post: ConfirmedValues(vote: .up, isSaved: true)], to: probe.anna)
            probe.expect(try await probe.version(), equals: before + 1, "the version")
            let state = try await probe.statuses.confirmed(of: [probe.post], for: probe.anna)[probe.post]
            probe.expect(state?.values, equals: ConfirmedValues(vote: .up, isSaved: true), "what is confirmed")
            probe.expect(state?.commits.vote, equals: before + 1, "the commit of the vote")
            probe.expect(state?.commits.isRead, equals: nil, "the commit of what was not said")
            let status = try await probe.first(for: .account(probe.anna))
            probe.expect(status?.vote, equals: .up, "the vote that is shown")
            probe.expect(status?.isSaved, equals: true, "whether it is shown as saved")
        },
        Check("A page that is refused confirms nothing") { probe in
            try await probe.refresh("t3_a", confirming: [:], to: probe.anna)
            var page = Page.mock("t3_b")
            page.confirmation = Confirmation(account: probe.anna, values: [probe.post: ConfirmedValues(vote: .up)])
            // It must fail; that it does is another contract's rule.
            _ = try? await probe.posts.commit(page, to: probe.feed, at: .after(.mock("gone")), date: probe.start)
            let states = try await probe.statuses.confirmed(of: [probe.post], for: probe.anna)
            probe.expect(states, equals: [:], "what is confirmed")
        },
        Check("No answer of a server changes an own mark") { probe in
            let anna = MarkOwner.account(probe.anna)
            try await probe.set(.saved(false), on: probe.post, by: anna)
            try await probe.set(.read(true), on: probe.post, by: anna)
            try await probe.set(.vote(.down), on: probe.post, by: anna)
            try await probe.refresh(
                "t3_a", confirming: [probe.post: ConfirmedValues(vote: .up, isHidden: true, isRead: false)],
                to: probe.anna)
            let status = try await probe.first(for: anna)
            probe.expect(status?.vote, equals: .up, "the vote, which is the server's once it has told it")
            probe.expect(status?.isRead, equals: true, "the own read")
            probe.expect(status?.isHidden, equals: true, "what was never touched is as the server says")
            probe.expect(status?.dates[.hidden], equals: nil, "the date of what was never touched")
        },
        Check("What only the server has set can be taken back, and stays so") { probe in
            let anna = MarkOwner.account(probe.anna)
            let said = [probe.post: ConfirmedValues(vote: .up, isSaved: true)]
            try await probe.refresh("t3_a", confirming: said, to: probe.anna)
            let set = try await probe.set(.saved(false), on: probe.post, by: anna)
            probe.expect(set[probe.post]?.isSaved, equals: false, "whether it is saved")
            let version = try await probe.version()
            try await probe.set(.saved(false), on: probe.post, by: anna, at: 2)
            probe.expect(try await probe.version(), equals: version, "the version, taken back once more")
            try await probe.refresh("t3_a", confirming: said, to: probe.anna)
            let status = try await probe.first(for: anna)
            probe.expect(status?.isSaved, equals: false, "whether it is saved after another refresh")
            probe.expect(status?.vote, equals: .up, "the vote, which is the server's")
        },
        Check("An own vote of an account counts as long as its server has told none") { probe in
            let anna = MarkOwner.account(probe.anna)
            try await probe.refresh("t3_a", confirming: [:], to: probe.anna)
            try await probe.set(.vote(.down), on: probe.post, by: anna)
            var status = try await probe.first(for: anna)
            probe.expect(status?.vote, equals: .down, "the vote")
            probe.expect(status?.isVoteKnown, equals: true, "whether it is known")
            probe.expect(status?.voteDelta, equals: -1, "what it adds to the score")
            try await probe.refresh("t3_a", confirming: [probe.post: ConfirmedValues(vote: .neutral)], to: probe.anna)
            status = try await probe.first(for: anna)
            probe.expect(status?.vote, equals: nil, "the vote, told")
            probe.expect(status?.isVoteKnown, equals: true, "whether it is known, told")
            probe.expect(status?.voteDelta, equals: 0, "what it adds to the score, told")
            let other = try await probe.first(for: .account(probe.ben))
            probe.expect(other?.isVoteKnown, equals: false, "whether the other account's is known")
        },
        Check("A vote that a late answer does not know is added to its score") { probe in
            let anna = MarkOwner.account(probe.anna)
            try await probe.refresh("t3_a", confirming: [probe.post: ConfirmedValues(vote: .up)], to: probe.anna)
            let known = try await probe.version()
            try await probe.refresh(
                "t3_a", confirming: [probe.post: ConfirmedValues(vote: .down)], to: probe.anna, asOf: known - 1)
            var status = try await probe.first(for: anna)
            probe.expect(status?.vote, equals: .up, "the vote")
            probe.expect(status?.voteDelta, equals: 2, "what it adds to the score")
            // A score that comes as to anybody most likely counts the vote that is known.
            var post = Post.mock("t3_a")
            post.score = (post.score ?? 0) + 7
            try await probe.posts.store([post], completeness: .full)
            status = try await probe.first(for: anna)
            probe.expect(status?.voteDelta, equals: 0, "what it adds to another score")
        },
        Check("A value that was asked for before the known one was confirmed does not replace it") { probe in
            try await probe.refresh("t3_a", confirming: [probe.post: ConfirmedValues(vote: .up)], to: probe.anna)
            let known = try await probe.version()
            let late = Confirmation(
                account: probe.anna, values: [probe.post: ConfirmedValues(vote: .neutral, isSaved: true)],
                asOf: known - 1)
            try await probe.statuses.store(late)
            var values = try await probe.statuses.confirmed(of: [probe.post], for: probe.anna)[probe.post]?.values
            probe.expect(values, equals: ConfirmedValues(vote: .up, isSaved: true), "after the late answer")
            var newer = late
            newer.asOf = known
            try await probe.statuses.store(newer)
            values = try await probe.statuses.confirmed(of: [probe.post], for: probe.anna)[probe.post]?.values
            probe.expect(values?.vote, equals: .neutral, "after the newer answer")
        },
        Check("An answer that says the same again is no commit, and one of another site is not kept") { probe in
            let same = Confirmation(account: probe.anna, values: [probe.post: ConfirmedValues(vote: .up)])
            try await probe.statuses.store(same)
            let before = try await probe.version()
            try await probe.statuses.store(same)
            let other = StatusTarget.post(Post.ID(site: Site(rawValue: "elsewhere"), native: "t3_a"))
            let foreign = Confirmation(account: probe.anna, values: [other: ConfirmedValues(vote: .up)])
            try await probe.statuses.store(foreign)
            probe.expect(try await probe.version(), equals: before, "the version")
        },
        Check("A subscription is confirmed for its source") { probe in
            let source = StatusTarget(.source, site: .demo, native: "r/swift")
            let answer = Confirmation(account: probe.anna, values: [source: ConfirmedValues(isSubscribed: true)])
            try await probe.statuses.store(answer)
            let state = try await probe.statuses.confirmed(of: [source], for: probe.anna)[source]
            probe.expect(state?.values.isSubscribed, equals: true, "whether it is subscribed")
        },
        Check("What a server says of comments comes with their thread, and is shown in it") { probe in
            let anna = MarkOwner.account(probe.anna)
            try await probe.set(.saved(true), on: probe.comment, by: anna)
            let values = [probe.comment: ConfirmedValues(vote: .down)]
            let thread = try await probe.fetchThread(confirming: values, to: probe.anna)
            probe.expect(thread.thread.confirmation, equals: nil, "the answer itself is not kept")
            for (name, statuses) in [
                ("what the commit returns", thread.statuses),
                (
                    "the stored thread",
                    try await probe.providers.comments(anna).storedThread(of: .mock("t3_a"))?.statuses ?? [:]
                ),
            ] {
                probe.expect(Set(statuses.keys), equals: [.mock("t1_a")], "the comments with a status, \(name)")
                probe.expect(statuses[.mock("t1_a")]?.vote, equals: .down, "the vote, \(name)")
                probe.expect(statuses[.mock("t1_a")]?.isSaved, equals: true, "the own mark, \(name)")
            }
            let others = try await probe.providers.comments(.nobody).storedThread(of: .mock("t3_a"))?.statuses
            probe.expect(others, equals: [:], "the statuses for nobody")
        },
        Check("What a server says goes with its post and its comments, and own marks stay") { probe in
            let anna = MarkOwner.account(probe.anna)
            let values = [probe.post: ConfirmedValues(vote: .up), probe.comment: ConfirmedValues(vote: .up)]
            try await probe.refresh("t3_a", confirming: values, to: probe.anna)
            try await probe.fetchThread(confirming: values, to: probe.anna)
            try await probe.set(.read(true), on: probe.post, probe.comment, by: anna)
            _ = try await probe.posts.evict([.mock("t3_a")])
            _ = try await probe.providers.comments(.nobody).evictThreads(of: [.mock("t3_a")])
            let states = try await probe.statuses.confirmed(of: [probe.post, probe.comment], for: probe.anna)
            probe.expect(states, equals: [:], "what is confirmed")
            for target in [probe.post, probe.comment] {
                let status = try await probe.status(of: target, for: anna)
                probe.expect(status?.isRead, equals: true, "the own mark of \(target)")
                probe.expect(status?.vote, equals: nil, "the vote of \(target)")
            }
        },
        Check("A change of a mark, and one that a server confirms, is announced") { probe in
            var changes = probe.posts.changes().makeAsyncIterator()
            try await probe.set(.read(true), on: probe.post, probe.comment, by: .account(probe.anna))
            var change = await changes.next()
            probe.expect(change?.posts, equals: [.mock("t3_a")], "the posts, marked")
            probe.expect(change?.comments, equals: [.mock("t1_a")], "the comments, marked")
            let answer = Confirmation(account: probe.anna, values: [probe.comment: ConfirmedValues(vote: .up)])
            try await probe.statuses.store(answer)
            change = await changes.next()
            probe.expect(change?.comments, equals: [.mock("t1_a")], "the comments, confirmed")
            probe.expect(change?.posts, equals: [], "the posts, confirmed")
        },
    ]

    static let ownerChecks: [Check] = [
        Check("Nothing that one owner does is shown to another") { probe in
            let owners: [MarkOwner] = [.nobody, .account(probe.anna), .account(probe.ben)]
            try await probe.refresh("t3_a", "t3_b", confirming: [:], to: probe.anna)
            let targets = [probe.post, .post(.mock("t3_b")), probe.comment, .comment(.mock("t1_b"))]
            let random = SeededRandomSource(seed: 20)
            func pick<Element>(_ elements: [Element]) -> Element {
                elements[Int(random.next() % UInt64(elements.count))]
            }
            var own: [OwnedTarget: Marks] = [:]
            var confirmed: [OwnedTarget: ConfirmedState] = [:]
            for step in 1...150 {
                let (owner, target) = (pick(owners), pick(targets))
                let id = OwnedTarget(owner, target)
                if let account = owner.account, random.next() % 3 == 0 {
                    let vote = pick([ConfirmedValues.ServerVote.up, .down, .neutral])
                    let values = ConfirmedValues(vote: vote)
                    try await probe.statuses.store(Confirmation(account: account, values: [target: values]))
                    var state = confirmed[id] ?? ConfirmedState(id: id)
                    state.confirm(values, read: ReadMoment(commit: .max), commit: UInt64(step))
                    confirmed[id] = state
                } else {
                    let change = pick([
                        StatusChange.read(true), .read(false), .saved(true), .saved(false), .favourite(true),
                        .hidden(true), .hidden(false), .vote(.up), .vote(nil), .dismissed(true),
                    ])
                    try await probe.set(change, on: target, by: owner, at: Double(step))
                    var marks = own[id] ?? Marks()
                    if marks.apply(change, over: confirmed[id], for: owner, at: probe.start + Double(step)) {
                        own[id] = marks
                    }
                }
            }
            for owner in owners {
                let found = try await probe.statuses.statuses(of: targets, for: owner)
                for target in targets {
                    let id = OwnedTarget(owner, target)
                    let isKnown = own[id] != nil || confirmed[id] != nil
                    let expected = isKnown ? Marks.shown(own[id], confirmed: confirmed[id], for: owner) : nil
                    probe.expect(found[target], equals: expected, "the status of \(id)")
                }
                for item in try await probe.providers.posts(owner).storedFeed(probe.feed).items {
                    let expected = found[.post(item.id)] ?? Marks()
                    probe.expect(item.status.marks, equals: expected, "\(item.id) in the feed of \(owner)")
                }
                let item = try await probe.providers.posts(owner).items([.mock("t3_a")]).first
                probe.expect(item?.status.marks, equals: found[probe.post] ?? Marks(), "t3_a by its id for \(owner)")
            }
        },
        Check("The saved posts and favourites of an owner are feeds of their own") { probe in
            let anna = MarkOwner.account(probe.anna)
            try await probe.refresh("t3_a", "t3_b", "t3_c", confirming: [:], to: probe.anna)
            try await probe.set(.saved(true), on: .post(.mock("t3_a")), by: anna, at: 1)
            try await probe.set(.saved(true), on: .post(.mock("t3_c")), by: anna, at: 2)
            try await probe.set(.favourite(true), on: .post(.mock("t3_c")), by: anna, at: 3)
            try await probe.set(.saved(true), on: .post(.mock("t3_b")), at: 4)
            try await probe.set(.saved(true), on: probe.comment, by: anna, at: 5)
            func names(_ source: FeedSource, _ owner: MarkOwner) async throws -> [String] {
                let feed = Feed(site: .demo, source: source)
                return try await probe.providers.posts(owner).storedFeed(feed).items.map(\.id.native)
            }
            probe.expect(try await names(.saved, anna), equals: ["t3_c", "t3_a"], "the account's saved posts")
            probe.expect(try await names(.favourites, anna), equals: ["t3_c"], "the account's favourites")
            probe.expect(try await names(.saved, .nobody), equals: ["t3_b"], "nobody's saved posts")
            probe.expect(try await names(.saved, .account(probe.ben)), equals: [], "the other account's")
            let said = [
                StatusTarget.post(.mock("t3_a")): ConfirmedValues(isSaved: false),
                .post(.mock("t3_b")): ConfirmedValues(isSaved: true), probe.comment: ConfirmedValues(isSaved: true),
            ]
            try await probe.refresh("t3_a", "t3_b", "t3_c", confirming: said, to: probe.anna)
            probe.expect(
                try await names(.saved, anna), equals: ["t3_c", "t3_a", "t3_b"], "the account's, with its site's")
            probe.expect(try await names(.saved, .nobody), equals: ["t3_b"], "nobody's, still")
            probe.expect(try await names(.saved, .account(probe.ben)), equals: [], "the other account's, still")
            try await probe.set(.saved(false), on: .post(.mock("t3_b")), by: anna, at: 6)
            probe.expect(try await names(.saved, anna), equals: ["t3_c", "t3_a"], "the account's, once taken back")
        },
        Check("What an account has saved on its site is not evicted") { probe in
            let said = [probe.post: ConfirmedValues(isSaved: true)]
            try await probe.refresh("t3_a", "t3_b", confirming: said, to: probe.anna)
            let receipt = try await probe.posts.evict([.mock("t3_a"), .mock("t3_b")])
            probe.expect(receipt.evicted, equals: [.mock("t3_b")], "what is evicted")
            probe.expect(receipt.kept.map(\.reason), equals: [.saved], "why the other stays")
            try await probe.set(.saved(false), on: probe.post, by: .account(probe.anna))
            let second = try await probe.posts.evict([.mock("t3_a")])
            probe.expect(second.evicted, equals: [.mock("t3_a")], "what is evicted once it is taken back")
        },
        Check("What any owner keeps is not evicted, and their old marks of what is gone are forgotten") { probe in
            let anna = MarkOwner.account(probe.anna)
            try await probe.refresh("t3_a", "t3_b", "t3_c", confirming: [:], to: probe.anna)
            try await probe.set(.saved(true), on: .post(.mock("t3_a")), by: anna)
            try await probe.set(.favourite(true), on: .post(.mock("t3_b")), by: anna)
            try await probe.set(.read(true), on: .post(.mock("t3_c")), by: anna)
            let receipt = try await probe.posts.evict([.mock("t3_a"), .mock("t3_b"), .mock("t3_c")])
            probe.expect(receipt.evicted, equals: [.mock("t3_c")], "what is evicted")
            probe.expect(receipt.kept.map(\.reason), equals: [.saved, .favourite], "why the others stay")
            let count = try await probe.posts.forgetMarks(before: probe.start + 2)
            probe.expect(count, equals: 1, "how many marks are forgotten")
            let status = try await probe.status(of: .post(.mock("t3_c")), for: anna)
            probe.expect(status, equals: nil, "the forgotten status")
        },
        Check("A dismissal is undone by the owner who made it") { probe in
            let (nobody, anna) = (probe.posts, probe.providers.posts(.account(probe.anna)))
            try await probe.refresh("t3_a", "t3_b", confirming: [:], to: probe.anna)
            _ = try await anna.apply(.dismiss([.mock("t3_a")]), at: probe.start + 1)
            probe.expect(try await nobody.storedFeed(probe.feed).canUndo, equals: false, "nobody's undo")
            probe.expect(try await anna.storedFeed(probe.feed).canUndo, equals: true, "the account's undo")
            _ = try await nobody.apply(.dismiss([.mock("t3_b")]), at: probe.start + 2)
            var receipt = try await anna.apply(.undoDismiss, at: probe.start + 3)
            probe.expect(receipt.changed, equals: [.mock("t3_a")], "what comes back to the account")
            probe.expect(receipt.canUndo, equals: false, "whether the account has another one")
            receipt = try await nobody.apply(.undoDismiss, at: probe.start + 4)
            probe.expect(receipt.changed, equals: [.mock("t3_b")], "what comes back to nobody")
        },
        Check("Each owner has collapsed and seen a thread by themselves") { probe in
            let anna = probe.providers.comments(.account(probe.anna))
            let nobody = probe.providers.comments(.nobody)
            try await probe.fetchThread()
            _ = try await anna.visit(.mock("t3_a"), at: probe.start + 1)
            try await anna.setCollapsed([.mock("t1_a"): true], of: .mock("t3_a"), at: probe.start + 2)
            probe.expect(try await nobody.marks(of: .mock("t3_a")), equals: ThreadMarks(), "nobody's")
            let marks = try await anna.marks(of: .mock("t3_a"))
            let expected = ThreadMarks(
                collapsed: [.mock("t1_a"): true], visited: probe.start + 1, seen: [.mock("t1_a"), .mock("t1_b")])
            probe.expect(marks, equals: expected, "the account's")
            let status = try await probe.status(of: probe.comment, for: .account(probe.anna))
            probe.expect(status?.isCollapsed, equals: true, "the comment's status")
        },
    ]
}
