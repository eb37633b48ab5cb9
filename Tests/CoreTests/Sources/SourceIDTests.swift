import Foundation
import Mocks
import Testing

@testable import Core

/// Ids name what stores hold: one that changes loses a source, or makes two of it.
struct SourceIDTests {
    private static let lemmy = SiteProfile.lemmy(host: "Lemmy.World")

    static let todaysIDs: [(SiteProfile, SourceName, String)] = [
        (.reddit, SourceName(.subreddit, "Swift"), "reddit/r/swift"),
        (.reddit, SourceName(.subreddit, "A_1"), "reddit/r/a_1"),
        (.reddit, SourceName(.user, "Some-Body"), "reddit/u/some-body"),
        (.demo, SourceName(.subreddit, "MEMES"), "demo/r/memes"),
        (lemmy, SourceName(.subreddit, "Swift@Programming.Dev"), "lemmy:lemmy.world/r/swift@programming.dev"),
        (lemmy, SourceName(.user, "Ann.B-c"), "lemmy:lemmy.world/u/ann.b-c"),
        (lemmy, SourceName(.subreddit, "СВІФТ"), "lemmy:lemmy.world/r/свіфт"),
        (lemmy, SourceName(.subreddit, "CAFE\u{301}"), "lemmy:lemmy.world/r/caf\u{E9}"),
    ]

    @Test(arguments: todaysIDs)
    func theIDsOfTodaysSourcesStay(_ profile: SiteProfile, _ name: SourceName, _ id: String) {
        // By the bytes: texts that are only equal are two keys of a store.
        #expect(Array(profile.sourceID(of: name).description.utf8) == Array(id.utf8))
        #expect(Array(SubscribedSource.ID(site: profile.site, name: name).description.utf8) == Array(id.utf8))
        #expect(SubscribedSource.ID(id) == profile.sourceID(of: name))
        #expect(SubscribedSource(name, on: profile, added: .distantPast).id.description == id)
    }

    @Test func namesThatASiteTellsApartByTheirCaseAreTwoSources() {
        let (big, small) = (SourceName(.user, "PG"), SourceName(.user, "pg"))
        #expect(SiteProfile.hackerNews.sourceID(of: big).description == "hackernews/u/PG")
        #expect(SiteProfile.hackerNews.sourceID(of: big) != SiteProfile.hackerNews.sourceID(of: small))
        #expect(SiteProfile.reddit.sourceID(of: big) == SiteProfile.reddit.sourceID(of: small))
        let (first, second) = (
            SubscribedSource(big, on: .hackerNews, added: .distantPast),
            SubscribedSource(small, on: .hackerNews, added: .distantPast)
        )
        #expect(first.id != second.id && first.site == .hackerNews)
    }

    @Test func aProfileOfAnAppsOwnHasRulesOfItsOwn() {
        let (tag, topic) = (FeedKind(rawValue: "Tag"), FeedKind(rawValue: "topic"))
        let profile = SiteProfile(
            site: Site(rawValue: "pictures"),
            feeds: [
                FeedRule(tag) { (name: String) throws(DataError) -> String in name },
                FeedRule(topic, ignoresCase: false) { (name: String) throws(DataError) -> String in name },
            ])
        let sunset = SourceName(tag, "Sunset")
        #expect(profile.sourceID(of: sunset).description == "pictures/Tag/sunset")
        #expect(profile.sourceID(of: sunset).isID(of: sunset) && profile.sourceID(of: sunset).kind == tag)
        #expect(profile.sourceID(of: SourceName(topic, "Sunset")).description == "pictures/topic/Sunset")
        let accented = profile.sourceID(of: SourceName(topic, "E\u{301}"))
        #expect(Array(accented.name.utf8) == Array("topic/\u{C9}".utf8), "equal texts have one form")
    }

    @Test(arguments: ["hackernews/u/PG", "hackernews/u/pg", "reddit/r/swift", "pictures/Tag/Sunset"])
    func aStoredIDIsTakenAsItIs(_ text: String) throws {
        #expect(SubscribedSource.ID(text)?.description == text)
        let id = try #require(SubscribedSource.ID(text))
        let data = try JSONEncoder().encode([id])
        #expect(try JSONDecoder().decode([SubscribedSource.ID].self, from: data).map(\.description) == [text])
    }

    @Test func anIDIsThatOfANameInTheCaseOfItsSite() throws {
        let (big, small) = (SourceName(.user, "PG"), SourceName(.user, "pg"))
        let exact = try #require(SubscribedSource.ID("hackernews/u/PG"))
        #expect(exact.isID(of: big) && !exact.isID(of: small))
        let lower = try #require(SubscribedSource.ID("hackernews/u/pg"))
        #expect(lower.isID(of: big) && lower.isID(of: small) && !lower.isID(of: SourceName(.subreddit, "pg")))
    }

    @Test func aLookupKeepsAnIDThatFitsTheName() throws {
        let date = Date(timeIntervalSince1970: 5)
        var source = SubscribedSource(SourceName(.user, "PG"), on: .hackerNews, added: date)
        source.update(with: .known(SourceDescription(name: SourceName(.user, "PG"))), at: date)
        #expect(source.id.description == "hackernews/u/PG" && source.state == .verified)
        let other = SourceName(.user, "Other")
        let id = SiteProfile.hackerNews.sourceID(of: other)
        source.update(with: .known(SourceDescription(name: other), id: id), at: date)
        #expect(source.id == id && source.name == other)
        var community = SubscribedSource.mock("r/old")
        community.update(with: .known(SourceDescription(name: .mock("r/New"))), at: date)
        #expect(community.id.description == "demo/r/new" && community.name.text == "New")
    }

    @Test func aStoredSourceKeepsItsID() throws {
        let id = try #require(SubscribedSource.ID("hackernews/u/pg"))
        let source = SubscribedSource(storedID: id, name: SourceName(.user, "PG"), added: .distantPast)
        #expect(source.id == id && source.name.text == "PG" && source.site == .hackerNews)
        // Found by its name, so that it is not added twice.
        let stored = StoredSources(sources: [source])
        #expect(stored.source(named: SourceName(.user, "PG"), on: .hackerNews) == source)
        #expect(stored.source(named: SourceName(.user, "Pg"), on: .hackerNews) == nil)
    }
}
