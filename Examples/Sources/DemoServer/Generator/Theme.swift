/// The words that a community's posts are made from.
struct Theme: Sendable {
    enum Kind: Sendable {
        case image, animated, video, clip, gallery, embed, link, text, poll, crosspost, removed
    }

    let subreddit: Subreddit
    let phrasebook: Phrasebook
    let titles: [String]
    let sentences: [String]
    let questions: [String]
    let flairs: [String]
    /// The kinds of its posts, gone through again and again.
    let kinds: [Kind]

    private init(
        _ name: String, title: String, summary: String, subscribers: Int, id: String,
        phrasebook: Phrasebook = .english, titles: [String], sentences: [String], questions: [String],
        flairs: [String], kinds: [Kind]
    ) {
        subreddit = Subreddit(
            name: name, title: title, summary: summary, subscribers: subscribers, id: id, isPrivate: false)
        self.phrasebook = phrasebook
        self.titles = titles
        self.sentences = sentences
        self.questions = questions
        self.flairs = flairs
        self.kinds = kinds
    }
}

extension Theme {
    static let all = [swift, memes, pics, ukraine, askdemo, lanternnews, oldcomputers, balconygarden]

    private static let smallTalk = [
        "It started {time}, like most things that involve a {thing}.",
        "I asked {person}, who answered with {feeling} and left.",
        "The {animal} has seen everything and says nothing.",
        "In the end {number} of us carried the {adjective} {thing} to the {place}.",
        "If you know what a {adjective} {thing} is worth, please do not tell {person}.",
        "Update: it works & nobody is allowed to touch it.",
        "I have <no idea> why, but the {place} smells of {adjective} {thing} now.",
        "Would do it again, with more tea and less {feeling}.",
    ]

    private static let swift = Theme(
        "swift", title: "Swift, the language", summary: "News & questions about the Swift language. Birds next door.",
        subscribers: 118_204, id: "2demo1",
        titles: [
            "I rewrote {person}'s {thing} firmware with {swift}",
            "What finally made {swift} click for me {time}",
            "PSA: {swift} and {swift} do not mix before coffee",
            "Array<{thing}> is not Sendable, and other lessons from the {place}",
            "Code review: {adjective} parser in {number} lines",
            "Is {swift} overkill for a {adjective} {thing}?",
            "The compiler said \"reasonable time\" and so did {person}",
        ],
        sentences: smallTalk + [
            "The diagnostics pointed at {swift}, the bug sat in the {place}.",
            "With {swift} the whole thing shrank to {number} lines & one comment.",
        ],
        questions: ["Which feature would you miss most?", "Tabs, spaces, or whatever {person} says?"],
        flairs: ["Question", "Project", "News", "Tutorial"],
        kinds: [
            .text, .link, .image, .text, .poll, .link, .embed, .text, .crosspost, .gallery, .link, .removed, .video,
        ])

    private static let memes = Theme(
        "memes", title: "Memes, freshly generated", summary: "Every joke here was written by a random number.",
        subscribers: 2_904_117, id: "2demo2",
        titles: [
            "When the {thing} works {time}", "Nobody: … My {animal}: *acquires {thing}*",
            "POV: you are a {adjective} {thing} in the {place}", "{number} seconds after the lights came back",
            "Me explaining {swift} to {person}", "He protec, he attac, but most of all he {adjective} {thing}",
            "This {animal} has {feeling} and it shows", "Is this a {thing}?",
        ],
        sentences: smallTalk, questions: ["Rate this {thing}", "Is the {animal} right?"],
        flairs: ["OC", "Classic", "Dank"],
        kinds: [
            .image, .animated, .image, .gallery, .image, .video, .image, .clip, .animated, .image, .crosspost, .poll,
            .image, .removed,
        ])

    private static let pics = Theme(
        "pics", title: "Pictures", summary: "Photographs of a village that does not exist.", subscribers: 913_420,
        id: "2demo3",
        titles: [
            "The {place} in {city}, {time}", "A {adjective} {thing} I found in {city}",
            "{number} windows were lit in {city} tonight", "My {animal} guarding the {place} with {feeling}",
            "Long exposure of a {thing}, {time}", "Sunrise over {city} [OC]",
        ],
        sentences: smallTalk, questions: ["Which crop is better?"], flairs: ["Landscape", "Night", "OC"],
        kinds: [.image, .gallery, .image, .image, .animated, .gallery, .image, .clip, .image, .crosspost, .gallery])

    private static let ukraine = Theme(
        "ukraine", title: "Україна", summary: "Розмови при свічках. English is welcome too.", subscribers: 640_018,
        id: "2demo4", phrasebook: .ukrainian,
        titles: [
            "{хто} лагодить {річ} {коли}", "Мій {який} {річ} пережив ще одну зиму", "Захід сонця у {місто}, сьогодні",
            "{хто} готує {страва} {коли}: репортаж із кухні", "Де у {місто} купити {який} {річ}?",
            "Twelve hours of darkness, one {річ} & a good book", "{хто} і {річ}: історія однієї дружби",
        ],
        sentences: [
            "{хто} каже, що {який} {річ} світить краще за сонце.", "Усе почалося {коли}, як завжди.",
            "А потім принесли {страва}, і суперечка закінчилася.", "У {місто} таке бачили не раз.",
            "Головне & найважливіше: тримайте {річ} зарядженим.", "Світло повернулося, але ми вже звикли без нього.",
        ],
        questions: ["Що смачніше: {страва} чи {страва}?", "Чи потрібен удома другий {річ}?"],
        flairs: ["Фото", "Питання", "Новини", "Гумор"],
        kinds: [
            .image, .text, .link, .gallery, .video, .image, .poll, .text, .embed, .crosspost, .image, .clip, .removed,
        ])

    private static let askdemo = Theme(
        "askdemo", title: "Ask Demo", summary: "Questions nobody asked, answered by people who do not exist.",
        subscribers: 4_410_992, id: "2demo5",
        titles: [
            "What is the most {adjective} {thing} you ever met {time}?",
            "People who keep a {animal} in the {place}: why?", "What would you save first, the {thing} or {person}?",
            "How do you explain a {thing} to {person} with {feeling}?",
            "What did {person} say {time} that you still think about?",
            "If a {animal} could use one {thing}, which & how?",
        ],
        sentences: smallTalk, questions: ["How many {thing}s are too many?", "Who ate the last one in the {place}?"],
        flairs: ["Serious", "Not serious"],
        kinds: [.text, .text, .poll, .text, .text, .crosspost, .text, .removed, .text])

    private static let lanternnews = Theme(
        "lanternnews", title: "Lantern News", summary: "Headlines from towns of your imagination.",
        subscribers: 1_280_777, id: "2demo6",
        titles: [
            "{city} elects {adjective} {animal} as mayor {time}", "Power returns to {city}; {person} notices {time}",
            "Study of {number} {thing}s finds {feeling}", "{city} and {city} agree to share one {thing}",
            "Council of {city} bans {adjective} {thing}s from the {place}",
            "Markets: {thing} futures close with {feeling}",
        ],
        sentences: smallTalk, questions: ["Will {city} get its {thing} back?"],
        flairs: ["Politics", "Local", "Weather"],
        kinds: [
            .link, .link, .embed, .link, .image, .link, .text, .link, .video, .link, .crosspost, .poll, .link, .removed,
        ])

    private static let oldcomputers = Theme(
        "oldcomputers", title: "Old Computers", summary: "If it hums, it belongs here.", subscribers: 88_310,
        id: "2demo7",
        titles: [
            "Rescued a {adjective} {machine} from the {place}", "My {machine} boots {time}, and only then",
            "{person} used this {machine} as a {thing} for {number} years",
            "Found {number} floppies & a {animal} inside",
            "Playing chess against a {machine}: it won", "Cleaning a {machine} with {feeling}",
        ],
        sentences: smallTalk, questions: ["Beige or grey?", "Keep the {machine} or the {animal}?"],
        flairs: ["Restoration", "Help", "Show"],
        kinds: [
            .gallery, .image, .text, .clip, .image, .embed, .video, .link, .gallery, .text, .crosspost, .animated,
        ])

    private static let balconygarden = Theme(
        "balconygarden", title: "Balcony Garden", summary: "Small plants, smaller balconies, great plans.",
        subscribers: 54_902, id: "2demo8",
        titles: [
            "My {plant} survived the {animal}", "{number} weeks of {plant}, raised with {feeling}",
            "{person} waters the {plant} {time}", "Shameless {plant}: full bloom on the {place}",
            "Is this {plant} or a {adjective} {thing}?", "Undressed the {plant} for winter and it looks {adjective}",
        ],
        sentences: smallTalk, questions: ["What eats my {plant}?"], flairs: ["Harvest", "Help", "Bloom"],
        kinds: [.image, .gallery, .animated, .image, .text, .video, .image, .poll, .crosspost, .link])
}
