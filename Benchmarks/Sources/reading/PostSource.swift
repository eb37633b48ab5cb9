import Core
import Foundation

/// Made-up posts of a made-up vocabulary, a third of it Cyrillic; the same for the same seed.
///
/// Every third post or so is a text, of 200 to 4,000 characters; the others have a picture with previews.
struct PostSource {
    /// The searched texts: words that are rare, frequent and absent, whole words, parts, and two at a time.
    let queries: [String]
    /// Letters that are frequent, rare and absent.
    static let letters = [
        "a", "e", "w", "x", "ї", "ґ", "щ", "la", "st", "qu", "zz", "xy", "лі", "хт", "їж", "щщ", "ra vo",
    ]
    private let words: (latin: [String], cyrillic: [String])
    private let authors: [String]
    private let random: SeededRandomSource

    /// Later than every post.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let previewWidths = [108, 216, 320, 640, 960]

    init(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        func words(_ syllables: String, _ count: Int) -> [String] {
            let syllables = syllables.split(separator: " ").map(String.init)
            return (0..<count).map { _ in (0..<1 + below(4)).map { _ in syllables[below(syllables.count)] }.joined() }
        }
        let latin = words("lan tern swi ro ket ma vel ion gra st bo qui ze nor dal", 6000)
        let cyrillic = words("лі хтар но во сть ра кет мо ря зір ка їж ґа нок до", 4000)
        authors = (0..<8000).map { latin[$0 % latin.count] + "_\($0)" }
        self.words = (latin, cyrillic)
        self.random = random
        var queries = ["xylophage", "щавлюк", "lantern nowhere", "zzzz", "keeper"]
        for words in [latin, cyrillic] {
            queries += words.prefix(20) + words.suffix(20)
            for place in 0..<10 { queries.append("\(words[place]) \(words[place + 40])") }
            for _ in 0..<10 { queries.append(String(words[below(words.count)].dropFirst().prefix(5))) }
        }
        self.queries = queries.filter { $0.count > 2 }
    }

    /// A number from 0 up to a limit, that one left out.
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    /// The post with a number; later ones are newer.
    func post(_ number: Int) -> Post {
        let native = "t3_" + String(60_000_000 + number * 37 + below(37), radix: 36)
        let language = below(3) == 0 ? words.cyrillic : words.latin
        let isText = below(10) < 3
        var post = Post(
            id: Post.ID(site: .demo, native: native), title: text(20 + below(101), of: language),
            media: Media(kind: .text))
        post.author = authors[power(authors.count)]
        post.authorFullname = "t2_" + String(40_000 + below(8000), radix: 36)
        post.subreddit = "harbour\(number % 20)"
        post.created = Self.now - Double(200_000 - number) * 60
        post.commentCount = below(900)
        post.score = below(20_000)
        post.domain = isText ? "self.harbour\(number % 20)" : "i.example.org"
        post.permalink = "/r/harbour\(number % 20)/comments/\(native.dropFirst(3))/a_lantern_over_the_harbour/"
        post.flair = below(4) == 0 ? "Discussion" : nil
        post.isNSFW = below(20) == 0
        post.isSpoiler = below(50) == 0
        post.isStickied = false
        post.edited = below(10) == 0 ? .at(Self.now - Double(number)) : .never
        if isText {
            post.url = ResourceLink("https://www.example.org/r/harbour/comments/\(native.dropFirst(3))/", on: .demo)
            post.text = body(200 + power(3800), of: language)
        } else {
            let width = 1000 + below(3000)
            let height = 600 + below(3000)
            let name = native.dropFirst(3)
            post.thumbnail = ResourceLink("https://b.thumbs.example.org/\(name).jpg", on: .demo)
            post.url = ResourceLink("https://i.example.org/\(name).jpg", on: .demo)
            post.media = Media(
                kind: .image,
                source: MediaSource(
                    link: ResourceLink("https://i.example.org/\(name).jpg", on: .demo), width: width, height: height),
                previews: Self.previewWidths.map { side in
                    MediaSource(
                        link: ResourceLink(
                            "https://preview.example.org/\(name).jpg?width=\(side)&auto=webp&s=\(String(number &* 7919, radix: 16))",
                            on: .demo),
                        width: side, height: side * height / width)
                })
        }
        return post
    }

    /// An author; a few write most.
    func author() -> String { authors[power(authors.count)] }

    /// The text of a comment: mostly a line or two.
    func comment() -> String {
        body(20 + power(900), of: below(3) == 0 ? words.cyrillic : words.latin)
    }

    /// The text of a message: one line, of up to 200 characters.
    func line() -> String {
        String(text(3 + power(190), of: below(3) == 0 ? words.cyrillic : words.latin).prefix(200))
    }

    /// Small numbers are frequent.
    private func power(_ limit: Int) -> Int {
        let place = Double(below(1 << 30)) / Double(1 << 30)
        return Int(place * place * place * Double(limit))
    }

    private func text(_ count: Int, of words: [String]) -> String {
        var text = words[power(words.count)]
        while text.utf16.count < count { text += " " + words[power(words.count)] }
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Paragraphs with a quotation here and there, as people write Markdown.
    private func body(_ count: Int, of words: [String]) -> String {
        var paragraphs: [String] = []
        var left = count
        while left > 0 {
            let length = min(left, 80 + below(400))
            paragraphs.append((below(4) == 0 ? "> \"" : "") + text(length, of: words) + ".")
            left -= length
        }
        return paragraphs.joined(separator: "\n\n")
    }
}
