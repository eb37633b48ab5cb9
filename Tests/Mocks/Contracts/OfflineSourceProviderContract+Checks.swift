import Core
import Foundation

extension OfflineSourceProviderContract {
    /// All rules.
    public static let checks: [Check] = listChecks + settlingChecks + announcementChecks

    private static let listChecks: [Check] = [
        Check("A list begins empty, and each site has its own") { probe in
            try await probe.expectList("", "a new list")
            try await probe.add("r/swift", "u/ann")
            try await probe.add("r/swift", site: .reddit)
            try await probe.expectList("r/swift u/ann", "the list")
            try await probe.expectList("r/swift", site: .reddit, "another site's list")
        },
        Check("A source is there once, in whatever case, and a user is no subreddit") { probe in
            try await probe.add("r/swift", "u/swift")
            do {
                _ = try await probe.provider.add(.mock("r/SWIFT"), at: probe.start)
                probe.fail("r/SWIFT was added beside r/swift")
            } catch {
                probe.expect((error as? any CodedError)?.code, equals: .invalidInput, "the error's code")
            }
            try await probe.expectList("r/swift u/swift", "the list")
        },
        Check("Two names that differ in case alone are two sources where the site tells them apart") { probe in
            try await probe.add("u/Ann", "u/ann", site: .hackerNews)
            try await probe.expectList("u/Ann u/ann", site: .hackerNews, "the list")
            _ = try await probe.provider.remove(.mock("u/Ann", site: .hackerNews), at: probe.start + 5)
            try await probe.expectList("u/ann", site: .hackerNews, "after removing one")
        },
        Check("What was removed is gone, and begins anew when it is added again") { probe in
            try await probe.add("r/a1", "r/b1")
            _ = try await probe.provider.open(.mock("r/a1"), at: probe.start + 5)
            let removed = try await probe.provider.remove(.mock("r/A1"), at: probe.start + 6)
            probe.expect(removed?.lastOpened, equals: probe.start + 5, "what was removed, when it was opened")
            try await probe.expectList("r/b1", "after removing")
            probe.expect(
                try await probe.provider.remove(.mock("r/a1"), at: probe.start) == nil, equals: true,
                "removing it twice finds nothing")
            _ = try await probe.provider.add(.mock("r/a1"), at: probe.start + 9)
            try await probe.expectList("r/b1 r/a1", "after adding it again")
            let again = try await probe.provider.sources(on: .demo)[.mock("r/a1")]
            probe.expect(again?.lastOpened, equals: nil, "lastOpened")
            probe.expect(again?.changed, equals: probe.start + 9, "changed")
        },
        Check("What was removed can be put back where it was") { probe in
            try await probe.add("r/a1", "r/b1", "r/c1")
            _ = try await probe.provider.open(.mock("r/b1"), at: probe.start + 5)
            guard let removed = try await probe.provider.remove(.mock("r/b1"), at: probe.start + 6) else {
                return probe.fail("r/b1 was not removed")
            }
            let back = try await probe.provider.restore(removed, at: probe.start + 7)
            try await probe.expectList("r/a1 r/b1 r/c1", "after putting it back")
            probe.expect(back.lastOpened, equals: probe.start + 5, "lastOpened")
            probe.expect(back.changed, equals: probe.start + 7, "changed")
            _ = try await probe.provider.restore(removed, at: probe.start + 8)
            try await probe.expectList("r/a1 r/b1 r/c1", "after putting it back twice")
        },
        Check("A move puts a source at an index, clamped, and changes its date alone") { probe in
            try await probe.add("r/a1", "r/b1", "r/c1", "r/d1")
            let moves: [(String, Int, String)] = [
                ("r/d1", 1, "r/a1 r/d1 r/b1 r/c1"), ("r/a1", 2, "r/d1 r/b1 r/a1 r/c1"),
                ("r/d1", 99, "r/b1 r/a1 r/c1 r/d1"), ("r/c1", -1, "r/c1 r/b1 r/a1 r/d1"),
                ("r/b1", 1, "r/c1 r/b1 r/a1 r/d1"),
            ]
            for (offset, move) in moves.enumerated() {
                let date = probe.start + 100 + Double(offset)
                let isThere = try await probe.provider.move(.mock(move.0), to: move.1, at: date)
                probe.expect(isThere, equals: true, "moving \(move.0)")
                try await probe.expectList(move.2, "\(move.0) to \(move.1)")
            }
            let sources = try await probe.provider.sources(on: .demo).sources
            let dates = sources.map { $0.changed.timeIntervalSince(probe.start) }
            probe.expect(dates, equals: [103, 1, 101, 102], "the dates of change")
            probe.expect(
                try await probe.provider.move(.mock("r/none"), to: 0, at: probe.start), equals: false,
                "moving what is not there")
        },
        Check("A source can be moved into the same gap again and again") { probe in
            try await probe.add("r/a1", "r/b1", "r/c1")
            for round in 0..<200 {
                let name = round.isMultiple(of: 2) ? "r/c1" : "r/b1"
                _ = try await probe.provider.move(.mock(name), to: 1, at: probe.start + Double(round))
                try await probe.expectList(
                    round.isMultiple(of: 2) ? "r/a1 r/c1 r/b1" : "r/a1 r/b1 r/c1", "round \(round)")
            }
        },
        Check("Opening keeps the latest date, and moves nothing") { probe in
            try await probe.add("r/a1", "r/b1")
            _ = try await probe.provider.open(.mock("r/b1"), at: probe.start + 9)
            _ = try await probe.provider.open(.mock("r/b1"), at: probe.start + 3)
            let stored = try await probe.provider.sources(on: .demo)
            probe.expect(stored[.mock("r/b1")]?.lastOpened, equals: probe.start + 9, "lastOpened")
            probe.expect(stored[.mock("r/b1")]?.changed, equals: probe.start + 1, "changed")
            try await probe.expectList("r/a1 r/b1", "the list")
            probe.expect(
                try await probe.provider.open(.mock("r/none"), at: probe.start), equals: false,
                "opening what is not there")
        },
    ]

    private static let settlingChecks: [Check] = [
        Check("What the server says is taken over, with its spelling") { probe in
            _ = try await probe.provider.add(.mock("r/SWIFT", state: .pending), at: probe.start)
            let description = SourceDescription(
                name: SourceName(.subreddit, "swift"), title: "Swift", isNSFW: false, subscriberCount: 7)
            let updated = try await probe.provider.update(
                .mock("r/swift"), with: .known(description), at: probe.start + 4)
            let stored = try await probe.provider.sources(on: .demo).sources
            probe.expect(stored, equals: [updated].compactMap { $0 }, "what is stored is what was returned")
            probe.expect(stored.first?.name.text, equals: "swift", "the spelling")
            probe.expect(stored.first?.state, equals: .verified, "the state")
            probe.expect(stored.first?.title, equals: "Swift", "the title")
            probe.expect(stored.first?.subscriberCount, equals: 7, "subscriberCount")
            probe.expect(stored.first?.checked, equals: probe.start + 4, "checked")
            probe.expect(stored.first?.changed, equals: probe.start, "changed, which is the person's own")
        },
        Check("What the server does not know or show stays, and says so") { probe in
            try await probe.add("r/a1", "r/b1")
            _ = try await probe.provider.update(.mock("r/a1"), with: .unknown, at: probe.start)
            let closed = SourceDescription(name: .mock("r/b1"), restriction: .privateMembers)
            _ = try await probe.provider.update(.mock("r/b1"), with: .known(closed), at: probe.start)
            let states = try await probe.provider.sources(on: .demo).sources.map(\.state)
            probe.expect(states, equals: [.unknown, .restricted(.privateMembers)], "the states")
        },
        Check("A source that has another name keeps its place") { probe in
            try await probe.add("r/a1", "r/old", "r/c1")
            let renamed = SourceDescription(name: .mock("r/new"))
            _ = try await probe.provider.update(.mock("r/old"), with: .known(renamed), at: probe.start)
            try await probe.expectList("r/a1 r/new r/c1", "the list")
        },
        Check("The id that comes with what the server says is taken as it is") { probe in
            try await probe.add("u/old", site: .hackerNews)
            let name = SourceName(.user, "New")
            let id = SiteProfile.hackerNews.sourceID(of: name)
            let result = SourceLookupResult.known(SourceDescription(name: name), id: id)
            let updated = try await probe.provider.update(
                .mock("u/old", site: .hackerNews), with: result, at: probe.start)
            probe.expect(updated?.id, equals: id, "the id")
            try await probe.expectList("u/New", site: .hackerNews, "the list")
            let stored = try await probe.provider.sources(on: .hackerNews)
            probe.expect(stored[id]?.name, equals: name, "the source of that id")
        },
        Check("Two names of one source become one, in the place of the one that was right") { probe in
            try await probe.add("r/wrong", "r/b1", "r/right")
            let right = SourceDescription(name: .mock("r/right"), title: "Right")
            let updated = try await probe.provider.update(.mock("r/wrong"), with: .known(right), at: probe.start)
            try await probe.expectList("r/b1 r/right", "the list")
            probe.expect(updated?.title, equals: "Right", "the title")
        },
        Check("What was removed meanwhile does not come back by what the server says") { probe in
            try await probe.add("r/a1")
            _ = try await probe.provider.remove(.mock("r/a1"), at: probe.start)
            let known = SourceLookupResult.known(SourceDescription(name: .mock("r/a1")))
            let updated = try await probe.provider.update(.mock("r/a1"), with: known, at: probe.start)
            probe.expect(updated == nil, equals: true, "nothing is updated")
            try await probe.expectList("", "the list")
        },
    ]

    private static let announcementChecks: [Check] = [
        Check("Each commit is announced with its site, and what changes nothing is none") { probe in
            let changes = probe.provider.changes()
            try await probe.add("r/a1", "r/b1")
            let before = try await probe.provider.sources(on: .demo).version
            _ = try await probe.provider.move(.mock("r/a1"), to: 0, at: probe.start)
            _ = try await probe.provider.remove(.mock("r/none"), at: probe.start)
            _ = try await probe.provider.open(.mock("r/none"), at: probe.start)
            probe.expect(
                try await probe.provider.sources(on: .demo).version, equals: before, "the version after nothing new")
            try await probe.add("u/ann", site: .reddit)
            var found: [SourcesChange] = []
            for await change in changes {
                found.append(change)
                if found.count == 3 { break }
            }
            probe.expect(found.map(\.sites), equals: [[.demo], [.demo], [.reddit]], "the sites")
            probe.expect(
                found.last?.version, equals: try await probe.provider.sources(on: .reddit).version, "the version")
        },
        Check("A list is full at its limit, and has room again when one was removed") { probe in
            for number in 0..<SubscribedSource.maximumCount {
                _ = try await probe.provider.add(.mock("r/s\(number)x"), at: probe.start)
            }
            do {
                _ = try await probe.provider.add(.mock("r/more"), at: probe.start)
                probe.fail("one more than the limit was added")
            } catch {
                probe.expect((error as? any CodedError)?.code, equals: .invalidInput, "the error's code")
            }
            guard let removed = try await probe.provider.remove(.mock("r/s5x"), at: probe.start) else {
                return probe.fail("r/s5x was not removed")
            }
            _ = try await probe.provider.add(.mock("r/more"), at: probe.start)
            do {
                _ = try await probe.provider.restore(removed, at: probe.start)
                probe.fail("one more than the limit was put back")
            } catch {
                probe.expect((error as? any CodedError)?.code, equals: .invalidInput, "the error's code")
            }
        },
    ]
}
