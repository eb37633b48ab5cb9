import CommunityServer
import TestSupport
import Testing

@testable import AppScreens
@testable import CommunityScreens

/// People, donations and payments.
extension CommunityWalk {
    static let people = [
        CommunityWalk("a sheet", on: "PersonScreen", all: "inPerson") { community, fixture in
            try await openSheet(community)
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .message, .donate, .refresh)
            try await walk.perform(.outbox, .menu)
            fixture.server.setFault(.status(403), only: .call(.follow))
            fixture.server.setFault(.status(403), only: .call(.unfollow))
            community.perform(.top)
            try await walk.perform(.follow)
            try await community.see { _ in walk.screen.actions.contains(.giveUp) }
            try await walk.perform(.giveUp)
            community.perform(.top, .down)
            try await walk.perform(.open, .back)
            return walk
        },
        CommunityWalk("a profile", on: "PersonScreen") { community, fixture in
            try await openSheet(community)
            community.perform(.down, .open)
            try await community.see { $0.text.contains("Posts: ") }
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .message, .donate, .refresh)
            try await walk.perform(.outbox, .menu, .follow)
            community.perform(.top)
            try await walk.perform(.open, .back)
            return walk
        },
        CommunityWalk("the own profile", on: "PersonScreen") { community, fixture in
            try await community.go(to: "Profile", titled: "ann")
            try await community.see { $0.text.contains("Posts: ") }
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .open, .refresh, .outbox, .menu)
            try await walk.perform(.back)
            return walk
        },
        CommunityWalk("followers", on: "PeopleScreen", all: "inPeople") { community, fixture in
            // Ben's are ann and cleo.
            try await openSheet(community)
            community.perform(.down, .open)
            try await community.see { $0.text.contains("> Followers: 2") }
            community.perform(.open)
            try await community.see { $0.text(ofRow: 0).hasSuffix("1/2") }
            if !community.grid.text.contains("> cleo") { community.perform(.down) }
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.follow)
            community.perform(.top)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .open, .refresh, .outbox, .menu)
            try await walk.perform(.back)
            return walk
        },
        CommunityWalk(
            "payments", on: "PaymentsScreen", all: "inItems",
            prepare: { fixture in
                for (amount, provider) in [("1000", "fake"), ("2000", "fake-unknown")] {
                    let run = try await fixture.call("donate", Person.ben.id, amount, "--provider", provider)
                    try #require(run.status == 0, "\(run.errors)")
                }
                fixture.server.setFault(.status(503), only: .call(.validatePayment))
            },
            body: { community, fixture in
                try await community.go(to: "Payments")
                try await community.see { $0.text(ofRow: 0).hasSuffix("1/2") }
                var walk = ActionWalk(community, on: fixture)
                try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .refresh, .open, .outbox, .menu)
                try await walk.perform(.back)
                return walk
            }
        ),
        CommunityWalk("a donation", on: "DonateScreen", all: "inDonation") { community, fixture in
            try await openSheet(community)
            community.perform(.donate)
            try await community.see { $0.text.contains("> 1,000 KRW") && !$0.text.contains("fetching") }
            await community.settle()
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .outbox, .menu, .refresh, .open)
            // Paid, and the server does not want to hear of it.
            fixture.server.setFault(.status(400), only: .call(.validatePayment))
            community.pause()
            community.perform(.open, .down, .open)
            try await community.see { _ in walk.screen.actions.contains(.resend) }
            try await walk.perform(.resend)
            try await community.see { _ in walk.screen.actions.contains(.giveUp) }
            try await walk.perform(.giveUp, .back)
            return walk
        },
        CommunityWalk("whether donations are taken", on: "DonationSettingsScreen") { community, fixture in
            try await community.go(to: "Settings")
            try await community.see { $0.text.contains("Nickname: ann") }
            for _ in 0..<10 where !community.grid.text.contains("> Donations") { community.perform(.down) }
            community.perform(.open)
            try await community.see { $0.text.contains("You take no donations *") }
            await community.settle()
            var walk = ActionWalk(community, on: fixture)
            try await walk.perform(.down, .up, .bottom, .top, .pageDown, .pageUp, .open, .refresh, .outbox, .menu)
            fixture.server.setFault(.status(403), only: .writes)
            community.pause()
            community.perform(.open, .down, .open)
            try await community.see { _ in walk.screen.actions.contains(.giveUp) }
            try await walk.perform(.giveUp, .back)
            return walk
        },
    ]

    /// Opens ben's sheet from the second post.
    @MainActor
    private static func openSheet(_ community: DrivenCommunity) async throws {
        community.perform(.down, .author)
        try await community.see { $0.text(ofRow: 0).hasPrefix("ben") && $0.text.contains("> Following") }
        await community.settle()
    }
}
