import Core
import Database

/// A post to be found by its title.
struct TitledPost: Hashable, Identifiable, Sendable {
    let id: Int
    var title: String
    var author: String
    var score: Int
}

extension TitledPost: FieldRecord {
    static let fields: FieldNames = ["id", "title", "author", "score"]

    func write(to writer: inout FieldWriter) {
        writer.write(id)
        writer.write(title)
        writer.write(author)
        writer.write(score)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.read()
        title = try reader.read()
        author = try reader.read()
        score = try reader.read()
    }
}

extension TitledPost {
    static let title = SearchField<TitledPost>("title") { $0.title }
    static let schema = CollectionSchema<TitledPost>(name: "titles", search: [title])
}

/// Made-up titles of a made-up vocabulary, some of it Cyrillic; the same for the same seed.
struct TitleSource {
    /// The searched texts: words that are rare, frequent and absent, whole words and parts.
    let queries: [String]
    let posts: [TitledPost]

    init(seed: UInt64, count: Int) {
        let random = SeededRandomSource(seed: seed)
        func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        let latin = "lan tern swi ro ket ma vel ion gra st bo qui ze nor dal".split(separator: " ").map(String.init)
        let cyrillic = "лі хтар но во сть ра кет мо ря зір ка їж ґа нок до".split(separator: " ").map(String.init)
        func words(_ syllables: [String], _ count: Int) -> [String] {
            (0..<count).map { _ in (0..<2 + below(3)).map { _ in syllables[below(syllables.count)] }.joined() }
        }
        let vocabulary = [words(latin, 4000), words(cyrillic, 2000)]
        // The square makes the first words of the vocabulary frequent and the last ones rare.
        func word(_ words: [String]) -> String {
            let place = Double(below(1 << 30)) / Double(1 << 30)
            return words[Int(place * place * place * Double(words.count))]
        }
        posts = (1...count).map { id in
            let words = vocabulary[below(3) == 0 ? 1 : 0]
            let title = (0..<4 + below(9)).map { _ in word(words) }.joined(separator: " ")
            return TitledPost(
                id: id, title: title.prefix(1).uppercased() + title.dropFirst(), author: word(vocabulary[0]),
                score: below(10_000))
        }
        var queries = ["xylophage", "щавлюк", "lantern nowhere", "zzzz"]
        for words in vocabulary {
            queries += words.prefix(20)
            queries += words.suffix(20)
            for _ in 0..<20 { queries.append(words[below(words.count)]) }
            for place in 0..<10 { queries.append("\(words[place]) \(words[place + 1])") }
            // The inside of a word.
            for _ in 0..<10 { queries.append(String(words[below(words.count)].dropFirst().prefix(5))) }
        }
        self.queries = queries
    }
}
