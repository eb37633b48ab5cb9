/// Word lists, and sentences with gaps that are filled from them.
struct Phrasebook: Sendable {
    private let words: [String: [String]]

    init(_ words: [String: [String]]) {
        self.words = words
    }

    /// Fills every `{list}` in a sentence with a word of that list that the sentence does not have yet, and mends "a"
    /// to "an" before it; an unknown list stays as it is written.
    func expand(_ template: String, using random: inout SplitMix64) -> String {
        var result = ""
        var used: Set<String> = []
        var rest = Substring(template)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let list = words[String(rest[rest.index(after: open)..<close])] ?? []
            let unused = list.filter { !used.contains($0) }
            if let word = unused.isEmpty ? list.first : random.pick(unused) {
                if Self.needsAn(word), result.hasSuffix(" a ") || result == "A " {
                    result.insert("n", at: result.index(before: result.endIndex))
                }
                used.insert(word)
                result += word
            } else {
                result += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func needsAn(_ word: String) -> Bool {
        word.hasPrefix("honest") || (word.first.map("aeiou".contains) ?? false)
    }

    /// A few sentences in one or more paragraphs.
    func text(from templates: [String], sentences: Int, using random: inout SplitMix64) -> String {
        var result = ""
        for index in 0..<sentences {
            if index > 0 { result += index % 3 == 0 ? "\n\n" : " " }
            result += expand(random.pick(templates), using: &random)
        }
        return result
    }
}

extension Phrasebook {
    static let english = Phrasebook([
        "adjective": [
            "tiny", "suspicious", "heroic", "slightly damp", "battery-powered", "unreasonably calm", "second-hand",
            "honest", "overengineered", "hand-drawn", "legendary", "mildly haunted", "very patient", "cardboard",
        ],
        "thing": [
            "lantern", "toaster", "bicycle", "power bank", "teapot", "umbrella", "kettle", "keyboard", "candle",
            "router", "pigeon", "thermos", "screwdriver", "houseplant", "sofa",
        ],
        "animal": ["cat", "hedgehog", "goose", "dachshund", "crow", "snail", "goat", "hamster", "stork", "octopus"],
        "place": [
            "balcony", "kitchen", "stairwell", "night train", "library", "bus stop", "cellar", "lift", "roof",
            "corner shop", "office fridge", "harbour",
        ],
        "person": [
            "my neighbour", "grandmother", "the plumber", "our team lead", "a passing librarian", "my flatmate",
            "the tram driver", "a very tall man", "the new intern", "my dentist",
        ],
        "time": [
            "before breakfast", "at three in the morning", "during the last power cut", "on a Tuesday",
            "after nine cups of tea", "in a single weekend", "by candlelight", "while nobody watched",
        ],
        "number": ["three", "seven", "eleven", "forty-two", "ninety-nine", "one and a half", "exactly zero"],
        "swift": [
            "actors", "a result builder", "structured concurrency", "an existential", "Codable", "key paths", "a macro",
            "property wrappers", "noncopyable types", "a parameter pack", "Sendable", "typed throws",
        ],
        "feeling": ["joy", "mild regret", "dignity", "great suspicion", "relief", "a straight face", "no plan at all"],
        "machine": [
            "Spectrum clone", "dot-matrix printer", "pocket calculator", "tape drive", "beige tower", "green terminal",
            "floppy drive", "trackball", "serial mouse",
        ],
        "plant": ["basil", "tomato", "chilli", "mint", "sunflower", "fern", "lemon tree", "stubborn cactus"],
        "city": ["Lanternford", "Lower Wick", "Port Ember", "Candleby", "New Tallow", "Glimmer Bay", "Upper Spark"],
    ])

    static let ukrainian = Phrasebook([
        "річ": ["ліхтар", "чайник", "павербанк", "генератор", "велосипед", "самовар", "термос", "роутер", "плед"],
        "місто": ["Львові", "Харкові", "Одесі", "Полтаві", "Чернівцях", "Києві", "Луцьку", "Дніпрі", "Ужгороді"],
        "хто": ["Сусід", "Бабуся", "Кіт", "Наш сантехнік", "Бібліотекарка", "Водій тролейбуса", "Лелека"],
        "коли": ["уночі", "без світла", "до сніданку", "за вихідні", "між двома тривогами", "при свічках"],
        "який": ["найтихіший", "найсвітліший", "трохи підозрілий", "саморобний", "дідусів", "майже новий"],
        "страва": ["борщ", "вареники", "деруни", "сирники", "узвар", "банош"],
    ])
}
