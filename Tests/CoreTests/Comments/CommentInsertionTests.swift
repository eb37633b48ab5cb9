import Foundation
import Mocks
import Testing

@testable import Core

/// The quick ways of forests give what arranging all of it gives.
struct CommentInsertionTests {
    @Test(arguments: 0..<200 as Range<UInt64>) func whatIsTakenAsArrangedIsWhatArrangingGives(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let server = ForestServer(count: 3 + Int(random.next() % 40), random)
        var entries = server.thread(random).entries
        #expect(CommentArrangement.isArranged(entries), "seed \(seed): an answer is arranged")
        // When something is wrong with it, or looks as if it were
        for _ in 0..<Int(random.next() % 3) where entries.count > 1 {
            let place = Int(random.next() % UInt64(entries.count))
            switch random.next() % 5 {
            case 0: entries.remove(at: place)
            case 1: entries.append(entries[place])
            case 2: entries.swapAt(place, Int(random.next() % UInt64(entries.count)))
            case 3:
                guard case .comment(var comment) = entries[place] else { continue }
                comment.depth += Int(random.next() % 3) - 1
                entries[place] = .comment(comment)
            default:
                let id = ForestServer.id(Int(random.next() % UInt64(server.parents.count)))
                entries.insert(.more(.mock(id.native)), at: place)
            }
        }
        // Then it is taken as it is only when arranging changes nothing
        let arranged = CommentForest(arranging: entries)
        if CommentArrangement.isArranged(entries) { #expect(arranged.entries == entries, "seed \(seed)") }
        #expect(CommentForest(entries) == arranged, "seed \(seed)")
    }

    @Test func whatIsNotArrangedIsNotTakenAsItIs() {
        let wrong: [[CommentThread.Entry]] = [
            [.comment(.mock("a")), .comment(.mock("a"))], [.comment(.mock("a", parent: "x"))],
            [.comment(.mock("a")), .comment(.mock("b", parent: "a"))], [.comment(.mock("a", depth: 1))],
            [.more(.mock("x")), .comment(.mock("a"))], [.comment(.mock("a")), .more(.mock("a"))],
            [.more(.mock("x")), .more(.mock("x"))],
            [.comment(.mock("b", parent: "a", depth: 1)), .comment(.mock("a"))], [.comment(.mock("a", depth: -1))],
        ]
        for entries in wrong { #expect(!CommentArrangement.isArranged(entries)) }
        #expect(CommentArrangement.isArranged([]))
    }

    @Test func anAnswerThatIsPutInIsWhatArrangingAnewGives() {
        var (quick, others) = (0, 0)
        for seed in 0..<400 as Range<UInt64> {
            let random = SeededRandomSource(seed: seed)
            var server = ForestServer(count: 3 + Int(random.next() % 60), random)
            server.deleteLeaves(random)
            var forest = CommentForest(server.thread(random).entries)
            for step in 0..<12 {
                let places = forest.entries.compactMap(\.placeholder)
                guard let more = places.randomElement(random) else { break }
                var expansion = server.expansion(of: more, limit: 1 + Int(random.next() % 3), random)
                // Some answers have their comments alone, some bring one that was not asked for, or one twice.
                if random.next() % 2 == 0 { expansion.entries.removeAll { $0.placeholder != nil } }
                if random.next() % 6 == 0, let entry = forest.entries.randomElement(random) {
                    expansion.entries.insert(entry, at: 0)
                }
                let plain = forest.rearranging(more, with: expansion)
                if let inserted = CommentInsertion(more, expansion).inserted(into: forest) {
                    quick += 1
                    #expect(inserted == plain, "seed \(seed), step \(step)")
                } else {
                    others += 1
                }
                forest = forest.expanding(more, with: expansion)
                #expect(forest == plain, "seed \(seed), step \(step)")
                #expect(CommentForest(arranging: forest.entries) == forest, "seed \(seed), step \(step)")
            }
        }
        #expect(quick > 300 && others > 300, "both ways are gone: \(quick) and \(others)")
    }

    @Test(arguments: 0..<60 as Range<UInt64>, CommentSort.allCases)
    func sortingPutsTheCommentsBelowEachParentInOrder(_ seed: UInt64, _ sort: CommentSort) {
        let random = SeededRandomSource(seed: seed)
        let server = ForestServer(count: 3 + Int(random.next() % 40), random)
        var entries = server.thread(random).entries
        for (index, entry) in entries.enumerated() {
            guard case .comment(var comment) = entry else { continue }
            comment.score = random.next() % 5 == 0 ? nil : Int(random.next() % 9) - 3
            comment.created = random.next() % 5 == 0 ? nil : .init(timeIntervalSince1970: Double(random.next() % 9))
            comment.isStickied = random.next() % 7 == 0
            comment.isSubmitter = random.next() % 4 == 0
            entries[index] = .comment(comment)
        }
        let forest = CommentForest(entries)
        let sorted = forest.sorted(by: sort)
        #expect(sorted.isWhole && CommentForest(arranging: sorted.entries) == sorted, "seed \(seed)")
        #expect(Set(sorted.comments.map(\.id)) == Set(forest.comments.map(\.id)), "seed \(seed)")
        #expect(sorted.entries.count == forest.entries.count, "seed \(seed)")
        let places = Dictionary(uniqueKeysWithValues: forest.comments.enumerated().map { ($0.element.id, $0.offset) })
        func key(_ comment: Core.Comment) -> [Double] {
            let children = forest.comments.filter { $0.parent == .comment(comment.id) }
            let score = comment.score.map(Double.init) ?? -.infinity
            let date = comment.created?.timeIntervalSince1970
            let pinned: Double = comment.isStickied == true ? 2 : 0
            func count(below id: Core.Comment.ID) -> Int {
                forest.comments.filter { $0.parent == .comment(id) }.reduce(0) { $0 + 1 + count(below: $1.id) }
            }
            let replies = Double(count(below: comment.id))
            switch sort {
            case .top: return [score]
            case .confidence: return [pinned, score, replies]
            case .new: return [date ?? -.infinity]
            case .old: return [date.map { -$0 } ?? -.infinity]
            case .controversial: return comment.score == nil ? [-.infinity] : [replies / max(abs(score), 1), -score]
            default: return [pinned + (children.contains { $0.isSubmitter == true } ? 1 : 0), score]
            }
        }
        for parent in Set(forest.comments.map(\.parent)) {
            let plain = forest.comments.filter { $0.parent == parent }.sorted { left, right in
                let (left, right) = (
                    key(left) + [-Double(places[left.id] ?? 0)], key(right) + [-Double(places[right.id] ?? 0)]
                )
                return right.lexicographicallyPrecedes(left)
            }
            #expect(
                sorted.comments.filter { $0.parent == parent }.map(\.id) == plain.map(\.id), "seed \(seed), \(parent)")
        }
    }
}
