import Core
import Foundation
import Mocks
import Testing

/// Which posts go: by age, by number and by bytes, and never one that somebody kept.
struct RetentionPlanTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func post(
        _ native: String, days: Double, bytes: Int = 100, threadBytes: Int = 0, kept: EvictionReceipt.Reason? = nil,
        packedDays: Double? = nil
    ) -> RetentionCandidate {
        var candidate = RetentionCandidate(
            id: .mock(native), date: now.addingTimeInterval(-days * 86_400), bytes: bytes)
        candidate.threads = threadBytes > 0 ? 1 : 0
        candidate.threadBytes = threadBytes
        candidate.kept = kept
        candidate.packed = packedDays.map { now.addingTimeInterval(-$0 * 86_400) }
        return candidate
    }

    private func gone(_ plan: RetentionPlan) -> [String] { plan.evictions.map { "\($0.id.native) \($0.reason)" } }

    @Test func postsThatAreTooOldAreEvictedOldestFirst() {
        let plan = RetentionPlan(
            RetentionPolicy(postDays: 90),
            posts: [
                post("new", days: 1), post("older", days: 120), post("edge", days: 90), post("old", days: 90.1),
                post("saved", days: 400, kept: .saved), post("favourite", days: 400, kept: .favourite),
            ], now: now)
        #expect(gone(plan) == ["older age", "old age"])
        #expect(plan.imageBytes == nil)
    }

    @Test func aPackCountsAsAnArrivalAndNoMore() {
        let plan = RetentionPlan(
            RetentionPolicy(postDays: 90),
            posts: [
                post("fresh", days: 200, packedDays: 10), post("stale", days: 200, packedDays: 100),
                post("listed", days: 5, packedDays: 300),
            ], now: now)
        #expect(gone(plan) == ["stale age"])
    }

    @Test func ofTooManyPostsTheOldestAreEvictedAndPackedOnesLast() {
        let posts = [
            post("packed", days: 50, packedDays: 50), post("b", days: 3), post("a", days: 3), post("c", days: 2),
            post("saved", days: 99, kept: .saved),
        ]
        // What is kept is not counted.
        #expect(gone(RetentionPlan(RetentionPolicy(maximumPosts: 4), posts: posts, now: now)).isEmpty)
        #expect(
            gone(RetentionPlan(RetentionPolicy(maximumPosts: 2), posts: posts, now: now)) == ["a count", "b count"])
        #expect(
            gone(RetentionPlan(RetentionPolicy(maximumPosts: 0), posts: posts, now: now))
                == ["a count", "b count", "c count", "packed count"])
    }

    @Test func noMoreBytesAreEvictedThanNecessary() {
        let posts = [
            post("a", days: 4, bytes: 100, threadBytes: 400), post("b", days: 3, bytes: 200),
            post("c", days: 2, bytes: 300),
            post("saved", days: 9, bytes: 50, kept: .saved),
        ]
        func plan(_ maximum: Int) -> RetentionPlan {
            RetentionPlan(RetentionPolicy(maximumBytes: maximum), posts: posts, now: now)
        }
        #expect(gone(plan(1050)).isEmpty)
        #expect(plan(1050).imageBytes == 0)
        #expect(plan(1500).imageBytes == 450)
        #expect(gone(plan(1049)) == ["a bytes"])
        #expect(gone(plan(550)) == ["a bytes"])
        #expect(gone(plan(549)) == ["a bytes", "b bytes"])
        #expect(gone(plan(0)) == ["a bytes", "b bytes", "c bytes"])
        #expect(plan(0).excessBytes == 50)
        #expect(plan(50).excessBytes == 0)
        #expect(
            plan(0).amounts(of: [.mock("a"), .mock("unknown")])
                == [.posts: .init(count: 1, bytes: 100), .comments: .init(count: 1, bytes: 400)])
    }

    @Test func aSharedFileIsDeletedWithTheLastPostThatHoldsIt() {
        let shared = file("/s.png", bytes: 1000, "a", "b")
        let kept = file("/k.png", bytes: 5000, "a", "saved")
        let own = file("/o.png", bytes: 10, "b")
        let media: [Post.ID: [MediaFile]] = [
            .mock("a"): [shared, kept], .mock("b"): [shared, own], .mock("saved"): [kept],
        ]
        let posts = [post("a", days: 3), post("b", days: 2), post("saved", days: 9, kept: .saved)]
        let plan = RetentionPlan(
            RetentionPolicy(maximumBytes: 5200), posts: posts, media: media, mediaBytes: 6010, now: now)
        #expect(gone(plan) == ["a bytes", "b bytes"])
        #expect(plan.excessBytes == 0)
        #expect(plan.amounts(of: [.mock("a")])[.media] == nil)
        #expect(
            plan.amounts(of: [.mock("a"), .mock("b")])
                == [.posts: .init(count: 2, bytes: 200), .media: .init(count: 2, bytes: 1010)])
    }

    private func file(_ link: String, bytes: Int, _ holders: String...) -> MediaFile {
        MediaFile(
            link: ResourceLink.mock(link), path: "/media\(link)", bytes: bytes, date: now,
            holders: Dictionary(uniqueKeysWithValues: holders.map { (.mock($0), .full) }))
    }

    /// Whatever is stored: what is kept never goes, limits hold to within one item, and the order does not matter.
    @Test(arguments: 1...60)
    func theRetentionRulesHoldForRandomStores(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let names = (0..<Int.random(in: 0...60, using: &random)).map { "p\($0)" }
        var media: [Post.ID: [MediaFile]] = [:]
        var mediaBytes = 0
        for number in 0..<names.count / 2 {
            let holders = Set(
                (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in names.randomElement(using: &random) })
            let file = MediaFile(
                link: ResourceLink.mock("/\(number).png"), path: "/media/\(number)",
                bytes: Int.random(in: 0...5000, using: &random), date: now,
                holders: Dictionary(uniqueKeysWithValues: holders.map { (.mock($0), .full) }))
            mediaBytes += file.bytes
            for holder in holders { media[.mock(holder), default: []].append(file) }
        }
        let posts = names.map { name in
            post(
                name, days: Double(Int.random(in: 0...200, using: &random)),
                bytes: Int.random(in: 1...2000, using: &random),
                threadBytes: [0, Int.random(in: 1...9000, using: &random)].randomElement(using: &random) ?? 0,
                kept: [nil, nil, nil, .saved, .favourite].randomElement(using: &random) ?? nil,
                packedDays: [nil, Double(Int.random(in: 0...200, using: &random))].randomElement(using: &random) ?? nil)
        }
        let total = posts.reduce(mediaBytes) { $0 + $1.bytes + $1.threadBytes }
        let policy = RetentionPolicy(
            postDays: [nil, Int.random(in: 1...200, using: &random)].randomElement(using: &random) ?? nil,
            maximumPosts: [nil, Int.random(in: 0...60, using: &random)].randomElement(using: &random) ?? nil,
            maximumBytes: [nil, Int.random(in: 0...max(1, total), using: &random)].randomElement(using: &random) ?? nil)
        let plan = RetentionPlan(policy, posts: posts, media: media, mediaBytes: mediaBytes, now: now)
        let known = Dictionary(uniqueKeysWithValues: posts.map { ($0.id, $0) })
        let ids = plan.evictions.map(\.id)

        #expect(ids.allSatisfy { known[$0]?.kept == nil }, "seed \(seed)")
        #expect(Set(ids).count == ids.count, "seed \(seed)")
        let free = posts.filter { $0.kept == nil }
        if let days = policy.postDays {
            let limit = now.addingTimeInterval(-Double(days) * 86_400)
            let old = Set(free.filter { $0.lastWanted < limit }.map(\.id))
            #expect(Set(plan.evictions.filter { $0.reason == .age }.map(\.id)) == old, "seed \(seed)")
        }
        if let maximum = policy.maximumPosts { #expect(free.count - ids.count <= maximum, "seed \(seed)") }
        func bytes(without ids: [Post.ID]) -> Int {
            total - plan.amounts(of: ids).values.reduce(0) { $0 + $1.bytes }
        }
        if let maximum = policy.maximumBytes {
            let left = bytes(without: ids)
            #expect(left <= maximum || ids.count == free.count, "seed \(seed)")
            #expect(plan.excessBytes == max(0, left - maximum), "seed \(seed)")
            #expect(plan.imageBytes == max(0, maximum - left), "seed \(seed)")
        }
        // Without the last that went for its number or bytes a limit would not hold.
        if let last = plan.evictions.last, last.reason == .count {
            #expect(free.count - ids.count + 1 > policy.maximumPosts ?? .max, "seed \(seed)")
        }
        if let last = plan.evictions.last, last.reason == .bytes {
            #expect(bytes(without: ids.dropLast()) > policy.maximumBytes ?? .max, "seed \(seed)")
        }
        // Nothing that was packed goes for its number or bytes while something else is left.
        let chosen = plan.evictions.filter { $0.reason != .age }.map { known[$0.id]?.packed != nil }
        #expect(chosen == chosen.sorted { !$0 && $1 }, "seed \(seed)")
        if chosen.contains(true) {
            let left = free.filter { !ids.contains($0.id) }
            #expect(left.allSatisfy { $0.packed != nil }, "seed \(seed)")
        }
        let again = RetentionPlan(
            policy, posts: posts.shuffled(using: &random), media: media, mediaBytes: mediaBytes, now: now)
        #expect(again.evictions == plan.evictions, "seed \(seed)")
    }
}

/// The same numbers for the same seed.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
