import Core
import Mocks

/// A thread as its server has it, and what the server answers: the naive side of the tests of forests.
struct ForestServer {
    /// For each comment its parent, by number; `nil` for one on the post.
    ///
    /// A parent comes before its answers.
    private(set) var parents: [Int?] = []
    /// Comments that placeholders name, and that do not come any more.
    var deleted: Set<Int> = []
    private var children: [[Int]] = []
    private var roots: [Int] = []

    /// Makes a thread of up to so many comments.
    init(count: Int, _ random: SeededRandomSource) {
        for number in 0..<count {
            // Every third one on the post; the others mostly below one of the last few, so that it is deep in places.
            let back = Int(random.next() % (random.next() % 2 == 0 ? 4 : 64)) + 1
            add(below: number == 0 || random.next() % 3 == 0 ? nil : max(0, number - back))
        }
    }

    /// Adds a comment behind its siblings.
    mutating func add(below parent: Int?) {
        let number = parents.count
        parents.append(parent)
        children.append([])
        if let parent { children[parent].append(number) } else { roots.append(number) }
    }

    /// Deletes some of the comments that have no answers.
    mutating func deleteLeaves(_ random: SeededRandomSource) {
        deleted = Set(parents.indices.filter { children[$0].isEmpty && random.next() % 6 == 0 })
    }

    var isThere: [Int] { parents.indices.filter { !deleted.contains($0) } }

    static func id(_ number: Int) -> Core.Comment.ID { .mock("c\(number)") }

    static func number(_ id: Core.Comment.ID) -> Int { Int(id.native.dropFirst()) ?? -1 }

    /// The whole thread, as an outline.
    var outline: [String] {
        var lines: [String] = []
        func add(_ numbers: [Int], _ depth: Int) {
            for number in numbers where !deleted.contains(number) {
                lines.append(String(repeating: " ", count: depth) + "c\(number)")
                add(children[number], depth + 1)
            }
        }
        add(roots, 0)
        return lines
    }

    /// What somebody who asks for the thread is shown of it, the rest behind placeholders.
    func thread(_ random: SeededRandomSource) -> CommentThread {
        CommentThread(entries: answer(roots, below: nil, depth: 0, random), source: "server")
    }

    /// What somebody who expands a placeholder is shown, when so many of the comments that it names are asked for.
    func expansion(of more: MoreComments, limit: Int, _ random: SeededRandomSource) -> CommentExpansion {
        let requested = Array(more.ids.prefix(limit))
        var entries: [CommentThread.Entry]
        if case .comment(let parent) = more.parent, more.isContinuation {
            // A part of a thread begins with the comment that is continued.
            let number = Self.number(parent)
            entries =
                [entry(number, depth: 0)] + answer(children[number], below: number, depth: 1, random, mayCut: false)
        } else {
            entries = requested.map(Self.number).filter { !deleted.contains($0) }.flatMap { number in
                [entry(number, depth: 0)] + answer(children[number], below: number, depth: 1, random)
            }
        }
        // The server says nothing of depth here.
        entries = entries.map { entry in
            switch entry {
            case .comment(var comment):
                comment.depth = 0
                return .comment(comment)
            case .more(var more):
                more.depth = 0
                return .more(more)
            }
        }
        return CommentExpansion(entries: entries, requested: requested, source: "server")
    }

    /// Some of the comments on one parent, with some of what is below them; the first ones of all.
    private func answer(
        _ siblings: [Int], below parent: Int?, depth: Int, _ random: SeededRandomSource, mayCut: Bool = true
    ) -> [CommentThread.Entry] {
        guard !siblings.isEmpty else { return [] }
        // Only below a comment is there something to continue.
        let isCut = mayCut && parent != nil && random.next() % 5 == 0
        let shownCount = isCut ? 0 : Int(random.next() % UInt64(siblings.count + 1))
        var entries = siblings.prefix(shownCount).filter { !deleted.contains($0) }.flatMap { number in
            [entry(number, depth: depth)] + answer(children[number], below: number, depth: depth + 1, random)
        }
        let hidden = siblings.dropFirst(shownCount)
        guard !hidden.isEmpty else { return entries }
        let count = hidden.reduce(0) { $0 + size(of: $1) }
        entries.append(
            .more(
                MoreComments(
                    parent: parent.map { .comment(Self.id($0)) } ?? .post(.mock("t3_a")), depth: depth, count: count,
                    ids: isCut ? [] : hidden.map(Self.id))))
        return entries
    }

    private func entry(_ number: Int, depth: Int) -> CommentThread.Entry {
        .comment(
            .mock("c\(number)", parent: parents[number].map { "c\($0)" }, depth: depth) {
                $0.score = (number * 37) % 11 - 3
            })
    }

    private func size(of number: Int) -> Int { children[number].reduce(1) { $0 + size(of: $1) } }
}

extension CommentForest {
    /// The forest as the mocks draw threads: a space for each level, comments by their names, placeholders by what they
    /// count and, where they name comments, those.
    var outline: [String] {
        entries.map { entry in
            let indent = String(repeating: " ", count: entry.depth)
            switch entry {
            case .comment(let comment): return indent + comment.id.native
            case .more(let more):
                return indent + (["…\(more.count)"] + more.ids.map(\.native)).joined(separator: " ")
            }
        }
    }

    /// What each comment answers, by name.
    var answers: [String: String] {
        Dictionary(uniqueKeysWithValues: comments.map { ($0.id.native, $0.parent.native) })
    }
}
