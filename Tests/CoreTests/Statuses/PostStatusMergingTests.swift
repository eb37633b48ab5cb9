import Core
import Foundation
import Mocks
import Testing

/// What two devices say of one post.
struct PostStatusMergingTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func status(_ changes: (StatusChange, Double)...) -> PostStatus {
        var status = PostStatus(id: .mock("a"))
        for (change, offset) in changes { status.apply(change, at: start + offset) }
        return status
    }

    @Test func eachChangeDatesItsOwnMarkAndNoOther() {
        let changes: [(StatusChange, StatusMark)] = [
            (.read(true), .read), (.saved(true), .saved), (.savedSince(start), .saved), (.favourite(true), .favourite),
            (.favouriteSince(start), .favourite), (.dismissed(true), .dismissed), (.hidden(true), .hidden),
            (.vote(.up), .vote),
        ]
        for (change, mark) in changes {
            let status = status((change, 5))
            for other in StatusMark.allCases {
                #expect(status.dates[other] == (other == mark ? start + 5 : nil), "\(change), \(other)")
            }
        }
    }

    @Test func whatChangesNothingKeepsTheDate() {
        let status = status((.read(true), 1), (.read(true), 2))
        #expect(status.dates[.read] == start + 1 && status.changed == start + 1)
    }

    @Test func whatIsDoneToAMarkIsLaterThanTheMarkByWhateverClock() {
        // Given a mark from a device whose clock is a day ahead, which is taken back here
        let ahead = status((.saved(true), 86_400), (.read(true), 1))
        var here = ahead
        here.apply(.saved(false), at: start + 5)
        here.apply(.read(false), at: start)
        // Then the other device's file does not bring it back
        for merged in [here.merging(ahead), ahead.merging(here)] {
            #expect(!merged.isSaved && merged.savedAt == nil && !merged.isRead)
        }
        // And a clock that is right counts as it is
        here.apply(.read(true), at: start + 60)
        #expect(here.dates[.read] == start + 60)
    }

    @Test func ofEachMarkTheLaterOneCounts() {
        // Given a device that read and saved, and one that took the reading back later and saved another way
        let one = status((.read(true), 1), (.saved(true), 2), (.vote(.up), 9))
        let other = status((.read(true), 0), (.read(false), 5), (.saved(true), 4), (.vote(.down), 3))
        let merged = one.merging(other)
        #expect(!merged.isRead && merged.dates[.read] == start + 5)
        #expect(merged.isSaved && merged.savedAt == start + 4, "the place belongs to the saving that counts")
        #expect(merged.vote == .up)
        #expect(merged.firstSeen == start && merged.changed == start + 9)
    }

    @Test func whatIsTakenBackLaterIsTakenBackWithItsPlace() {
        let merged = status((.saved(true), 1), (.favourite(true), 1)).merging(
            status((.saved(true), 0), (.saved(false), 2), (.favourite(true), 0), (.favourite(false), 3)))
        #expect(!merged.isSaved && merged.savedAt == nil)
        #expect(!merged.isFavourite && merged.favouritedAt == nil)
    }

    @Test func aMarkThatNobodyTouchedTakesNothingAway() {
        let merged = status((.saved(true), 1)).merging(status((.read(true), 9)))
        #expect(merged.isSaved && merged.isRead)
    }

    @Test func ofOneDateWhatIsSetCounts() {
        let on = status(
            (.read(true), 1), (.saved(true), 1), (.favourite(true), 1), (.dismissed(true), 1), (.hidden(true), 1))
        var off = PostStatus(id: on.id)
        for mark in StatusMark.allCases { off.dates[mark] = start + 1 }
        for merged in [on.merging(off), off.merging(on)] {
            #expect(merged.isRead && merged.isSaved && merged.isFavourite && merged.isDismissed && merged.isHidden)
            #expect(merged.savedAt == start + 1 && merged.favouritedAt == start + 1)
        }
        let (up, down) = (status((.vote(.up), 1)), status((.vote(.down), 1)))
        #expect(up.merging(down).vote == .up && down.merging(up).vote == .up)
        let (early, late) = (status((.savedSince(start), 1)), status((.savedSince(start + 1), 1)))
        #expect(early.merging(late).savedAt == start && late.merging(early).savedAt == start)
    }

    @Test func theOrderAndTheNumberOfMergesDoNotMatter() {
        let seed = UInt64.random(in: .min ... .max)
        print("theOrderAndTheNumberOfMergesDoNotMatter: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func device() -> PostStatus {
            var status = PostStatus(id: .mock("a"))
            for _ in 0..<(random.next() % 6) {
                let isOn = random.next() % 2 == 0
                let changes: [StatusChange] = [
                    .read(isOn), .saved(isOn), .favourite(isOn), .dismissed(isOn), .hidden(isOn),
                    .vote([nil, .up, .down][Int(random.next() % 3)]), .savedSince(start - Double(random.next() % 3)),
                ]
                status.apply(changes[Int(random.next() % 7)], at: start + Double(random.next() % 4))
            }
            return status
        }
        for round in 0..<2000 {
            let (one, two, three) = (device(), device(), device())
            #expect(one.merging(two) == two.merging(one), "seed \(seed), round \(round)")
            #expect(
                one.merging(two).merging(three) == one.merging(two.merging(three)), "seed \(seed), round \(round)")
            #expect(one.merging(one) == one, "seed \(seed), round \(round)")
            #expect(one.merging(two).merging(two) == one.merging(two), "seed \(seed), round \(round)")
        }
    }

    // MARK: Records of before

    private func decoded(_ json: String) throws -> PostStatus {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return try decoder.decode(PostStatus.self, from: Data(json.utf8))
    }

    @Test func anOldRecordGetsTheDatesThatAreKnown() throws {
        let status = try decoded(
            """
            {"id":"demo/a","isRead":true,"isSaved":true,"isFavourite":false,"isDismissed":false,"isHidden":true,
            "vote":"up","savedAt":1700000001,"favouritedAt":null,"firstSeen":1700000000,"changed":1700000009}
            """)
        #expect(status.dates[.read] == start + 9 && status.dates[.hidden] == start + 9)
        #expect(status.dates[.vote] == start + 9)
        #expect(status.dates[.saved] == start + 1)
        #expect(status.dates[.favourite] == nil && status.dates[.dismissed] == nil)
        #expect(status.firstSeen == start && status.changed == start + 9)
    }

    @Test func anOldRecordThatSaysNothingOfASavingTakesNoneAway() throws {
        let old = try decoded(
            """
            {"id":"demo/a","isRead":true,"isSaved":false,"isFavourite":false,"isDismissed":false,"isHidden":false,
            "changed":1700000009}
            """)
        #expect(old.merging(status((.saved(true), 1))).isSaved)
    }
}
