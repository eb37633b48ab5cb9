import Core
import Foundation
import Mocks
import Testing

/// Two devices' archives, put together.
struct ArchiveMergingTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func source(_ name: String, changed: Double = 0, isRemoved: Bool = false) -> ArchivedSource {
        ArchivedSource(id: .mock("r/\(name)"), name: name, added: start + changed, position: 1, isRemoved: isRemoved)
    }

    @Test func theOrderAndTheNumberOfMergesDoNotMatter() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("theOrderAndTheNumberOfMergesDoNotMatter: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        for round in 0..<300 {
            let (one, two, three) = (Archive.mock(from: random), Archive.mock(from: random), Archive.mock(from: random))
            // Compared here, so that a failure does not print two whole archives.
            let left = one.merging(two).merging(three)
            let rules = [
                "commutative": one.merging(two) == two.merging(one),
                "associative": left == one.merging(two.merging(three)),
                "idempotent": left.merging(two) == left && one.merging(one) == one,
                "the same bytes": try ArchiveCoder.encode(left)
                    == ArchiveCoder.encode(three.merging(two).merging(one)),
            ]
            #expect(rules.values.allSatisfy { $0 }, "seed \(seed), round \(round): \(rules)")
        }
    }

    @Test func entriesAreSortedAndThoseOfOneIdArePutTogether() {
        var (read, saved) = (PostStatus(id: .mock("a")), PostStatus(id: .mock("a")))
        read.apply(.read(true), at: start)
        saved.apply(.saved(true), at: start + 1)
        let archive = Archive(
            date: start, statuses: [.mock("b", isRead: true), read, saved], posts: [.mock("b"), .mock("a")],
            sources: [source("swift"), source("linux")],
            settings: [
                ArchivedSetting(.theme, .text("dark"), changed: start),
                ArchivedSetting(.nsfw, .text("shown"), changed: start),
            ])
        #expect(archive.statuses.map(\.id.native) == ["a", "b"])
        #expect(archive.statuses.first?.isRead == true && archive.statuses.first?.isSaved == true)
        #expect(archive.posts.map(\.id.native) == ["a", "b"])
        #expect(archive.sources.map(\.id.name) == ["r/linux", "r/swift"])
        #expect(archive.settings.map(\.key) == ["nsfw", "theme"])
    }

    @Test func aSourceThatWasRemovedLaterStaysRemovedAndOneThatWasAddedAgainIsThere() {
        let (added, removed) = (source("swift"), source("swift", changed: 5, isRemoved: true))
        #expect(added.merging(removed).isRemoved && removed.merging(added).isRemoved)
        let again = source("swift", changed: 9)
        #expect(!added.merging(removed).merging(again).isRemoved)
        #expect(!again.merging(added.merging(removed)).isRemoved)
        #expect(!source("swift").merging(source("swift", isRemoved: true)).isRemoved, "of one date it stays")
    }

    @Test func whatTheServerSaysAndTheLastOpeningHaveDatesOfTheirOwn() {
        var (moved, asked) = (source("swift", changed: 9), source("swift"))
        moved.position = 7
        moved.checked = start
        (asked.checked, asked.state, asked.title) = (start + 1, "verified", "Swift")
        asked.opened = start + 3
        let merged = moved.merging(asked)
        #expect(merged == asked.merging(moved))
        #expect(merged.position == 7 && merged.changed == start + 9)
        #expect(merged.title == "Swift" && merged.state == "verified" && merged.opened == start + 3)
    }

    @Test func onlyTheLastThousandRemovalsAreRemembered() {
        let removed = (0..<1005).map { source("place\($0)", changed: Double($0), isRemoved: true) }
        let archive = Archive(date: start, sources: removed.shuffled() + [source("stays")])
        #expect(archive.sources.count == 1001)
        let names = Set(archive.sources.map(\.name))
        #expect(!names.contains("place4") && names.contains("place5") && names.contains("stays"))
    }

    @Test func ofASettingTheLaterValueCountsAndOfOneDateAlwaysTheSame() {
        let (dark, light) = (
            ArchivedSetting(.theme, .text("dark"), changed: start),
            ArchivedSetting(.theme, .text("light"), changed: start)
        )
        #expect(dark.merging(light) == light.merging(dark))
        let later = ArchivedSetting(.theme, .text("dark"), changed: start + 1)
        #expect(light.merging(later) == later && later.merging(light) == later)
    }

    @Test func theLaterEditOfAPostCounts() {
        let edits: [Post.Edited?] = [nil, .never, .atUnknownTime, .at(start), .at(start + 1)]
        for (index, edit) in edits.enumerated() {
            for (otherIndex, other) in edits.enumerated() {
                var (one, two) = (Post.mock("a"), Post.mock("a"))
                (one.edited, two.edited) = (edit, other)
                #expect(one.merging(two).edited == edits[max(index, otherIndex)])
            }
        }
    }

    @Test func ofTwoCopiesOfAPostWhatIsKnownIsKept() {
        var (one, other) = (
            Post.mock("a") {
                $0.commentCount = 3
                $0.score = nil
            },
            Post.mock("a") {
                $0.commentCount = 5
                $0.score = 7
            }
        )
        one.text = "The whole text"
        other.text = "[deleted]"
        one.media = Media(kind: .image, source: MediaSource(link: ResourceLink.mock("/a.png")))
        other.media = Media(kind: .removed)
        let merged = one.merging(other)
        #expect(merged == other.merging(one))
        #expect(merged.score == 7 && merged.commentCount == 5 && merged.text == "The whole text")
        #expect(merged.media.kind == .image, "what was taken down does not take it away")
    }

    @Test(arguments: ["[deleted]", "[removed]", "[deleted by user]", "[ Removed by Reddit ]"])
    func removalPlaceholdersLoseToShorterTexts(placeholder: String) {
        var (kept, gone) = (Post.mock("a", title: "Hi"), Post.mock("a", title: placeholder))
        (kept.author, kept.text) = ("al", "Short")
        (gone.author, gone.text, gone.media) = (placeholder, placeholder, Media(kind: .removed))
        #expect(kept.merging(gone) == kept)
        #expect(gone.merging(kept) == kept)
        kept.text = ""
        #expect(gone.merging(kept) == kept, "a post without words")
    }
}
