import CommunityServer
import TestSupport
import Testing

@testable import AppScreens
@testable import CommunityScreens

/// Lists of posts, posts, and what is written about them.
extension CommunityWalk {
    static let posts = [
        CommunityWalk("home", on: "PostListScreen", all: "inPosts") { community, fixture in
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .like, .author, .open)
            // The first one is ann's.
            try await walk.perform(.delete, .nextCategory, .previousCategory, .category, .refresh)
            try await walk.perform(.publish, .outbox, .menu, .back)
            return walk
        },
        CommunityWalk("a hashtag", on: "PostListScreen") { community, fixture in
            try await community.go(to: "Hashtags")
            community.type("lantern")
            community.press("enter")
            try await community.see { $0.text(ofRow: 2).hasPrefix("> ") && $0.text(ofRow: 0).hasSuffix("1/2") }
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .like, .author, .open)
            try await walk.perform(.nextCategory, .previousCategory, .category, .refresh)
            try await walk.perform(.publish, .outbox, .menu, .back)
            return walk
        },
        CommunityWalk("liked posts", on: "PostListScreen") { community, fixture in
            try await community.go(to: "Liked posts")
            try await community.see { $0.text(ofRow: 0).hasSuffix("1/4") }
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .author, .open, .refresh)
            try await walk.perform(.publish, .outbox, .menu, .like, .back)
            return walk
        },
        CommunityWalk("a person's posts", on: "PostListScreen") { community, fixture in
            try await community.go(to: "Profile", titled: "ann")
            community.perform(.down, .down, .open)
            try await community.see { $0.text(ofRow: 0).hasPrefix("ann · All") && $0.text(ofRow: 1).hasPrefix("> ") }
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .like, .author, .open)
            try await walk.perform(.nextCategory, .previousCategory, .category, .refresh)
            try await walk.perform(.publish, .outbox, .menu, .back)
            return walk
        },
        CommunityWalk("a post", on: "PostScreen", all: "inPost") { community, fixture in
            try await openPost(community)
            var walk = ActionWalk(community, on: fixture)
            // So that there is more than a page.
            community.resize(columns: 80, rows: 10)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp)
            community.resize(columns: 80, rows: 24)
            community.perform(.top)
            try await walk.perform(.like, .author, .edit, .delete, .refresh, .outbox, .menu, .comment)
            // Refused, so that it is to be decided about.
            fixture.server.setFault(.status(403), only: .call(.writeComment))
            community.type("Never")
            community.press("enter")
            try await community.see { $0.text.contains("Refused\n  Never") }
            try await walk.perform(.resend)
            try await community.see { $0.text.contains("Refused\n  Never") }
            try await walk.perform(.discard)
            // Nobody can find out whether it has arrived.
            fixture.server.setFault(.acted(.reset()), only: .call(.writeComment))
            fixture.server.setFault(.status(403), only: .call(.post))
            community.perform(.comment)
            community.type("Unsure")
            community.press("enter")
            try await community.see { $0.text.contains("Nobody knows\n  Unsure") }
            try await walk.perform(.arrived, .back)
            return walk
        },
        CommunityWalk("a comment that is written", on: "PostScreen") { community, fixture in
            try await openPost(community)
            community.perform(.comment)
            community.type("Half a sentence")
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.editor, .open)
            community.pause()
            community.perform(.comment)
            try await walk.perform(.back)
            return walk
        },
        CommunityWalk("the outbox", on: "OutboxScreen", all: "inOutbox") { community, fixture in
            fixture.server.setFault(.status(403), only: .call(.writeComment))
            try await openPost(community)
            for text in ["One", "Two"] {
                community.pause()
                community.perform(.comment)
                community.type(text)
                community.press("enter")
                try await community.see { $0.text.contains("Refused\n  \(text)") }
            }
            fixture.server.setFault(.acted(.reset()), only: .call(.writeComment))
            fixture.server.setFault(.status(403), only: .call(.post))
            community.pause()
            community.perform(.comment)
            community.type("Three")
            community.press("enter")
            try await community.see { $0.text.contains("Nobody knows\n  Three") }
            // It waits for the server.
            fixture.server.setFault(.status(503), only: .call(.like))
            community.pause()
            community.perform(.like)
            await community.settle()
            community.perform(.outbox)
            await community.settle()
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .open, .sendNow)
            for (action, state) in [
                (CommunityAction.arrived, "Nobody knows"), (.retry, "Refused"), (.giveUp, "Refused"),
            ] {
                try await community.see { $0.text.contains(state) }
                community.perform(.top)
                for _ in 0..<3 where !isChosen(state, community) { community.perform(.down) }
                #expect(isChosen(state, community), "\(state): \(community.grid.text)")
                try await walk.perform(action)
            }
            try await walk.perform(.back)
            return walk
        },
        CommunityWalk("a thing that is not sent", on: "OutboxItemScreen", all: "inOutboxItem") { community, fixture in
            fixture.server.setFault(.status(403), only: .call(.writeComment))
            try await openPost(community)
            community.pause()
            community.perform(.comment)
            community.type("One")
            community.press("enter")
            try await community.see { $0.text.contains("Refused\n  One") }
            // So that there is more than a page.
            community.resize(columns: 80, rows: 8)
            @MainActor
            func open() async throws {
                community.perform(.outbox)
                try await community.see { $0.text(ofRow: 1).contains("Refused") }
                community.perform(.open)
                await community.settle()
            }
            try await open()
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp)
            for action in [CommunityAction.back, .retry, .arrived, .giveUp] {
                // Each of them closes it.
                try await walk.perform(action)
                if action == .giveUp { break }
                while community.stack.current is OutboxScreen<CommunityContext> { community.perform(.back) }
                try await open()
                walk = walk.continued(on: community.stack.current)
            }
            return walk
        },
    ]

    /// Whether the row that is chosen says something.
    @MainActor
    private static func isChosen(_ words: String, _ community: DrivenCommunity) -> Bool {
        community.grid.text.split(separator: "\n").contains { $0.hasPrefix("> ") && $0.contains(words) }
    }

    /// Opens ann's first post, which has two comments.
    @MainActor
    private static func openPost(_ community: DrivenCommunity) async throws {
        community.perform(.open)
        try await community.see { $0.text.contains("Looks warm") && !$0.text.contains("fetching") }
        await community.settle()
    }
}
