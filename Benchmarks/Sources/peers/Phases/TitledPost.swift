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

/// The texts that are searched, each kind in stores of its own.
enum SearchTexts: String, CaseIterable, Sendable {
    case titles, hangulTitles, commentTexts

    var figures: [FigureKind] {
        switch self {
        case .titles: [.search, .cyrillic, .letters]
        case .hangulTitles: [.hangul]
        case .commentTexts: [.comments]
        }
    }
}

/// Made-up texts of made-up vocabularies, some of them Cyrillic or Korean; the same for the same seed.
struct TitleSource {
    let posts: [TitledPost]
    /// The searched texts: words that are rare, frequent and absent, whole words and parts.
    private let queries: [String]
    private let cyrillicQueries: [String]

    private static let latin = "lan tern swi ro ket ma vel ion gra st bo qui ze nor dal"
    private static let cyrillic = "лі хтар но во сть ра кет мо ря зір ка їж ґа нок до"
    private static let hangul = "등 불 배 바 다 새 소 식 하 늘 별 길 물 나 라 한 국 어 글 책"

    init(_ texts: SearchTexts, seed: UInt64, count: Int) {
        let random = SeededRandomSource(seed: seed)
        func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        func words(_ syllables: String, _ count: Int) -> [String] {
            let syllables = syllables.split(separator: " ").map(String.init)
            return (0..<count).map { _ in (0..<2 + below(3)).map { _ in syllables[below(syllables.count)] }.joined() }
        }
        let vocabulary =
            texts == .hangulTitles
            ? [words(Self.hangul, 6000)] : [words(Self.latin, 4000), words(Self.cyrillic, 2000)]
        // The cube makes the first words of the vocabulary frequent and the last ones rare.
        func word(_ words: [String]) -> String {
            let place = Double(below(1 << 30)) / Double(1 << 30)
            return words[Int(place * place * place * Double(words.count))]
        }
        posts = (1...count).map { id in
            let words = vocabulary[below(3) == 0 ? vocabulary.count - 1 : 0]
            // A comment is mostly a line or two, and some are long.
            let length = texts == .commentTexts ? 5 + below(12) * below(12) : 4 + below(9)
            let title = (0..<length).map { _ in word(words) }.joined(separator: " ")
            return TitledPost(
                id: id, title: title.prefix(1).uppercased() + title.dropFirst(), author: word(vocabulary[0]),
                score: below(10_000))
        }
        func queries(_ words: [String]) -> [String] {
            var queries = Array(words.prefix(20) + words.suffix(20))
            for _ in 0..<20 { queries.append(words[below(words.count)]) }
            for place in 0..<10 { queries.append("\(words[place]) \(words[place + 1])") }
            // The inside of a word.
            for _ in 0..<10 { queries.append(String(words[below(words.count)].dropFirst().prefix(5))) }
            return queries
        }
        let absent = texts == .hangulTitles ? ["뷁뷁뷁", "등대지기"] : ["xylophage", "щавлюк", "lantern nowhere", "zzzz"]
        let queriesOfVocabularies = vocabulary.map(queries)
        self.queries = absent + queriesOfVocabularies.joined()
        cyrillicQueries = ["щавлюк", "щщщ"] + queriesOfVocabularies[queriesOfVocabularies.count - 1]
    }

    /// The queries of a figure.
    func queries(_ kind: FigureKind) -> [String] {
        switch kind {
        // Letters that are frequent, rare and absent.
        case .letters:
            [
                "a", "e", "w", "z", "x", "ї", "ґ", "щ", "la", "st", "qu", "wi", "zz", "xy", "лі", "хт", "їж", "щщ",
                "ra vo",
            ]
        case .cyrillic: cyrillicQueries
        default: queries
        }
    }
}
