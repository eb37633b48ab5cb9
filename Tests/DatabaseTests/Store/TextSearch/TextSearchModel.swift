import Core
import Mocks
import Testing

@testable import Database

/// An order of texts in many runs, and beside it what is live.
struct TextSearchModel {
    let random: SeededRandomSource
    let files = InMemoryFileSystem()
    var order = Order()
    private(set) var live: [SortKey: (slot: UInt32, text: [UInt8])] = [:]
    private var nextSlot: UInt32 = 0
    private var generations = 0
    /// The sizes of the word indexes of files that are written from now on.
    var limits = WordIndexLimits(mostRows: 7, mostBytes: 900, leastBytes: 0, chunkBytes: 24)

    /// Words of several scripts, some inside of others, with marks that combine and ends that repeat.
    static let words = [
        "a", "aa", "aaa", "aab", "lantern", "tern", "Lanterns", "ternlan", "Straße", "cafe\u{301}", "Ёлка", "елка",
        "їжак", "щавель", "ιδέα", "한글", "한글날", "글", "灯籠", "灯籠流し", "नमस्ते", "🏮", "x\u{0}y", "\u{0}", "don't", "«лист»",
        "http://example.org/a/long/path?that=goes&on=and-on",
    ]
    static let queries =
        words + [
            "", "  ", "an", "ter", "аа", "лк", "글날", "籠", "流し", "\u{0}y", "t", "zzz", "lantern aa", "aa lantern zzz",
            "n l", "te\u{308}rn", "example.org/a", String(repeating: "a", count: 300), "lanterns lanterns", "स्त",
        ]

    init(seed: UInt64) {
        random = SeededRandomSource(seed: seed)
    }

    func number(_ upper: Int) -> Int { random.number(upper) }

    private func text() -> [UInt8] {
        switch number(12) {
        case 0: return []
        // No valid text, but bytes all the same.
        case 1: return (0..<number(30)).map { _ in [0, 0xFF, 0x20, 0x61, 0x80][number(5)] }
        case 2: return Array(repeating: UInt8(ascii: "a"), count: number(140))
        default: break
        }
        let count = number(10) == 0 ? 60 : number(9)
        let separators = [" ", "\n", "  ", "\t", "\u{A0}", "\u{2003}"]
        return TextFolding.fold(
            (0..<count).map { _ in Self.words[number(Self.words.count)] + separators[number(separators.count)] }
                .joined())
    }

    private func key() -> SortKey {
        // Few of them, so that they meet again; some are longer than what lies inline.
        let number = number(300)
        return RunModel.key(
            number % 5 == 0 ? .text(String(repeating: "key", count: 9)) : .integer(Int64(number % 7)),
            .integer(Int64(number)))
    }

    /// A batch: some texts come, some change, some go.
    mutating func write(_ changes: Int) {
        var builder = MemoryRun.Builder(capacity: changes)
        var touched: Set<SortKey> = []
        for _ in 0..<changes {
            let key = key()
            guard touched.insert(key).inserted else { continue }
            if let present = live[key], number(3) == 0 {
                builder.append(key, kind: .anti, slot: present.slot)
                live[key] = nil
                continue
            }
            nextSlot += 1
            let text = text()
            builder.append(key, kind: live[key] == nil ? .plus : .replace, slot: nextSlot, payload: text)
            live[key] = (nextSlot, text)
        }
        if let run = builder.finish() { order.runs.append(.memory(run)) }
    }

    /// Merges some neighbours, in memory or into a file with or without words.
    mutating func mergeSome() throws {
        guard !order.runs.isEmpty else { return }
        let first = number(order.runs.count)
        let last = min(order.runs.count - 1, first + number(4))
        let runs = Array(order.runs[first...last])
        let memory = runs.compactMap { run in if case .memory(let memory) = run { memory } else { nil } }
        let merged: Run?
        if memory.count == runs.count, number(3) == 0 {
            merged = MemoryRun.merge(memory, isBottom: first == 0).map { .memory($0) }
        } else {
            merged = .file(try file(of: runs, isBottom: first == 0, hasWords: number(4) > 0))
        }
        order.runs.replaceSubrange(first...last, with: merged.map { [$0] } ?? [])
    }

    mutating func file(of runs: [Run], isBottom: Bool, hasWords: Bool = true) throws -> FileRun {
        generations += 1
        let path = "/tmp/index-\(generations).runs"
        let info = try write(runs, isBottom: isBottom, hasWords: hasWords, to: path)
        let generation = try Generation.open(files: files, path: path, info: info)
        try generation.prepare()
        #expect(generation.run(section: "words:text") == nil)
        return try #require(generation.run(section: "search:text"))
    }

    func write(_ runs: [Run], isBottom: Bool, hasWords: Bool, to path: String) throws -> GenerationInfo {
        let writer = try GenerationWriter(files: files, path: path, wordLimits: limits)
        for name in hasWords ? GenerationSection.withWords(["id", "search:text"]) : ["search:text"] {
            writer.begin(section: name, hasBloom: false)
            var merge = writer.merge(runs, isBottom: isBottom)
            while try !writer.step(&merge, budget: 1 + number(40)) {}
        }
        return try writer.finish()
    }

    /// The slots whose texts have all words of a query, found by looking everywhere.
    func slots(matching query: String) -> [UInt32] {
        let words = String(decoding: TextFolding.fold(query), as: UTF8.self).unicodeScalars
            .split(whereSeparator: \.properties.isWhitespace).map { Array(String($0).utf8) }
        guard !words.isEmpty else { return [] }
        return live.sorted { $0.key < $1.key }.map(\.value)
            .filter { found in words.allSatisfy { Self.has($0, in: found.text) } }.map(\.slot)
    }

    static func has(_ word: [UInt8], in text: [UInt8]) -> Bool {
        guard let first = word.first, word.count <= text.count else { return word.isEmpty }
        // By pointers: most of what this model does is this.
        return text.withUnsafeBufferPointer { all in
            guard let bytes = all.baseAddress else { return false }
            var place = 0
            while place <= all.count - word.count {
                let part = UnsafeBufferPointer(start: bytes + place, count: word.count)
                if bytes[place] == first, part.elementsEqual(word) { return true }
                place += 1
            }
            return false
        }
    }
}

extension TextSearchModel {
    /// What a search finds, some at a time.
    static func search(
        _ order: Order, _ query: String, probe: Int, limit: Int = .max, step: Int = .max
    ) throws -> [UInt32] {
        var search = try TextSearch(order, SearchQuery(query), probe: probe)
        var slots: [UInt32] = []
        while slots.count < limit {
            let wanted = min(step, limit - slots.count)
            let found = try search.nextSlots(wanted)
            slots += found
            if found.count < wanted { break }
        }
        return slots
    }
}
