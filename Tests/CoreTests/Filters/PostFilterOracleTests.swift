import Core
import Foundation
import Mocks
import Testing

/// Random settings and posts: the filter agrees with rules that are written down as plainly as can be.
struct PostFilterOracleTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func agreesWithTheRules(seed: UInt64) {
        let dice = Dice(seed: seed)
        for round in 0..<250 {
            let settings = dice.settings()
            let source: FeedSource = dice.once(in: 4) ? .saved : .home
            let filter = PostFilter(settings, for: source)
            let rules = NaiveFilter(settings: settings, source: source)
            for _ in 0..<8 {
                let item = dice.item()
                let (reason, expected) = (filter.reason(for: item), rules.reason(for: item))
                #expect(reason == expected, "seed \(seed), round \(round): \(settings), \(item.post)")
                if filter.isEmpty { #expect(reason == nil, "seed \(seed), round \(round)") }
            }
        }
    }

    @Test func randomSettingsReachEachRule() {
        let dice = Dice(seed: 1)
        var codes: [String: Int] = [:]
        for _ in 0..<2_000 {
            let filter = PostFilter(dice.settings(), for: .home)
            codes[filter.reason(for: dice.item())?.code ?? "none", default: 0] += 1
        }
        #expect(codes.count == 10 && codes.values.allSatisfy { $0 > 20 }, "\(codes)")
    }
}

private struct Dice {
    private let random: SeededRandomSource

    init(seed: UInt64) { random = SeededRandomSource(seed: seed) }

    private func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    func once(in count: Int) -> Bool { below(count) == 0 }

    private func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Few letters, so that words meet; capitals, marks, signs and letters of scripts of several kinds.
    private func word() -> String {
        let letters = [
            "a", "b", "B", "é", "e\u{301}", "ї", "Ї", "и", "ß", "s", "1", "猫", "ก", "가", "🍆", "+", "'", "’", "Σ", "ς",
        ]
        return (0..<1 + below(3)).map { _ in one(of: below(3) == 0 ? letters : ["a", "b", "A"]) }.joined()
    }

    private func text(_ count: Int) -> String {
        (0..<below(count + 1)).map { _ in word() + one(of: [" ", " ", "  ", "\n", "\u{A0}", "-", "_", ", "]) }.joined()
    }

    private func blockedWord() -> String {
        (0..<(once(in: 4) ? 2 : 1)).map { _ in word() + (once(in: 4) ? "*" : "") }.joined(separator: " ")
    }

    private let hosts = [
        "example.com", "notexample.com", "i.example.com", "self.swift", "self.com", "b.c", "a.b.c", "c",
    ]

    func settings() -> ReadingSettings {
        var settings = ReadingSettings()
        if once(in: 4) { settings.nsfw = one(of: ContentVisibility.allCases) }
        if once(in: 4) { settings.spoilers = one(of: ContentVisibility.allCases) }
        if once(in: 6) { settings.mediaKinds = Set((0..<3).map { _ in one(of: Media.Kind.allCases) }) }
        if !once(in: 3) { settings.blockedWords = (0..<below(4)).map { _ in blockedWord() } }
        if once(in: 3) { settings.blockedAuthors = (0..<2).map { _ in one(of: ["u/a", "B", "ab", "[deleted]"]) } }
        if once(in: 3) { settings.blockedDomains = (0..<2).map { _ in one(of: hosts + ["www.example.com"]) } }
        if once(in: 4) { settings.blockedSubreddits = [one(of: ["r/a", "B", "a@c"])] }
        if once(in: 4) { settings.blockedFlairs = [one(of: ["a", "A b", "b"])] }
        settings.hideRead = once(in: 4)
        return settings
    }

    func item() -> FeedItem {
        var post = Post.mock(title: text(4)) { $0.author = one(of: ["A", "a", "b", "AB", "[deleted]", nil]) }
        post.flair = once(in: 2) ? text(2) : once(in: 2) ? one(of: ["a", "a  B", "b"]) : nil
        post.subreddit = one(of: ["A", "b", "a@c", "a@d", nil])
        post.text = once(in: 2) ? text(12) : nil
        post.domain = once(in: 3) ? nil : one(of: hosts + ["Example.com", "www.example.com", "self.Swift"])
        post.isNSFW = one(of: [true, false, false, nil])
        post.isSpoiler = one(of: [true, false, false, nil])
        post.media = Media(kind: one(of: Media.Kind.allCases))
        return FeedItem(post: post, status: .mock(isRead: once(in: 2)))
    }
}

/// The rules, one after the other.
private struct NaiveFilter {
    let settings: ReadingSettings
    let source: FeedSource

    func reason(for item: FeedItem) -> FilterReason? {
        let post = item.post
        if settings.nsfw == .hidden && post.isNSFW == true { return .nsfw }
        if settings.spoilers == .hidden && post.isSpoiler == true { return .spoiler }
        if let kinds = settings.mediaKinds, !kinds.contains(post.media.kind) { return .mediaKind(post.media.kind) }
        for text in [post.title, post.flair, post.text].compactMap({ $0 }) {
            if let word = settings.blockedWords.first(where: { Self.isWord($0, in: text) }) { return .word(word) }
        }
        for author in settings.blockedAuthors {
            let name = author.hasPrefix("u/") ? String(author.dropFirst(2)) : author
            if post.author?.lowercased() == name.lowercased() { return .author(author) }
        }
        if let domain = post.domain?.lowercased() {
            // The nearest host first: the one that was typed as it is, then the one above it.
            var labels = domain.split(separator: ".")[...]
            let isSubreddit = labels.first == "self" && labels.count == 2
            while !labels.isEmpty {
                let host = labels.joined(separator: ".")
                for blocked in settings.blockedDomains {
                    let plain = blocked.hasPrefix("www.") ? String(blocked.dropFirst(4)) : blocked
                    if plain == host { return .domain(blocked) }
                }
                if isSubreddit { break }
                labels = labels.dropFirst()
            }
        }
        // All sources of the test are of one person or of many communities.
        if let name = post.subreddit?.lowercased(), source == .home {
            let plain = name.split(separator: "@").first.map(String.init)
            for wanted in [name, plain] {
                for blocked in settings.blockedSubreddits
                where (blocked.hasPrefix("r/") ? String(blocked.dropFirst(2)) : blocked).lowercased() == wanted {
                    return .subreddit(blocked)
                }
            }
        }
        if let flair = post.flair {
            let words = { (text: String) in text.lowercased().split(whereSeparator: \.isWhitespace) }
            for blocked in settings.blockedFlairs where words(blocked) == words(flair) { return .flair(blocked) }
        }
        if settings.hideRead && source == .home && item.status.isRead { return .read }
        return nil
    }

    private static func isWord(_ blocked: String, in text: String) -> Bool {
        let text = folded(text)
        var parts = folded(blocked).split(whereSeparator: \.properties.isWhitespace).map(Array.init)
        parts = parts.filter { $0.contains { $0 != "*" } }
        guard !parts.isEmpty else { return false }
        return text.indices.contains { start in
            guard let end = self.end(of: parts, in: text, from: start) else { return false }
            let isOpen = parts[parts.count - 1].last == "*"
            let last = text[start..<end].last
            let isBegun = !isLetter(text[start]) || start == 0 || !isLetter(text[start - 1])
            let isEnded = isOpen || last.map { !isLetter($0) } ?? true || end == text.count || !isLetter(text[end])
            return isBegun && isEnded
        }
    }

    /// Where the parts end that begin at a position, with white space between them; nil when they do not stand there.
    private static func end(of parts: [[Unicode.Scalar]], in text: [Unicode.Scalar], from start: Int) -> Int? {
        var end = start
        for (index, part) in parts.enumerated() {
            if index > 0 {
                let space = text[end...].prefix { $0.properties.isWhitespace }.count
                if space == 0 { return nil }
                end += space
            }
            var word = part
            while word.last == "*" { word.removeLast() }
            guard text[end...].starts(with: word) else { return nil }
            end += word.count
            if part.last == "*" { end += text[end...].prefix(while: isLetter).count }
        }
        return end
    }

    private static func folded(_ text: String) -> [Unicode.Scalar] {
        Array(String(decoding: TextFolding.fold(text), as: UTF8.self).unicodeScalars)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if ["猫", "ก"].contains(scalar) { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
    }
}
